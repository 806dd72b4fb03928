import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownAccount } from '#contract/account/own.ts'
import { push, type PushMessage, pushMessage } from '#contract/push.ts'
import { publicationNotices, reminders } from '#contract/reminders.ts'
import { session } from '#contract/session/session.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import { aPublication } from '#server/testing/publications.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { announce } from '#server/areas/publishing/operations.ts'
import { remindJob } from '#server/areas/reminders/run.ts'
import { mayCall } from './allowed.ts'
import { encrypt } from './encrypting.ts'

let app: TestApp
let company: MadeCompany
let ana: Person
let service: Server
let origin: string
/** The push service's status by path; 201 by default. */
const answers = new Map<string, number>()
let received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = []

beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body: Buffer.concat(parts) })
      const status = answers.get(path) ?? 201
      response.writeHead(status, status === 307 ? { location: `${origin}/elsewhere` } : {}).end('x')
    })
  })
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  const address = service.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  origin = `http://127.0.0.1:${address.port}`
  app = await testApp()
  app.services.config.pushHosts = [...app.services.config.pushHosts, origin]
  company = await aCompany(app, { zone: zoneAt(12) })
  await aBystander(app, company)
})
afterAll(() => new Promise((closed) => service.close(closed)))
beforeEach(async () => {
  received = []
  answers.clear()
  ana = await aPerson(app, company, { mail: null })
})

/** A zone in which it is this hour now. */
function zoneAt(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 35) % 24) - 11
  return `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`
}

/** A browser's own subscription, with the private half that only it has. */
function aBrowser(name: string) {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  const endpoint = `${origin}/${name}`
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
  return { ecdh, auth, path: `/${name}`, input: { endpoint, ...keys } }
}

