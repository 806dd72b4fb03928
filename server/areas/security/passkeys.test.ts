import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { security } from '#contract/security/security.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, aPerson, inCompany, type Person, signIn, stepUp } from '#server/testing/factories.ts'
import { makeAuthenticator } from '#server/testing/passkey.ts'
import { relyingParty } from './passkeys.ts'

const origin = 'http://localhost:3000'
let app: TestApp
let company: MadeCompany
let person: Person

beforeAll(async () => {
  app = await testApp()
  Object.assign(app.services.config, { publicUrl: origin })
  company = await aCompany(app, { name: 'Austral Alimentos' })
  await aBystander(app, company)
  person = await aPerson(app, company, { firstName: 'Ana', lastName: 'Mora', profiles: ['employee', 'hr'] })
})

async function begin(as: string) {
  const { data, code } = await app.call(security.addPasskey, {}, { as, headers: await stepUp(app, as) })
  return { options: data?.opciones, challenge: String(data?.opciones.challenge), code }
}

/** Somebody who has a passkey, and the bearer of a session that has proved it. */
async function withPasskey() {
  const own = await aPerson(app, company, { profiles: ['employee', 'hr'] })
  const as = await signIn(app, company, own)
  const authenticator = makeAuthenticator(origin)
  const { challenge } = await begin(as)
  const made = await app.call(
    security.confirmPasskey,
    { respuesta: authenticator.make({ challenge }) },
    { as },
  )
  expect(made.status).toBe(200)
  return { own, as, authenticator }
}

async function ask(as: string) {
  const { data } = await app.call(security.askPasskey, {}, { as })
  return { options: data?.opciones, challenge: String(data?.opciones.challenge) }
}

describe('making a passkey', () => {
  test('the browser receives user and address, and no attestation is required', async () => {
    const as = await signIn(app, company, person)
    const { options } = await begin(as)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Austral Alimentos' },
      user: {
        id: Buffer.from(`${company.id}.${person.id}`).toString('base64url'),
        name: person.username,
        displayName: 'Ana Mora',
      },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })
  })

  test('it is a factor at once, the first with ten recovery codes; the second knows of the first', async () => {
    const as = await signIn(app, company, person)
    const authenticator = makeAuthenticator(origin)
    const { challenge } = await begin(as)
    const respuesta = authenticator.make({ challenge, recognised: false })
    const { data } = await app.call(security.confirmPasskey, { nombre: 'Mi llave', respuesta }, { as })
    expect(data).toMatchObject({ factor: { tipo: 'llave', nombre: 'Mi llave' }, user: { restriccion: null } })
    expect(data.codigos).toHaveLength(10)
    const listed = await app.call(security.factors, {}, { as })
    expect(listed.data).toMatchObject({ factores: [data.factor], recuperacion: 10, llaves: true })
    const { options } = await begin(as)
    expect(options?.['excludeCredentials']).toMatchObject([{ id: authenticator.id }])
  })

  test.each([
    ['another challenge', { challenge: Buffer.from('another').toString('base64url') }],
    ['another origin', { origin: 'http://localhost:3001' }],
    ['another host', { host: 'evil.example' }],
    ['the answer of another ceremony', { type: 'webauthn.get' as const }],
    ['nobody there', { present: false }],
  ])('%s makes none, and the challenge is spent', async (_what, change) => {
    const somebody = await aPerson(app, company)
    const as = await signIn(app, company, somebody, 'e')
    const { challenge } = await begin(as)
    const authenticator = makeAuthenticator(origin)
    const confirm = (more: object) =>
      app.call(security.confirmPasskey, { respuesta: authenticator.make({ challenge, ...more }) }, { as })
    expect(await confirm(change)).toMatchObject({ status: 422, code: 'MFA_PASSKEY_INVALID' })
    expect(await confirm({})).toMatchObject({ code: 'MFA_CODE_EXPIRED' })
  })

  test('a challenge lasts five minutes, and the newest alone is answered', async () => {
    const somebody = await aPerson(app, company)
    const as = await signIn(app, company, somebody, 'e')
    const authenticator = makeAuthenticator(origin)
    const confirm = (challenge: string) =>
      app.call(security.confirmPasskey, { respuesta: authenticator.make({ challenge }) }, { as })
    const old = await begin(as)
    await begin(as)
    expect(await confirm(old.challenge)).toMatchObject({ code: 'MFA_PASSKEY_INVALID' })
    const late = await begin(as)
    app.setNow(new Date(Date.now() + 301_000))
    expect(await confirm(late.challenge)).toMatchObject({ code: 'MFA_CODE_EXPIRED' })
    app.setNow(null)
    const { challenge } = await begin(as)
    app.setNow(new Date(Date.now() + 290_000))
    expect((await confirm(challenge)).status).toBe(200)
    app.setNow(null)
  })
})

