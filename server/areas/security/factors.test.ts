import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { account } from '#contract/account/account.ts'
import { home } from '#contract/home.ts'
import { security } from '#contract/security/security.ts'
import { session } from '#contract/session/session.ts'
import { openSecret } from '#server/shared/identity/secret.ts'
import { readLock } from '#server/shared/identity/throttle.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  aPerson,
  inCompany,
  password,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'

let app: TestApp
let company: MadeCompany
let start: Date
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
})
// Whole half minutes, so that a step of an app of codes is a step of the clock.
beforeEach(() => {
  start = new Date(Math.ceil(Date.now() / 30_000) * 30_000)
  app.setNow(start)
})

const later = (seconds: number) => app.setNow(new Date(app.services.clock().getTime() + seconds * 1000))
const appCodeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.services.clock().getTime() })
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** The code of the last mail that was queued for somebody. */
async function mailedCode(person: Person): Promise<string> {
  const mail = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('mails')
      .select(['secret', 'message_id', 'variables'])
      .where('user_id', '=', person.id)
      .where('event', '=', 'factor_code')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )
  if (!mail.secret) throw new Error('the mail holds no code')
  const code = openSecret(app.services.config.appSecret, 'mail', mail.secret, mail.message_id)
  expect(JSON.stringify(mail.variables)).not.toContain(code)
  return code
}

/** Somebody who added an app of codes. */
async function withApp(profiles: ('hr' | 'employee' | 'manager')[] = ['employee', 'hr']) {
  const person = await aPerson(app, company, { profiles })
  const site = profiles.includes('employee') && profiles.length === 1 ? 'e' : 's'
  const bearer = await signIn(app, company, person, site)
  const { data } = await app.call(security.addApp, {}, { as: bearer, headers: await stepUp(app, bearer) })
  const confirmed = await app.call(
    security.confirm,
    { id: data.id, codigo: appCodeOf(data.secreto) },
    { as: bearer },
  )
  expect(confirmed.status).toBe(200)
  later(30)
  return {
    person,
    site,
    bearer,
    id: data.id,
    secret: data.secreto,
    codes: confirmed.data.codigos as string[],
  }
}

async function withMail() {
  const person = await aPerson(app, company, { profiles: ['employee', 'hr'] })
  const bearer = await signIn(app, company, person)
  const headers = await stepUp(app, bearer)
  const { data } = await app.call(
    security.addMail,
    { mail: 'propia@correo.example' },
    { as: bearer, headers },
  )
  const codigo = await mailedCode(person)
  const confirmed = await app.call(security.confirm, { id: data.id, codigo }, { as: bearer })
  expect(confirmed.status).toBe(200)
  return { person, bearer, id: data.id }
}

const prove = (as: string, tipo: 'correo' | 'app' | 'recuperacion', codigo: string) =>
  app.call(security.prove, { tipo, codigo }, { as })