/** Decrypts as a browser does: RFC 8291 from the receiver's side. */
function open({ ecdh, auth }: Pick<ReturnType<typeof aBrowser>, 'ecdh' | 'auth'>, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + (body[20] ?? 0))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const material = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const part = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${what}\0`, length))
  const sealed = body.subarray(21 + sender.length)
  const opening = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  opening.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()])
  return text.subarray(0, text.lastIndexOf(2)).toString()
}

const setZone = (zone: string) =>
  inCompany(app, company.id, ({ db }) => db.updateTable('companies').set({ zone }).execute())
const run = () => app.services.jobs.runDueJobs()
const signedIn = (person = ana) => signIn(app, company, person, 'e')
const mine = async (as: string) => (await app.call(push.mine, {}, { as })).data
/** Tells of a massive publication, as its batches do. */
const publish = (process: number, people: readonly Person[]) =>
  inCompany(app, company.id, (tx) =>
    announce(
      tx,
      app.services,
      people.map(({ id, mail }) => ({
        id,
        mail,
        language: 'es' as const,
        first_name: 'Ana',
        documents: [{ id: 1, type: 'Recibo', period: '2026-10-01' }],
      })),
      process,
    ),
  )
const messageFor = (browser: ReturnType<typeof aBrowser>): PushMessage[] =>
  received
    .filter(({ path }) => path === browser.path)
    .map(({ body }) => pushMessage.parse(JSON.parse(open(browser, body))))

describe('a notice on a device', () => {
  test('reaches people who turned it on, without a mail too, once a publication, and names neither document nor person', async () => {
    const as = await signedIn()
    const phone = aBrowser('phone')
    const added = await app.call(push.add, phone.input, {
      as,
      headers: {
        'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
      },
    })
    expect(added.data).toMatchObject({ dispositivo: 'Chrome en Android', tipo: 'telefono', ultimo: null })
    const bruno = await aPerson(app, company)
    await publish(71, [ana, bruno])
    await publish(71, [ana])
    await run()
    expect(messageFor(phone)).toEqual([
      {
        titulo: 'Legajo',
        texto: 'Hay un documento nuevo para ver',
        idioma: 'es',
        ruta: '/e/',
        marca: expect.stringMatching(/^[\w-]{32}$/),
      },
    ])
    expect(received).toHaveLength(1)
    expect((await mine(as)).dispositivos).toMatchObject([{ id: added.data.id, ultimo: expect.any(String) }])
    await publish(72, [ana])
    await run()
    expect(messageFor(phone)).toHaveLength(2)
  })

  test('is signed by the installation for that service alone', async () => {
    const as = await signedIn()
    await app.call(push.add, aBrowser('signed').input, { as })
    await publish(73, [ana])
    await run()
    const headers: IncomingHttpHeaders = received[0]?.headers ?? {}
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '604800' })
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
    const [head = '', claims = '', signature = ''] = token.split('.')
    expect(key).toBe((await mine(as)).clave)
    const point = Buffer.from(key, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const valid = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(valid).toBe(true)
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect(said).toMatchObject({ aud: origin, sub: expect.stringMatching(/^(mailto:|https:)/) })
    expect(said.exp - Date.now() / 1000).toBeLessThanOrEqual(86_400)
    const { rows } = await app.database.pool.query('select vapid_key from installation')
    expect(Buffer.from(rows[0].vapid_key, 'base64').toString('latin1')).not.toContain('PRIVATE')
  })

  test('ends with a device that its service no longer knows, and is tried again where the service has troubles', async () => {
    const as = await signedIn()
    for (const [name, status] of [
      ['gone', 410],
      ['unknown', 404],
      ['busy', 503],
      ['moved', 307],
    ] as const) {
      await app.call(push.add, aBrowser(name).input, { as })
      answers.set(`/${name}`, status)
    }
    await publish(74, [ana])
    await expect(run()).rejects.toThrow('503')
    const left = (await mine(as)).dispositivos
    expect(left).toHaveLength(2)
    expect(received.map(({ path }) => path).toSorted()).toEqual(['/busy', '/gone', '/moved', '/unknown'])
    answers.clear()
    await app.services.jobs.runDueJobs({ later: true })
    expect(received.filter(({ path }) => path === '/busy')).toHaveLength(2)
  })

  test('is reason enough for a reminder and for telling again, where nobody meant has a mail', async () => {
    const hr = await anAdministrator(app, company)
    const type = await aType(app, company)
    const { id } = await aPublication(app, company, { type, by: hr, people: [ana] })
    const ask = () => app.call(reminders.create, { tipo: [type.id] }, { as: hr.bearer })
    const again = () => app.call(publicationNotices.send, { id }, { as: hr.bearer })
    expect([(await ask()).code, (await again()).code]).toEqual(['REMINDER_NOBODY', 'REMINDER_NOBODY'])
    const phone = aBrowser('alone')
    await app.call(push.add, phone.input, { as: await signedIn() })
    const counted = await app.call(reminders.count, { tipo: [type.id] }, { as: hr.bearer })
    expect(counted.data).toMatchObject({ con_correo: 0, en_dispositivo: 1, sin_correo: 0 })
    expect([(await ask()).status, (await again()).status]).toEqual([200, 200])
    await run()
    expect(messageFor(phone)).toHaveLength(2)
    // As if the worker had died behind its list of people, of whom none has a mail: it ends all the same.
    const processes = await inCompany(app, company.id, async (tx) => {
      const begun = await tx.db
        .updateTable('processes')
        .set({ status: 'in_progress', step: 'running', finished_at: null })
        .where('kind', '=', 'signature_reminder')
        .returning('id')
        .execute()
      for (const one of begun) tx.enqueue(remindJob, { process: one.id })
      return begun.map((one) => one.id)
    })
    await run()
    const ended = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('processes').select('status').where('id', 'in', processes).distinct().execute(),
    )
    expect(ended).toEqual([{ status: 'successful' }])
    expect(messageFor(phone)).toHaveLength(2)
    // It is quiet for a day then.
    expect((await ask()).code).toBe('REMINDER_NOBODY')
  })

  test('comes beside the reminder of a signature, also for who has no mail, and not twice in a day', async () => {
    const hr = await anAdministrator(app, company)
    const type = await aType(app, company)
    const bruno = await aPerson(app, company)
    for (const person of [ana, bruno])
      await aDocument(app, company, { employee_id: person.id, type_id: type.id })
    const phone = aBrowser('reminded')
    await app.call(push.add, phone.input, { as: await signedIn() })
    for (let time = 0; time < 2; time++) {
      await app.call(reminders.create, { tipo: [type.id] }, { as: hr.bearer })
      await run()
    }
    expect(messageFor(phone).map(({ texto }) => texto)).toEqual(['Hay un documento que espera la firma'])
  })

  test.each([22, 3])(
    'waits from nine in the evening until seven in the morning: %i o’clock',
    async (hour) => {
      const phone = aBrowser(`asleep-${hour}`)
      await app.call(push.add, phone.input, { as: await signedIn() })
      const zone = zoneAt(hour)
      await setZone(zone)
      await publish(80 + hour, [ana])
      await setZone(zoneAt(12))
      await run()
      expect(messageFor(phone)).toEqual([])
      const { rows } = await app.database.pool.query<{ starts: string }>(
        `select to_char(start_after at time zone $1, 'HH24:MI') as starts from pgboss.job
       where name = 'push.deliver' and data -> 'data' ->> 'name' like '%' || $2`,
        [zone, 80 + hour],
      )
      expect(rows).toEqual([{ starts: '07:00' }])
    },
  )
})

describe('a device', () => {
  test('is its owner’s alone, and goes over to who turns it on next', async () => {
    const as = await signedIn()
    const shared = aBrowser('shared')
    const { data } = await app.call(push.add, shared.input, { as })
    const bruno = await aPerson(app, company)
    const other = await signedIn(bruno)
    expect((await app.call(push.remove, { id: data.id }, { as: other })).code).toBe('NOT_FOUND')
    await app.call(push.removeThis, { endpoint: shared.input.endpoint }, { as: other })
    expect((await mine(as)).dispositivos).toHaveLength(1)
    await app.call(push.add, shared.input, { as: other })
    expect([(await mine(as)).dispositivos, (await mine(other)).dispositivos]).toMatchObject([
      [],
      [{ huella: data.huella }],
    ])
    expect((await app.call(push.removeThis, { endpoint: shared.input.endpoint }, { as: other })).status).toBe(
      200,
    )
    expect((await mine(other)).dispositivos).toEqual([])
    expect((await app.call(push.mine, {}, { as: (await anAdministrator(app, company)).bearer })).status).toBe(
      403,
    )
  })

  test('receives nothing after signing out there, or after its session was closed from elsewhere', async () => {
    const first = await signedIn()
    const second = await signedIn()
    await app.call(push.add, aBrowser('first').input, { as: first })
    await app.call(push.add, aBrowser('second').input, { as: second })
    await app.call(session.logout, {}, { as: first })
    expect((await mine(second)).dispositivos).toHaveLength(1)
    const third = await signedIn()
    await app.call(ownAccount.endOtherSessions, {}, { as: third, headers: await stepUp(app, third) })
    await publish(75, [ana])
    await run()
    expect([received, (await mine(third)).dispositivos]).toEqual([[], []])
  })

  test('counts among ten at most, the oldest makes room', async () => {
    const as = await signedIn()
    for (let n = 0; n < 12; n++) await app.call(push.add, aBrowser(`many${n}`).input, { as })
    expect((await mine(as)).dispositivos).toHaveLength(10)
  })

  test('is refused with an address that is no known push service’s, or keys that are none', async () => {
    const as = await signedIn()
    const { input } = aBrowser('refused')
    const codes = []
    for (const endpoint of [
      'http://127.0.0.1:1/x',
      'https://10.0.0.8/x',
      'https://fcm.googleapis.com.example/x',
    ])
      codes.push((await app.call(push.add, { ...input, endpoint }, { as })).code)
    const offCurve = Buffer.alloc(65, 4).toString('base64url')
    codes.push((await app.call(push.add, { ...input, p256dh: offCurve }, { as })).code)
    codes.push((await app.call(push.add, { ...input, auth: 'AAAA' }, { as })).code)
    const address = 'PUSH_ADDRESS_NOT_ALLOWED'
    expect(codes).toEqual([address, address, address, 'PUSH_KEYS_WRONG', 'PUSH_KEYS_WRONG'])
  })
})

test('addresses are of known services only, over https, at its own port', () => {
  const hosts = ['fcm.googleapis.com', '*.push.apple.com']
  const allowed = (address: string) => mayCall(address, hosts)
  expect(allowed('https://fcm.googleapis.com/fcm/send/x')).toBe(true)
  expect(allowed('https://web.push.apple.com/x')).toBe(true)
  for (const address of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://push.apple.com/x',
    'https://evilpush.apple.com.example/x',
    'https://xpush.apple.com/x',
    'https://localhost/x',
    'file:///etc/passwd',
    'nothing',
  ])
    expect([address, allowed(address)]).toEqual([address, false])
})

test('encryption gives the bytes of the example of RFC 8291', () => {
  const of = (text: string) => Buffer.from(text, 'base64url')
  const body = encrypt(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: of('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
      auth: of('BTBZMqHH6r4Tts7J_aSIgg'),
    },
    { key: of('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'), salt: of('DGv6ra1nlYgDCS1FRnbzlw') },
  )
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})