test('an answer spends the challenge of its own session and kind alone', async () => {
  const firm = await aCompany(app)
  const [mine, other] = [makeAuthenticator(origin), makeAuthenticator(origin)]
  const [as, beside] = [
    await signIn(app, firm, await aPerson(app, firm), 'e'),
    await signIn(app, firm, await aPerson(app, firm), 'e'),
  ]
  const confirm = (bearer: string, by: typeof mine, { challenge }: { challenge: string }) =>
    app.call(security.confirmPasskey, { respuesta: by.make({ challenge }) }, { as: bearer })
  const [asked, theirs] = [await begin(as), await begin(beside)]
  await inCompany(app, firm.id, (tx) =>
    sql`insert into factor_challenges (company_id, session_id, kind, secret, expires_at)
        select company_id, session_id, 'mail', 'kept', expires_at from factor_challenges`.execute(tx.db),
  )

  expect((await confirm(as, mine, asked)).status).toBe(200)

  expect((await confirm(beside, other, theirs)).status).toBe(200)
  const left = await inCompany(app, firm.id, (tx) =>
    tx.db.selectFrom('factor_challenges').select('kind').execute(),
  )
  expect(left).toEqual([{ kind: 'mail' }, { kind: 'mail' }])
})

test('a factor eases a session that an identity provider opened, whatever the age of its password', async () => {
  const strict = await aCompany(app)
  const restricted = async (method: 'sso' | 'password') => {
    const own = await aPerson(app, strict, { profiles: ['employee', 'hr'] })
    const as = await signIn(app, strict, own)
    const { challenge } = await begin(as)
    await inCompany(app, strict.id, async (tx) => {
      await tx.db.updateTable('sessions').set({ method }).where('user_id', '=', own.id).execute()
      const before = new Date(Date.now() - 31 * 86_400_000)
      await tx.db.updateTable('users').set({ password_changed_at: before }).where('id', '=', own.id).execute()
    })
    const respuesta = makeAuthenticator(origin).make({ challenge })
    return (await app.call(security.confirmPasskey, { respuesta }, { as })).data.user.restriccion
  }
  await inCompany(app, strict.id, (tx) =>
    tx.db
      .insertInto('settings')
      .values({ company_id: strict.id, key: 'password.expires_days', value: '30' })
      .execute(),
  )

  expect(await restricted('sso')).toBeNull()
  expect(await restricted('password')).toBe('contrasena')
})