describe('signing in with a second factor', () => {
  test('gives a session that may only prove it, and logout', async () => {
    const { person } = await withApp()
    const as = await signIn(app, company, person)
    const me = await app.call(account.profile, {}, { as })
    expect(me.data).toMatchObject({ restriccion: 'segundo_factor', ingreso: 1 })
    const passes: string[] = []
    for (const call of app.calls.filter((one) => one.need !== 'public')) {
      const answer = await app.call(call, {}, { as })
      if (answer.code !== 'SESSION_RESTRICTED') passes.push(`${call.method} ${call.path}`)
    }
    expect(passes.toSorted()).toEqual([
      'GET /actions/available',
      'GET /keepalive',
      'GET /users/profile',
      'GET /v2/security/factors',
      'POST /v2/security/factors/app',
      'POST /v2/security/factors/mail',
      'POST /v2/security/factors/passkey',
      'POST /v2/security/factors/passkey/confirm',
      'POST /v2/security/factors/{id}/confirm',
      'POST /v2/security/proof',
      'POST /v2/security/proof/mail',
      'POST /v2/security/proof/passkey',
    ])
    // Not even the password, by who knows it; nor a second factor of their own beside the first.
    expect(
      await app.call(
        account.changePassword,
        { oldpass: password, pass: 'Otra-48-azul', repass: 'Otra-48-azul' },
        { as },
      ),
    ).toMatchObject({ code: 'SESSION_RESTRICTED' })
    expect(await app.call(security.addApp, {}, { as })).toMatchObject({ code: 'MFA_PROOF_REQUIRED' })
    expect(await app.call(security.addMail, { mail: 'ladron@correo.example' }, { as })).toMatchObject({
      code: 'MFA_PROOF_REQUIRED',
    })
  })

  test('a code of the app ends the restriction, once: the same step is refused, also an older one', async () => {
    const { person, secret } = await withApp()
    const first = await signIn(app, company, person)
    const codigo = appCodeOf(secret)
    const both = await Promise.all([
      prove(first, 'app', codigo),
      prove(await signIn(app, company, person), 'app', codigo),
    ])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
    const [passed] = both.filter(({ status }) => status === 200)
    expect(passed?.data.user.restriccion).toBeNull()
    const again = await signIn(app, company, person)
    expect(await prove(again, 'app', codigo)).toMatchObject({ code: 'MFA_CODE_WRONG' })
    later(30)
    expect(await prove(again, 'app', appCodeOf(secret))).toMatchObject({ status: 200 })
    expect(await app.call(home.documents, {}, { as: again })).not.toMatchObject({
      code: 'SESSION_RESTRICTED',
    })
  })

  test('proves itself in its own session and in no other', async () => {
    const { person, bearer, secret } = await withApp()
    later(11 * 60)
    await app.call(session.keepalive, { active: true }, { as: bearer })
    const [proved, other] = [await signIn(app, company, person), await signIn(app, company, person)]
    expect(await prove(proved, 'app', appCodeOf(secret))).toMatchObject({ status: 200 })
    expect((await app.call(account.profile, {}, { as: other })).data.restriccion).toBe('segundo_factor')
    // An older session proved it too long ago to change factors.
    expect(await app.call(security.recovery, {}, { as: bearer })).toMatchObject({
      code: 'MFA_PROOF_REQUIRED',
    })
  })

  test('a mailed code is good once, in its own session, for ten minutes', async () => {
    const { person } = await withMail()
    const one = await signIn(app, company, person)
    const other = await signIn(app, company, person)
    await app.call(security.sendCode, {}, { as: await signIn(app, company, person) })
    const sent = await app.call(security.sendCode, {}, { as: one })
    expect(sent.data).toMatchObject({ destino: 'pro•••••@correo.example', enviados: 1, maximo: 5 })
    const codigo = await mailedCode(person)
    expect(await prove(other, 'correo', codigo)).toMatchObject({ code: 'MFA_CODE_EXPIRED' })
    later(10 * 60 + 1)
    expect(await prove(one, 'correo', codigo)).toMatchObject({ code: 'MFA_CODE_EXPIRED' })
    await app.call(security.sendCode, {}, { as: one })
    const fresh = await mailedCode(person)
    expect(await prove(one, 'correo', wrongOf(fresh))).toMatchObject({
      code: 'MFA_CODE_WRONG',
      errors: [{ message: expect.stringContaining('4') }],
    })
    expect(await prove(one, 'correo', ` ${fresh.slice(0, 3)} ${fresh.slice(3)}`)).toMatchObject({
      status: 200,
    })
    expect(await prove(one, 'correo', fresh)).toMatchObject({ code: 'MFA_CODE_EXPIRED' })
    // The right code has reset the count of wrong ones.
    await app.call(security.sendCode, {}, { as: one })
    expect((await prove(one, 'correo', wrongOf(await mailedCode(person)))).errors[0]?.message).toContain('4')
  })

  test('the mails of an hour are counted from its first one', async () => {
    const { person } = await withMail()
    const sent = async () => {
      const as = await signIn(app, company, person)
      return (await app.call(security.sendCode, {}, { as })).data.enviados
    }
    expect(await sent()).toBe(0)
    later(3600)
    expect(await sent()).toBe(1)
    later(1)
    expect(await sent()).toBe(0)
  })

  test('a code of the app serves the half minute after its own, and only six digits are one', async () => {
    const { person, secret } = await withApp()
    const as = await signIn(app, company, person)
    const early = appCodeOf(secret)
    later(60)
    for (const codigo of [early, 'abcdefghij', early.slice(1)])
      expect(await prove(as, 'app', codigo)).toMatchObject({ code: 'MFA_CODE_WRONG' })
    const before = appCodeOf(secret)
    later(30)
    expect(await prove(as, 'app', before)).toMatchObject({ status: 200 })
  })

  test('each round of wrong codes after the tenth waits longer, an hour at most, and the first is mailed', async () => {
    const { person, secret } = await withApp()
    for (const [before, minutes] of [
      [9, 15],
      [14, 30],
      [19, 60],
      [24, 60],
    ] as const) {
      await inCompany(app, company.id, ({ db }) =>
        db
          .insertInto('factor_counts')
          .values({ company_id: company.id, user_id: person.id, wrong: before })
          .onConflict((on) => on.columns(['company_id', 'user_id']).doUpdateSet({ wrong: before }))
          .execute(),
      )
      const wrong = wrongOf(appCodeOf(secret))
      const ended = await prove(await signIn(app, company, person), 'app', wrong)
      expect([before, ended.code]).toEqual([before, 'MFA_SIGN_IN_AGAIN'])
      const as = await signIn(app, company, person)
      const { code, errors } = await prove(as, 'app', appCodeOf(secret))
      expect([before, code, errors[0]?.message]).toEqual([
        before,
        'MFA_LOCKED',
        expect.stringContaining(` ${minutes} `),
      ])
      later(minutes * 60)
    }
    expect((await mailsOf(person)).filter((event) => event === 'factor_locked')).toHaveLength(1)
    const as = await signIn(app, company, person)
    expect(await prove(as, 'app', appCodeOf(secret))).toMatchObject({ status: 200 })
  })

  test('the sixth request to send again blocks codes by mail for an hour, with a mail about it', async () => {
    const { person } = await withMail()
    const as = await signIn(app, company, person)
    for (let n = 0; n <= 5; n++) expect((await app.call(security.sendCode, {}, { as })).data.enviados).toBe(n)
    const codigo = await mailedCode(person)
    const colleague = (await withMail()).person
    const besides = await signIn(app, company, colleague)
    expect(await app.call(security.sendCode, {}, { as: besides })).toMatchObject({ status: 200 })
    await inCompany(app, company.id, (tx) =>
      sql`insert into factor_challenges (company_id, session_id, kind, secret, expires_at)
          select company_id, session_id, 'passkey', 'kept', expires_at from factor_challenges
          where session_id in (select id from sessions where user_id = ${person.id})`.execute(tx.db),
    )
    expect(await app.call(security.sendCode, {}, { as })).toMatchObject({
      code: 'MFA_RESEND_LOCKED',
      errors: [{ message: expect.stringContaining('60') }],
    })
    expect(await prove(as, 'correo', codigo)).toMatchObject({ code: 'MFA_CODE_EXPIRED' })
    // The challenge of a passkey is not voided with it, nor anybody else’s code.
    const left = await inCompany(app, company.id, ({ db }) =>
      db.selectFrom('factor_challenges').select('kind').where('secret', '=', 'kept').execute(),
    )
    expect(left).toEqual([{ kind: 'passkey' }])
    expect(await prove(besides, 'correo', await mailedCode(colleague))).toMatchObject({ status: 200 })
    // From another session too, since attempts are counted per person.
    const second = await signIn(app, company, person)
    expect(await app.call(security.sendCode, {}, { as: second })).toMatchObject({ code: 'MFA_RESEND_LOCKED' })
    expect(await mailsOf(person)).toContain('factor_locked')
    later(3600)
    const third = await signIn(app, company, person)
    expect(await app.call(security.sendCode, {}, { as: third })).toMatchObject({ status: 200 })
  })

  test('five wrong codes end the session; ten in a row wait, whatever the address or session', async () => {
    const { person, secret } = await withApp()
    const wrong = wrongOf(appCodeOf(secret))
    const first = await signIn(app, company, person)
    for (let left = 4; left > 0; left--)
      expect((await prove(first, 'app', wrong)).errors[0]?.message).toContain(String(left))
    expect(await prove(first, 'app', wrong)).toMatchObject({ code: 'MFA_SIGN_IN_AGAIN' })
    expect(await prove(first, 'app', appCodeOf(secret))).toMatchObject({ status: 401 })
    const second = await signIn(app, company, person)
    for (let n = 0; n < 5; n++)
      await app.call(security.prove, { tipo: 'app', codigo: wrong }, { as: second, address: `10.9.0.${n}` })
    const third = await signIn(app, company, person)
    expect(await prove(third, 'app', appCodeOf(secret))).toMatchObject({ code: 'MFA_LOCKED' })
    expect(await mailsOf(person)).toContain('factor_locked')
    later(15 * 60 + 1)
    expect(await prove(third, 'app', appCodeOf(secret))).toMatchObject({ status: 200 })
  })

  test('many at once get no more tries than one after the other', async () => {
    const { person, secret } = await withApp()
    const as = await signIn(app, company, person)
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => prove(as, 'app', wrongOf(appCodeOf(secret)))),
    )
    const looked = answers.filter(({ code }) => code === 'MFA_CODE_WRONG' || code === 'MFA_SIGN_IN_AGAIN')
    expect(looked.length).toBeLessThanOrEqual(10)
  })

  test('a recovery code opens once, for its owner only, and is reported by mail', async () => {
    const { person, codes } = await withApp()
    expect(new Set(codes).size).toBe(10)
    const other = await withApp()
    const as = await signIn(app, company, person)
    const [code = ''] = codes
    expect(await prove(await signIn(app, company, other.person), 'recuperacion', code)).toMatchObject({
      code: 'MFA_CODE_WRONG',
    })
    expect((await prove(as, 'recuperacion', code.toUpperCase().replace('-', ' '))).data).toMatchObject({
      recuperacion: 9,
      user: { restriccion: null },
    })
    expect(await mailsOf(person)).toContain('recovery_code_used')
    expect(await prove(await signIn(app, company, person), 'recuperacion', code)).toMatchObject({
      code: 'MFA_CODE_WRONG',
    })
  })

  test('a factor that is required at each sign-in passes a lock of wrong passwords', async () => {
    const { person } = await withMail()
    for (let n = 0; n < 10; n++)
      await app.call(session.login, { user: person.username, password: 'no-es-esta-1' })
    const answer = await app.call(session.login, { user: person.username, password })
    expect(answer.data.user.restriccion).toBe('segundo_factor')
    const lock = () => readLock(app.services, { user: `${company.id} ${person.id}`, address: '127.0.0.1' })
    expect(await lock()).toBeGreaterThan(0)
    await app.call(security.sendCode, {}, { as: answer.data.jwt })
    expect((await prove(answer.data.jwt, 'correo', await mailedCode(person))).status).toBe(200)
    expect(await lock()).toBe(0)
    const plain = await aPerson(app, company, { profiles: ['hr'] })
    for (let n = 0; n < 10; n++)
      await app.call(session.login, { user: plain.username, password: 'no-es-esta-1' })
    expect(await app.call(session.login, { user: plain.username, password })).toMatchObject({
      code: codeOf('USER_LOCKED'),
    })
  })
})

