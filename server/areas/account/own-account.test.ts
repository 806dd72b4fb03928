import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { account } from '#contract/account/account.ts'
import { ownAccount } from '#contract/account/own.ts'
import { session } from '#contract/session/session.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { setSetting } from '#server/shared/settings.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  password,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

const agent = (os: string, browser: string) =>
  `Mozilla/5.0 (${os}) AppleWebKit/537.36 (KHTML, like Gecko) ${browser} Safari/537.36`
const windows = agent('Windows NT 10.0; Win64; x64', 'Chrome/140.0.0.0')
const newer = agent('Windows NT 10.0; Win64; x64', 'Chrome/141.0.0.0')
const phone = agent('Linux; Android 15; Pixel 8', 'Chrome/140.0.0.0 Mobile')

let app: TestApp
let company: MadeCompany
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
})

async function enter(person: Person, device: string, site: 's' | 'e' = 'e', address = '10.1.2.3') {
  const input = { user: person.username, password, site }
  const { data } = await app.call(session.login, input, { headers: { 'user-agent': device }, address })
  return data.jwt as string
}
const alive = async (as: string) => (await app.call(account.profile, {}, { as })).status === 200

describe('one’s own sessions', () => {
  test('are listed with device and place, for both sites, without ended ones and those of others', async () => {
    const person = await aPerson(app, company, { profiles: ['employee', 'hr'] })
    const other = await aPerson(app, company)
    await enter(other, windows)
    app.setNow(new Date(Date.now() - 50 * 60_000))
    await enter(person, windows)
    app.setNow(null)
    await enter(person, windows, 's')
    const expired = new Date()
    await enter(person, newer, 's')
    await inCompany(app, company.id, ({ db }) =>
      db
        .updateTable('sessions')
        .set({ expires_at: expired })
        .where('user_id', '=', person.id)
        .where('device', '=', newer)
        .execute(),
    )
    const as = await enter(person, phone)
    const { data } = await app.call(ownAccount.sessions, {}, { as })
    expect(data).toMatchObject([
      { actual: true, sitio: 'e', dispositivo: 'Chrome en Android', tipo: 'telefono', direccion: '10.1.2.3' },
      { actual: false, sitio: 's', dispositivo: 'Chrome en Windows', tipo: 'computadora' },
    ])
  })

  test('end one by one or all others, and never another’s', async () => {
    const person = await aPerson(app, company)
    const other = await aPerson(app, company)
    const theirs = await enter(other, windows)
    const [first, second, third, here] = [
      await enter(person, windows),
      await enter(person, windows),
      await enter(person, windows),
      await enter(person, phone),
    ]
    const idOf = async (as: string) =>
      (await app.call(ownAccount.sessions, {}, { as })).data.find(({ actual }: { actual: boolean }) => actual)
        .id
    const headers = await stepUp(app, here)
    const end = (id: number, given = headers) =>
      app.call(ownAccount.endSession, { id }, { as: here, headers: given })
    expect((await end(await idOf(first), {})).code).toBe('STEP_UP_REQUIRED')
    expect((await end(await idOf(theirs))).code).toBe('NOT_FOUND')
    const id = await idOf(first)
    expect((await end(id)).status).toBe(200)
    expect((await end(id)).code).toBe('NOT_FOUND')
    expect([await alive(theirs), await alive(first), await alive(second)]).toEqual([true, false, true])
    expect((await app.call(ownAccount.endOtherSessions, {}, { as: here, headers })).data).toEqual({
      cerradas: 2,
    })
    expect([await alive(second), await alive(third), await alive(here)]).toEqual([false, false, true])

    const { data, pagination } = await app.call(ownAccount.activity, { perPage: 4 }, { as: here })
    expect(data.map(({ hecho }: { hecho: string }) => hecho)).toEqual([
      'session_closed',
      'session_closed',
      'session_closed',
      'signed_in',
    ])
    expect(data[3]).toMatchObject({ propio: true, dispositivo: 'Chrome en Android', direccion: '10.1.2.3' })
    expect(pagination).toMatchObject({ total: 7, perPage: 4 })
  })

  test('their activity names others who acted on the account, without their device, and shows no other act', async () => {
    const person = await aPerson(app, company)
    const helper = await aPerson(app, company, { firstName: 'Eva', lastName: 'Paz' })
    const as = await enter(person, windows)
    const detail = { address: '10.4.4.4', device: phone }
    await inCompany(app, company.id, async (tx) => {
      const account = (id: number) => ({ subject: { kind: 'credential' as const, id }, detail })
      await recordEvent(tx, { ...account(person.id), act: 'mail_changed', actorId: helper.id })
      await recordEvent(tx, { ...account(person.id), act: 'password_changed', actorId: person.id })
      // Acts on others, of another kind of subject, and of another name.
      await recordEvent(tx, { ...account(helper.id), act: 'link_mailed', actorId: person.id })
      await recordEvent(tx, { ...account(person.id), act: 'mfa_required' as 'locked', actorId: person.id })
      const subject = { kind: 'process' as 'credential', id: person.id }
      await recordEvent(tx, { subject, act: 'invited', actorId: helper.id })
    })
    const { data, pagination } = await app.call(ownAccount.activity, {}, { as })
    expect(data).toMatchObject([
      { hecho: 'password_changed', propio: true, quien: null, direccion: '10.4.4.4' },
      { hecho: 'mail_changed', propio: false, quien: 'Eva Paz', dispositivo: null, direccion: null },
      { hecho: 'signed_in', propio: true },
    ])
    expect(pagination?.total).toBe(3)
  })
})