describe('proving by a passkey', () => {
  test('ends the restriction of a sign-in, recognised or not, and counts its uses', async () => {
    const { own, authenticator } = await withPasskey()
    const as = await signIn(app, company, own)
    const { challenge, options } = await ask(as)
    expect(options).toMatchObject({
      rpId: 'localhost',
      allowCredentials: [{ id: authenticator.id }],
      userVerification: 'preferred',
    })
    const respuesta = authenticator.answer({ challenge, counter: 7, recognised: false })
    const proved = await app.call(security.prove, { tipo: 'llave', respuesta }, { as })
    expect(proved.data).toMatchObject({ user: { restriccion: null }, recuperacion: 10 })
    const kept = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('factors').select('counter').where('user_id', '=', own.id).execute(),
    )
    expect(kept).toEqual([{ counter: 7 }])
    // A copy of the passkey lags behind with its count.
    const next = await ask(as)
    const copy = authenticator.answer({ challenge: next.challenge, counter: 7 })
    expect(await app.call(security.prove, { tipo: 'llave', respuesta: copy }, { as })).toMatchObject({
      code: 'MFA_PASSKEY_INVALID',
    })
  })

  test.each([
    ['another challenge', { challenge: Buffer.from('another').toString('base64url') }],
    ['another origin', { origin: 'https://localhost:3000' }],
    ['another host', { host: 'evil.example' }],
    ['the answer of another ceremony', { type: 'webauthn.create' as const }],
    ['nobody there', { present: false }],
  ])('%s proves nothing, and the challenge is spent', async (_what, change) => {
    const { own, authenticator } = await withPasskey()
    const as = await signIn(app, company, own)
    const { challenge } = await ask(as)
    const prove = (more: object) =>
      app.call(
        security.prove,
        { tipo: 'llave', respuesta: authenticator.answer({ challenge, ...more }) },
        { as },
      )
    expect(await prove(change)).toMatchObject({ status: 422, code: 'MFA_PASSKEY_INVALID' })
    expect(await prove({})).toMatchObject({ code: 'MFA_CODE_EXPIRED' })
  })

  test('another’s passkey proves nothing, nor does another’s signature under the own one’s name', async () => {
    const { own, authenticator } = await withPasskey()
    const other = await withPasskey()
    const as = await signIn(app, company, own)
    const answer = async (named: object) => {
      const { challenge } = await ask(as)
      const respuesta = { ...other.authenticator.answer({ challenge }), ...named }
      return app.call(security.prove, { tipo: 'llave', respuesta }, { as })
    }
    expect(await answer({})).toMatchObject({ code: 'MFA_PASSKEY_INVALID' })
    const { id } = authenticator
    expect(await answer({ id, rawId: id })).toMatchObject({ code: 'MFA_PASSKEY_INVALID' })
  })

  test('in place of the password the authenticator must have recognised its person', async () => {
    const { as, authenticator } = await withPasskey()
    const prove = async (recognised: boolean) => {
      const { challenge } = await ask(as)
      const respuesta = authenticator.answer({ challenge, recognised })
      return app.call(security.prove, { tipo: 'llave', respuesta }, { as })
    }
    expect(await prove(false)).toMatchObject({ code: 'MFA_PASSKEY_INVALID' })
    expect((await prove(true)).status).toBe(200)
  })

  test('needs an answer, and a passkey', async () => {
    const { as } = await withPasskey()
    expect(await app.call(security.prove, { tipo: 'llave' }, { as })).toMatchObject({
      code: codeOf('SYSTEM_API_PARAMETER_REQUIRED'),
      errors: [{ field: 'respuesta' }],
    })
    expect(await app.call(security.prove, { tipo: 'app' }, { as })).toMatchObject({
      code: codeOf('SYSTEM_API_PARAMETER_REQUIRED'),
      errors: [{ field: 'codigo' }],
    })
    // A code of an app that this person hasn't got.
    expect(await app.call(security.prove, { tipo: 'app', codigo: '123456' }, { as })).toMatchObject({
      code: 'SYSTEM_MFA_UNKNOWN',
      errors: [{ field: 'tipo' }],
    })
    const none = await signIn(app, company, await aPerson(app, company), 'e')
    expect(await app.call(security.askPasskey, {}, { as: none })).toMatchObject({
      code: 'SYSTEM_MFA_UNKNOWN',
    })
  })

  test('no more than ten factors are kept', async () => {
    const { own, as } = await withPasskey()
    const others = Array.from({ length: 9 }, (_, n) => ({
      company_id: company.id,
      user_id: own.id,
      kind: 'passkey' as const,
      credential: `credential${n}`,
      public_key: Buffer.from('none'),
      confirmed_at: new Date(),
      created_at: new Date(),
    }))
    await inCompany(app, company.id, (tx) => tx.db.insertInto('factors').values(others.slice(1)).execute())
    expect((await begin(as)).code).toBeUndefined()
    await inCompany(app, company.id, (tx) => tx.db.insertInto('factors').values(others.slice(0, 1)).execute())
    expect(await begin(as)).toMatchObject({ code: 'MFA_MOST' })
  })
})

test.each([
  ['https://legajo.example', 'legajo.example', true],
  ['http://localhost:3000', 'localhost', true],
  ['http://legajo.example', 'legajo.example', false],
  ['https://10.0.0.1', '10.0.0.1', false],
  ['https://[::1]', '[::1]', false],
])('%s is an address for passkeys: %s', (publicUrl, id, works) => {
  expect(relyingParty({ config: { ...app.services.config, publicUrl } })).toEqual({
    id,
    origin: publicUrl,
    works,
  })
})

test('no passkey is made at an address that is unfit for them', async () => {
  Object.assign(app.services.config, { publicUrl: 'http://127.0.0.1:3000' })
  const as = await signIn(app, company, await aPerson(app, company), 'e')
  expect(await begin(as)).toMatchObject({ code: 'MFA_PASSKEY_ADDRESS' })
  Object.assign(app.services.config, { publicUrl: origin })
})