describe('one’s own factors', () => {
  test('the first needs a step-up, ends the other sessions, and is an event and a mail', async () => {
    const person = await aPerson(app, company, { profiles: ['hr'] })
    const before = await signIn(app, company, person)
    const as = await signIn(app, company, person)
    expect(await app.call(security.addApp, {}, { as })).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    const { data } = await app.call(security.addApp, {}, { as, headers: await stepUp(app, as) })
    expect(data.uri).toMatch(/^otpauth:\/\/totp\/.*[?&]period=30(&|$)/)
    // It counts only from its first code on.
    expect((await app.call(security.factors, {}, { as })).data.factores).toEqual([])
    await app.call(security.confirm, { id: data.id, codigo: appCodeOf(data.secreto) }, { as })
    expect(await app.call(account.profile, {}, { as: before })).toMatchObject({ status: 401 })
    expect((await app.call(security.factors, {}, { as })).data).toMatchObject({
      factores: [{ tipo: 'app' }],
      recuperacion: 10,
      exigido: false,
    })
    expect(await mailsOf(person)).toContain('factor_added')
    expect(await actsOn(person)).toContain('factor_added')
    const stored = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('factors').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow(),
    )
    expect(stored.secret?.toString('latin1')).not.toContain(data.secreto)
  })

  test('counts from its first code on: a wrong one and a late one confirm nothing', async () => {
    const person = await aPerson(app, company, { profiles: ['hr'] })
    const as = await signIn(app, company, person)
    const confirm = (id: number, codigo: string) => app.call(security.confirm, { id, codigo }, { as })
    const begun = await app.call(security.addApp, {}, { as, headers: await stepUp(app, as) })
    const code = appCodeOf(begun.data.secreto)
    expect((await confirm(begun.data.id, wrongOf(code))).code).toBe('MFA_CODE_WRONG')
    const headers = await stepUp(app, as)
    const mailed = await app.call(security.addMail, { mail: 'otra@correo.example' }, { as, headers })
    later(10 * 60 + 1)
    expect((await confirm(mailed.data.id, await mailedCode(person))).code).toBe('MFA_CODE_EXPIRED')
    expect((await app.call(security.factors, {}, { as })).data.factores).toEqual([])
  })

  test('a mail that is begun again is the same one; another address or person begins one of their own', async () => {
    const { bearer: as, id } = await withMail()
    const other = await withMail()
    const begin = async (bearer: string, mail: string) =>
      (await app.call(security.addMail, { mail }, { as: bearer, headers: await stepUp(app, bearer) })).data
    const newApp = async () =>
      (await app.call(security.addApp, {}, { as, headers: await stepUp(app, as) })).data.id
    const replaced = await newApp()
    const begunApp = await newApp()
    const first = await begin(as, 'otra@correo.example')
    expect((await begin(as, 'otra@correo.example')).id).toBe(first.id)
    expect((await begin(other.bearer, 'otra@correo.example')).id).not.toBe(first.id)
    expect((await begin(as, 'propia@correo.example')).id).not.toBe(id)
    const last = await begin(as, 'otra.direccion@correo.example')
    expect(last.destino).toBe('otra.d•••••@correo.example')
    const confirm = async (factor: number) =>
      (await app.call(security.confirm, { id: factor, codigo: '000000' }, { as })).code
    expect(await confirm(first.id)).toBe('NOT_FOUND')
    expect(await confirm(replaced)).toBe('NOT_FOUND')
    expect(await confirm(begunApp)).toBe('MFA_CODE_WRONG')
    // Those that count already stay until another is confirmed.
    for (const [bearer, factor] of [
      [as, id],
      [other.bearer, other.id],
    ])
      expect((await app.call(security.factors, {}, { as: bearer })).data.factores).toMatchObject([
        { id: factor, tipo: 'correo' },
      ])
  })

  test('a code that was mailed to a new address proves no factor before it is confirmed', async () => {
    const { person, bearer: as } = await withMail()
    const headers = await stepUp(app, as)
    await app.call(security.addMail, { mail: 'otra@correo.example' }, { as, headers })
    expect(await prove(as, 'correo', await mailedCode(person))).toMatchObject({ code: 'MFA_CODE_EXPIRED' })
  })

  test('a new app replaces the former one and nothing of another kind; codes go with the last factor', async () => {
    const { person, bearer: as, id, codes } = await withApp()
    const began = app.services.clock()
    const own = async () => (await app.call(security.factors, {}, { as })).data
    const added = async () => {
      const { data } = await app.call(security.addApp, {}, { as, headers: await stepUp(app, as) })
      const codigo = appCodeOf(data.secreto)
      await app.call(security.confirm, { id: data.id, codigo: wrongOf(codigo) }, { as })
      const { data: confirmed } = await app.call(security.confirm, { id: data.id, codigo }, { as })
      expect(confirmed.codigos).toEqual([])
      return data
    }
    const headers = await stepUp(app, as)
    const { data: mail } = await app.call(security.addMail, { mail: 'suya@correo.example' }, { as, headers })
    await app.call(security.confirm, { id: mail.id, codigo: await mailedCode(person) }, { as })
    expect((await own()).factores).toMatchObject([
      { id, tipo: 'app' },
      { id: mail.id, tipo: 'correo' },
    ])
    const { id: newer, secreto } = await added()
    expect(await own()).toMatchObject({
      factores: [
        { id: mail.id, tipo: 'correo' },
        { id: newer, tipo: 'app', usado: began.toISOString() },
      ],
      recuperacion: codes.length,
      probado: new Date(began.getTime() + 10 * 60_000).toISOString(),
    })
    later(10 * 60)
    expect((await own()).probado).toBeNull()
    await app.call(session.keepalive, { active: true }, { as })
    // Confirming it has reset the count of wrong codes.
    const codigo = appCodeOf(secreto)
    expect((await prove(as, 'app', wrongOf(codigo))).errors[0]?.message).toContain('4')
    expect(await prove(as, 'app', codigo)).toMatchObject({ status: 200 })
    expect((await own()).factores[1].usado).toBe(app.services.clock().toISOString())
    await app.call(security.remove, { id: mail.id }, { as })
    expect(await own()).toMatchObject({ factores: [{ id: newer }], recuperacion: codes.length })
  })

  test('another’s is neither confirmed nor removed, and there are no codes without a factor', async () => {
    const { bearer: as } = await withApp()
    const other = await withApp()
    const headers = await stepUp(app, other.bearer)
    const { data } = await app.call(security.addApp, {}, { as: other.bearer, headers })
    const codigo = appCodeOf(data.secreto)
    expect(await app.call(security.confirm, { id: data.id, codigo }, { as })).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await app.call(security.remove, { id: other.id }, { as })).toMatchObject({ code: 'NOT_FOUND' })
    const none = await signIn(app, company, await aPerson(app, company), 'e')
    expect(await app.call(security.recovery, {}, { as: none })).toMatchObject({
      code: 'SYSTEM_MFA_AUTH_NOT_CONFIGURED',
    })
  })

  test('one is added or removed, and codes renewed, only after the factor was proved within minutes', async () => {
    const { person, bearer, id, secret } = await withApp()
    later(11 * 60)
    await app.call(session.keepalive, { active: true }, { as: bearer })
    const headers = await stepUp(app, bearer)
    for (const tried of [
      await app.call(security.remove, { id }, { as: bearer }),
      await app.call(security.recovery, {}, { as: bearer }),
      await app.call(security.addMail, { mail: 'otra@correo.example' }, { as: bearer, headers }),
    ])
      expect(tried).toMatchObject({ code: 'MFA_PROOF_REQUIRED' })
    await prove(bearer, 'app', appCodeOf(secret))
    expect((await app.call(security.recovery, {}, { as: bearer })).data.codigos).toHaveLength(10)
    expect(await mailsOf(person)).toContain('recovery_codes_made')
    expect(await actsOn(person)).toContain('recovery_codes_made')
    expect(await app.call(security.remove, { id }, { as: bearer })).toMatchObject({ status: 200 })
    expect((await app.call(security.factors, {}, { as: bearer })).data).toMatchObject({
      factores: [],
      recuperacion: 0,
    })
    expect(await mailsOf(person)).toContain('factor_removed')
    expect(await actsOn(person)).toContain('factor_removed')
  })

  test('a code of the app is a step-up, recorded in its ticket; a wrong one isn’t', async () => {
    const { bearer, secret } = await withApp()
    const codigo = appCodeOf(secret)
    expect(await app.call(session.stepUp, { codigo: wrongOf(codigo) }, { as: bearer })).toMatchObject({
      code: 'MFA_CODE_WRONG',
    })
    const { data } = await app.call(session.stepUp, { codigo }, { as: bearer })
    expect(data.ticket).toMatch(/^\d+\./)
    const made = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('step_ups').select('method').orderBy('expires_at', 'desc').execute(),
    )
    expect(made.map(({ method }) => method)).toContain('totp')
    expect(await app.call(session.stepUp, { codigo }, { as: bearer })).toMatchObject({
      code: 'MFA_CODE_WRONG',
    })
    const none = await aPerson(app, company, { profiles: ['hr'] })
    expect(
      await app.call(session.stepUp, { codigo }, { as: await signIn(app, company, none) }),
    ).toMatchObject({ code: 'SYSTEM_MFA_UNKNOWN' })
  })

  test('passkeys are refused at an address that is a number', async () => {
    const person = await aPerson(app, company, { profiles: ['hr'] })
    const as = await signIn(app, company, person)
    expect(await app.call(security.addPasskey, {}, { as, headers: await stepUp(app, as) })).toMatchObject({
      code: 'MFA_PASSKEY_ADDRESS',
    })
  })
})

const mailsOf = (person: Person) =>
  inCompany(app, company.id, async (tx) =>
    (await tx.db.selectFrom('mails').select('event').where('user_id', '=', person.id).execute()).map(
      ({ event }) => event,
    ),
  )
const actsOn = (person: Person) =>
  inCompany(app, company.id, async (tx) =>
    (
      await tx.db
        .selectFrom('events')
        .select('act')
        .where('subject_kind', '=', 'credential')
        .where('subject_id', '=', person.id)
        .execute()
    ).map(({ act }) => act),
  )