describe('a sign-in from a browser that was never used', () => {
  const told = (person: Person) =>
    inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('mails')
        .select(['to_address', 'variables'])
        .where('user_id', '=', person.id)
        .where('event', '=', 'new_device')
        .execute(),
    )

  test('is mailed with device and place; the first sign-in, a newer version and another address are not', async () => {
    const person = await aPerson(app, company)
    await enter(person, windows)
    await enter(person, newer)
    await enter(person, windows, 'e', '10.9.9.9')
    expect(await told(person)).toEqual([])
    await enter(person, phone, 'e', '10.9.9.9')
    expect(await told(person)).toMatchObject([
      { to_address: person.mail, variables: { dispositivo: 'Chrome en Android', direccion: '10.9.9.9' } },
    ])
    await enter(person, phone)
    expect(await told(person)).toHaveLength(1)
  })

  test.each([
    ['known', 180, -1, 0],
    ['new again', 180, 1, 1],
  ])('is %s where the last one was %i days and %i minutes ago', async (_what, days, minutes, mails) => {
    const person = await aPerson(app, company)
    app.setNow(new Date(Date.now() - days * 86_400_000 - minutes * 60_000))
    await enter(person, phone)
    app.setNow(new Date(Date.now() - 100 * 86_400_000))
    await enter(person, windows)
    app.setNow(null)
    const before = (await told(person)).length
    await enter(person, phone)
    expect(await told(person)).toHaveLength(before + mails)
  })
})

describe('a picture', () => {
  const wide = () =>
    sharp({ create: { width: 900, height: 500, channels: 3, background: '#884422' } })
      .withExif({ IFD0: { Copyright: 'secret-place' } })
      .jpeg()
      .toBuffer()
  const save = async (as: string, id: number, bytes?: Uint8Array) =>
    app.call(
      ownAccount.saveAvatar,
      { id },
      { as, file: { name: '../yo.jpg', bytes: bytes ?? (await wide()) } },
    )

  test('is made anew as a small square without what the file carried, and replaced', async () => {
    const person = await aPerson(app, company)
    const as = await signIn(app, company, person, 'e')
    const colleague = await aPerson(app, company)
    await save(await signIn(app, company, colleague, 'e'), colleague.id)
    expect((await app.call(account.profile, {}, { as })).data.foto).toBeNull()
    expect((await app.call(ownAccount.avatar, { id: person.id }, { as })).status).toBe(404)
    const { data } = await save(as, person.id)
    const shown = await app.call(ownAccount.avatar, { id: person.id }, { as })
    const facts = await sharp(shown.bytes).metadata()
    expect(facts).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect([facts.exif, shown.bytes.includes('secret-place')]).toEqual([undefined, false])
    expect((await app.call(account.profile, {}, { as })).data.foto).toBe(data.foto)
    for (const [call, input] of [
      [ownAccount.profileAvatar, { id: person.id }],
      [ownAccount.photo, {}],
    ] as const)
      expect((await app.call(call, input, { as })).bytes).toEqual(shown.bytes)
    expect((await app.call(ownAccount.photo, { pending: true }, { as })).status).toBe(404)
    expect((await save(as, person.id)).data.foto).not.toBe(data.foto)
    expect((await app.call(ownAccount.dropAvatar, {}, { as })).status).toBe(200)
    expect((await app.call(account.profile, {}, { as })).data.foto).toBeNull()
  })

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'is accepted as PNG, JPEG and WebP and refused as GIF: %s',
    async (format) => {
      const person = await aPerson(app, company)
      const as = await signIn(app, company, person, 'e')
      const picture = await sharp(await wide())
        .toFormat(format)
        .toBuffer()
      const { status, code } = await save(as, person.id, picture)
      expect([status, code]).toEqual(
        format === 'gif' ? [415, 'SYSTEM_API_WRONG_MIME_TYPE'] : [200, undefined],
      )
    },
  )

  test('is refused above 1 MB, of another type, and where it is none', async () => {
    const person = await aPerson(app, company)
    const as = await signIn(app, company, person, 'e')
    const noise = Buffer.alloc(1_048_577, 'x')
    noise.set([0xff, 0xd8, 0xff, 0xe0])
    expect((await save(as, person.id, noise)).code).toBe('SYSTEM_API_MAX_FILE_SIZE_EXCEEDED')
    expect((await save(as, person.id, noise.subarray(0, 2000))).code).toBe('SYSTEM_API_WRONG_MIME_TYPE')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect((await save(as, person.id, svg)).code).toBe('SYSTEM_API_WRONG_MIME_TYPE')
  })

  test('is set by its person alone, and visible to viewers who reach the person', async () => {
    const person = await aPerson(app, company, { sector: 'Planta' })
    const as = await signIn(app, company, person, 'e')
    await save(as, person.id)
    const admin = await anAdministrator(app, company)
    expect((await save(admin.bearer, person.id)).code).toBe('NOT_FOUND')
    const limited = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Ventas' }] })
    const colleague = await aPerson(app, company)
    const see = async (bearer: string) =>
      (await app.call(ownAccount.avatar, { id: person.id }, { as: bearer })).status
    expect([
      await see(admin.bearer),
      await see(await signIn(app, company, limited)),
      await see(await signIn(app, company, colleague, 'e')),
    ]).toEqual([200, 404, 404])
    expect((await app.call(ownAccount.photo, { userId: person.id }, { as: admin.bearer })).status).toBe(200)
  })
})

describe('the rest of an account', () => {
  test('a language chosen is the person’s, wherever they sign in', async () => {
    const person = await aPerson(app, company)
    const as = await signIn(app, company, person, 'e')
    expect((await app.call(account.profile, {}, { as })).data).toMatchObject({
      idioma: 'es',
      idioma_elegido: null,
    })
    await app.call(ownAccount.language, { idioma: 'pt' }, { as })
    const elsewhere = await signIn(app, company, person, 'e')
    expect((await app.call(account.profile, {}, { as: elsewhere })).data).toMatchObject({
      idioma: 'pt',
      idioma_elegido: 'pt',
    })
  })

  test('terms are asked where the company has some, by version, and kept with their moment', async () => {
    const here = await aCompany(app)
    const person = await aPerson(app, here)
    const as = await signIn(app, here, person, 'e')
    const asked = async () => (await app.call(ownAccount.terms, {}, { as })).data.pedidos
    const holdsUp = async () => (await app.call(account.profile, {}, { as })).data.terminos
    expect([await asked(), await holdsUp()]).toEqual([null, false])
    const put = (version: string) =>
      inCompany(app, here.id, (tx) => setSetting(tx, 'terms.version', version, null))
    await put('2026-11')
    expect(await asked()).toMatchObject({
      version: '2026-11',
      aceptados: null,
    })
    expect(await holdsUp()).toBe(true)
    expect((await app.call(ownAccount.acceptTerms, { version: '2025-01' }, { as })).code).toBe(
      'TERMS_OTHER_VERSION',
    )
    const accepted = await app.call(ownAccount.acceptTerms, { version: '2026-11' }, { as })
    const again = await app.call(ownAccount.acceptTerms, { version: '2026-11' }, { as })
    expect(again.data).toEqual(accepted.data)
    expect((await asked()).aceptados).toBe(accepted.data.aceptados)
    expect(await holdsUp()).toBe(false)
    await put('2027-01')
    expect((await asked()).aceptados).toBeNull()
    expect(await holdsUp()).toBe(true)
    expect((await app.call(ownAccount.overview, {}, { as })).data.terminos.version).toBe('2026-11')
  })
})
