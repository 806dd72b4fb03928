import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, afterAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { account as ownAccount } from '#contract/account/account.ts'
import { ownAccount as own } from '#contract/account/own.ts'
import { employees } from '#contract/employees/employees.ts'
import { session } from '#contract/session/session.ts'
import { sso } from '#contract/sso.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { openSecret } from '#server/shared/identity/secret.ts'
import { testApp, type TestApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { browse } from '#server/testing/browsing.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  giveFactor,
  inCompany,
  password,
  type Person,
  stepUp,
} from '#server/testing/factories.ts'
import { startOidcProvider, type OidcTestProvider } from '#server/testing/oidc-provider.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { isLoopback } from './oidc.ts'
import { prepareProvider, removeProvider, setProvider } from './operations.ts'

const home = 'http://127.0.0.1:3000'
let app: TestApp
let company: MadeCompany
let provider: OidcTestProvider
let person: Person
let n = 0

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app, { slug: 'con-proveedor' })
  await aBystander(app, company)
  provider = await startOidcProvider(home, 'con-proveedor')
  await set({})
})
afterAll(() => provider.close())
beforeEach(async () => {
  const username = `ana${++n}`
  person = await aPerson(app, company, { username, mail: `${username}@acme.example` })
  provider.account = { id: `sub-${n}`, mail: person.mail ?? '', verified: true }
  provider.alter = null
  provider.forged = false
  provider.added = null
})

async function set(
  wishes: { onlySso?: boolean; signOutAtProvider?: boolean },
  { issuer, clientId, clientSecret } = provider,
): Promise<void> {
  const ready = await prepareProvider(app.services, company.id, {
    kind: 'oidc',
    issuer,
    clientId,
    clientSecret,
    mailDomains: ['acme.example'],
    ...wishes,
  })
  await inCompany(app, company.id, (tx) => setProvider(tx, app.services, ready))
}

const aVerifier = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, state: createHash('sha256').update(verifier).digest('base64url') }
}
async function begin(state: string, site: 's' | 'e' = 'e'): Promise<string> {
  const answer = await app.call(sso.start, { company: 'con-proveedor', state, site })
  expect(answer.status).toBe(200)
  return answer.data.direccion
}
/** Follows the provider's answer to us, and says where we send the browser. */
async function land(address: string): Promise<string> {
  const answer = await app.server.inject({ url: address.slice(home.length) })
  expect(answer.statusCode).toBe(303)
  return String(answer.headers.location)
}
const codeIn = (location: string) =>
  /^\/e\/redirect\/(?:authSSO|auth-token)\/#(.+)$/.exec(location)?.[1] ?? ''
const login = (code: string, verifier: string, more: object = {}) =>
  app.call(session.login, { sso: { code, verifier }, ...more })
/** From the button to the answer of the sign-in. */
async function whole() {
  const { verifier, state } = aVerifier()
  const code = codeIn(await land(await browse(await begin(state), home)))
  return { verifier, code, answer: await login(code, verifier) }
}

test('a provider that isn’t reached is refused by name', async () => {
  const gone = 'http://127.0.0.1:9'
  const wishes = { kind: 'oidc' as const, clientId: 'x', clientSecret: 'y', mailDomains: ['lejos.example'] }
  await expect(prepareProvider(app.services, company.id, { ...wishes, issuer: gone })).rejects.toMatchObject({
    code: 'SSO_PROVIDER_UNREACHABLE',
  })
})

test('a provider has the given settings, and else the defaults', async () => {
  const { issuer, clientId } = provider
  const bare = { kind: 'oidc' as const, issuer, clientId, mailDomains: [' ACME.example ', 'acme.example'] }
  expect(await prepareProvider(app.services, company.id, bare)).toEqual({
    kind: 'oidc',
    issuer,
    clientId,
    secret: null,
    mailDomains: ['acme.example'],
    signOutAtProvider: false,
    onlySso: false,
    showButton: true,
    buttonText: null,
    entryPoint: null,
    logoutUrl: null,
    ownCertificate: null,
    certificates: [],
  })
  const wishes = {
    signOutAtProvider: true,
    onlySso: true,
    showButton: false,
    buttonText: ` ${'x'.repeat(61)}`,
  }
  expect(
    await prepareProvider(app.services, company.id, { ...bare, ...wishes, clientSecret: 'y' }),
  ).toMatchObject({
    ...wishes,
    buttonText: 'x'.repeat(60),
    secret: 'y',
  })
})

test.each([
  ['no domain of mails', { mailDomains: [] }],
  ['a domain that is none', { mailDomains: ['acme.example', 'acme'] }],
  ['an address for a domain', { mailDomains: ['10.0.0.1'] }],
  ['an issuer that is no address', { issuer: 'acme' }],
  ['an issuer without TLS', { issuer: 'http://acme.example' }],
  ['an issuer with a query', { issuer: 'https://acme.example/?tenant=1' }],
  ['an issuer with a fragment', { issuer: 'https://acme.example/#1' }],
  ['an issuer with a user', { issuer: 'https://ana@acme.example' }],
  ['an issuer with a place for a tenant', { issuer: 'https://acme.example/{tenantid}' }],
  ['an issuer with an encoded place for a tenant', { issuer: 'https://acme.example/%7Btenantid%7D' }],
  ['everybody’s Google', { issuer: 'https://accounts.google.com' }],
  ['everybody’s Microsoft', { issuer: 'https://login.microsoftonline.com/common/v2.0' }],
  ['Microsoft’s organisations', { issuer: 'https://login.microsoftonline.com/organizations/v2.0' }],
])('%s fits no company', async (_what, change) => {
  const wanted = {
    kind: 'oidc' as const,
    issuer: provider.issuer,
    clientId: 'x',
    mailDomains: ['acme.example'],
  }
  await expect(prepareProvider(app.services, company.id, { ...wanted, ...change })).rejects.toMatchObject({
    code: 'SSO_PROVIDER_NOT_FIT',
  })
})

test.each([
  ['http://127.0.0.1:9000', true],
  ['http://[::1]:9000', true],
  ['http://localhost', true],
  ['https://127.0.0.1', false],
  ['http://127.0.0.1.evil.example', false],
  ['http://mylocalhost', false],
  ['http://10.0.0.1', false],
])('%s is this very machine without TLS: %s', (address, expected) => {
  expect(isLoopback(new URL(address))).toBe(expected)
})

describe('signing in at the provider', () => {
  test('opens a session of single sign-on, and the second time by the subject alone', async () => {
    const { answer } = await whole()
    expect(answer.data.user).toMatchObject({ id: person.id, sso: true, sitio: 'e', restriccion: null })
    provider.account = { id: `sub-${n}`, mail: 'otra@otro.example', verified: false }
    expect((await whole()).answer.data.user.id).toBe(person.id)
  })

  test('asks with state, nonce and PKCE, and gives the verifier to nobody', async () => {
    const { verifier, state } = aVerifier()
    await browse(await begin(state), home)
    expect(Object.fromEntries(provider.asked)).toMatchObject({
      state: `${company.id}.${state}`,
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/.{32}/),
      redirect_uri: `${home}/api/v2/auth-mod/sso/con-proveedor/callback`,
    })
    expect(provider.asked.toString()).not.toContain(verifier)
  })

  test('works once, within a minute, with the verifier that began', async () => {
    const { verifier, state } = aVerifier()
    const code = codeIn(await land(await browse(await begin(state), home)))
    expect(await login(code, aVerifier().verifier)).toMatchObject({ status: 422, code: 'SSO_CODE_DEAD' })
    expect((await login(code, verifier)).status).toBe(200)
    expect(await login(code, verifier)).toMatchObject({ code: 'SSO_CODE_DEAD' })
    const second = aVerifier()
    const late = codeIn(await land(await browse(await begin(second.state), home)))
    app.setNow(new Date(Date.now() + 61_000))
    expect(await login(late, second.verifier)).toMatchObject({ code: 'SSO_CODE_DEAD' })
    app.setNow(null)
  })

  test('trips that are under way together open with their own code and verifier alone', async () => {
    const [one, other] = [aVerifier(), aVerifier()]
    const [oneBack, otherBack] = [
      await browse(await begin(one.state), home),
      await browse(await begin(other.state), home),
    ]
    const [oneCode, otherCode] = [codeIn(await land(oneBack)), codeIn(await land(otherBack))]
    expect(await login(oneCode, other.verifier)).toMatchObject({ code: 'SSO_CODE_DEAD' })
    expect((await login(oneCode, one.verifier)).data.user.id).toBe(person.id)
    expect((await login(otherCode, other.verifier)).data.user.id).toBe(person.id)
    const events = await inCompany(app, company.id, ({ db }) =>
      db
        .selectFrom('events')
        .select('id')
        .where('act', '=', 'sso_bound')
        .where('subject_id', '=', person.id)
        .execute(),
    )
    expect(events).toHaveLength(1)
  })

  test('an answer is taken once, and a state begins once', async () => {
    const { state } = aVerifier()
    const back = await browse(await begin(state), home)
    expect(codeIn(await land(back))).not.toBe('')
    expect(await land(back)).toBe('/s/redirect/authSSO/?empresa=con-proveedor')
    const again = await app.call(sso.start, { company: 'con-proveedor', state, site: 'e' })
    expect(again).toMatchObject({ code: 'SSO_CODE_DEAD' })
  })

  test.each([
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['a foreign state', (url: URL) => url.searchParams.set('state', `${company.id}.${aVerifier().state}`)],
    [
      'a state of another company',
      (url: URL) => url.searchParams.set('state', `999999999.${aVerifier().state}`),
    ],
  ])('with %s only starts a new sign-in, whatever else it brings', async (_what, change) => {
    const url = new URL(await browse(await begin(aVerifier().state), home))
    change(url)
    url.searchParams.set('redirect_uri', 'https://evil.example')
    expect(await land(url.href)).toBe('/s/redirect/authSSO/?empresa=con-proveedor')
  })

  test('another trip’s code is refused: PKCE and nonce belong to one', async () => {
    const mine = new URL(await browse(await begin(aVerifier().state), home))
    const own = aVerifier()
    const theirs = new URL(await browse(await begin(own.state), home))
    theirs.searchParams.set('code', mine.searchParams.get('code') ?? '')
    const code = codeIn(await land(theirs.href))
    expect(await login(code, own.verifier)).toMatchObject({ code: 'SSO_ANSWER_REFUSED' })
  })

  test.each([
    ['another nonce', { nonce: 'another' }],
    ['another audience', { aud: 'somebody-else' }],
    ['another issuer', { iss: 'https://another.example' }],
    ['an end that is past', { exp: 1_700_000_000 }],
    ['no subject', { sub: undefined }],
  ])('with %s is refused', async (_what, claims) => {
    provider.alter = (given) => ({ ...given, ...claims })
    expect((await whole()).answer).toMatchObject({ status: 422, code: 'SSO_ANSWER_REFUSED' })
  })

  test('with the same claims signed again by its own key is taken', async () => {
    provider.alter = (given) => given
    expect((await whole()).answer.status).toBe(200)
  })

  test('the mail is that of the token, where it has one', async () => {
    provider.alter = (given) => ({ ...given, email: 'nadie@acme.example', email_verified: true })
    expect((await whole()).answer).toMatchObject({ code: 'SSO_NOBODY' })
    provider.alter = (given) => ({ ...given, email: person.mail?.toUpperCase(), email_verified: true })
    expect((await whole()).answer.data.user.id).toBe(person.id)
  })

  test('the trip lasts ten minutes', async () => {
    const begun = [aVerifier(), aVerifier()]
    const [soon = '', late = ''] = await Promise.all(
      begun.map(async ({ state }) => browse(await begin(state), home)),
    )
    app.setNow(new Date(Date.now() + 595_000))
    expect(codeIn(await land(soon))).not.toBe('')
    app.setNow(new Date(Date.now() + 605_000))
    expect(await land(late)).toBe('/s/redirect/authSSO/?empresa=con-proveedor')
    app.setNow(null)
  })

  test('binds the person to the subject, as evidence, and lets them sign', async () => {
    const dora = await aPerson(app, company, { maySign: false, mail: `dora${n}@acme.example` })
    provider.account = { id: `dora${n}`, mail: dora.mail ?? '', verified: true }
    await whole()
    const bound = await inCompany(app, company.id, async ({ db }) => ({
      subject: await db
        .selectFrom('sso_subjects')
        .select(['issuer', 'subject', 'bound_by'])
        .where('user_id', '=', dora.id)
        .execute(),
      signsSince: await db
        .selectFrom('users')
        .select(['id', 'may_sign_since'])
        .where('id', 'in', [dora.id, person.id])
        .orderBy('id')
        .execute(),
      evidence: await db
        .selectFrom('events')
        .select(['actor_id', 'data'])
        .where('subject_id', '=', dora.id)
        .where('act', '=', 'sso_bound')
        .execute(),
    }))
    const { issuer } = provider
    expect(bound.subject).toEqual([{ issuer, subject: `dora${n}`, bound_by: 'mail' }])
    expect(bound.signsSince[1]?.may_sign_since).toEqual(expect.any(Date))
    expect(bound.evidence).toEqual([{ actor_id: dora.id, data: { issuer, subject: `dora${n}`, by: 'mail' } }])
  })

  test('opens nothing for a locked user', async () => {
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('users').set({ locked_at: new Date() }).where('id', '=', person.id).execute(),
    )
    expect((await whole()).answer).toMatchObject({ code: codeOf('USER_LOCKED') })
  })

  test('a token that somebody else signed is refused', async () => {
    provider.forged = true
    expect((await whole()).answer).toMatchObject({ code: 'SSO_ANSWER_REFUSED' })
  })

  describe.each([
    ['nested 10,000 deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['of 300 kB', JSON.stringify('x'.repeat(300_000))],
  ])('an answer %s is refused', (_what, json) => {
    test('as a description', async () => {
      provider.added = { path: '/.well-known/openid-configuration', json }
      await expect(set({})).rejects.toMatchObject({ code: 'SSO_PROVIDER_UNREACHABLE' })
    })

    test.each(['/jwks', '/token', '/me'])('of %s', async (path) => {
      // A new version of the provider asks for its keys anew.
      await set({})
      provider.added = { path, json }
      expect((await whole()).answer).toMatchObject({ status: 422, code: 'SSO_ANSWER_REFUSED' })
      provider.added = { path, json: '[[1]]' }
      expect((await whole()).answer.status).toBe(200)
    })
  })

  test('claims nested 1,000 deep are refused', async () => {
    let deep: unknown = 1
    for (let level = 0; level < 1_000; level++) deep = [deep]
    provider.alter = (given) => ({ ...given, deep })
    expect((await whole()).answer).toMatchObject({ code: 'SSO_ANSWER_REFUSED' })
  })

  test('an answer of another issuer is refused before its code is spent', async () => {
    const own = aVerifier()
    const url = new URL(await browse(await begin(own.state), home))
    url.searchParams.set('iss', 'https://another.example')
    expect(await login(codeIn(await land(url.href)), own.verifier)).toMatchObject({
      code: 'SSO_ANSWER_REFUSED',
    })
  })

  test('is refused by name where it was cancelled at the provider', async () => {
    provider.account = null
    expect((await whole()).answer).toMatchObject({ code: 'SSO_PROVIDER_REFUSED' })
  })
})

describe('the person of an answer', () => {
  test.each([
    ['a mail that is not verified', () => ({ verified: false }), 'SSO_MAIL_NOT_VERIFIED'],
    ['a mail outside the domains', () => ({ mail: 'ana@acme.example.evil.example' }), 'SSO_MAIL_OUTSIDE'],
    ['two mails in one', () => ({ mail: `x@evil.example,${person.mail}` }), 'SSO_MAIL_OUTSIDE'],
    ['a mail of nobody', () => ({ mail: 'nadie@acme.example' }), 'SSO_NOBODY'],
    ['a mail that only looks alike', () => ({ mail: `aná${n}@acme.example` }), 'SSO_NOBODY'],
  ])('%s opens nothing', async (_what, change, code) => {
    provider.account = { ...account(), ...change() }
    expect((await whole()).answer).toMatchObject({ code })
  })

  test('the same subject at another provider is known by its mail, as at the first time', async () => {
    await whole()
    const another = await startOidcProvider(home, 'con-proveedor')
    const bea = await aPerson(app, company, { mail: `bea${n}@acme.example` })
    another.account = { id: `sub-${n}`, mail: bea.mail ?? '', verified: true }
    await set({}, another)
    expect((await whole()).answer.data.user.id).toBe(bea.id)
    another.account = { id: 'another', mail: person.mail ?? '', verified: true }
    expect((await whole()).answer.data.user.id).toBe(person.id)
    await set({})
    await another.close()
    expect((await whole()).answer.data.user.id).toBe(person.id)
  })

  test('another subject with the mail of somebody bound opens nothing', async () => {
    await whole()
    provider.account = { ...account(), id: 'another subject' }
    expect((await whole()).answer).toMatchObject({ code: 'SSO_NEEDS_OPERATOR' })
  })

  test('a subject that is bound to one person opens nothing once its mail is on the record of another', async () => {
    expect((await whole()).answer.data.user.id).toBe(person.id)
    const bea = await aPerson(app, company, { mail: `bea${n}@acme.example` })
    const admin = await anAdministrator(app, company)
    const given = { as: admin.bearer, headers: await stepUp(app, admin.bearer) }
    // Bea's mail stood on another's record by mistake, which Human Resources puts right.
    const right = { id: person.id, mail: `suya${n}@acme.example` }
    expect((await app.call(employees.changeMail, right, given)).status).toBe(200)
    expect((await whole()).answer.data.user.id).toBe(person.id)
    const hers = { id: bea.id, mail: person.mail }
    expect((await app.call(employees.changeMail, hers, given)).status).toBe(200)
    expect((await whole()).answer).toMatchObject({ code: 'SSO_NEEDS_OPERATOR' })
  })

  test('an administrator gives the password once', async () => {
    const admin = await aPerson(app, company, { profiles: ['employee', 'hr'], mail: `jefa${n}@acme.example` })
    provider.account = { ...account(), id: `jefa${n}`, mail: admin.mail ?? '' }
    const { code, verifier, answer } = await whole()
    expect(answer.data).toEqual({ confirmar: expect.objectContaining({ usuario: admin.username }) })
    expect(await login(code, verifier, { password: 'no-es-esta-1' })).toMatchObject({
      code: codeOf('WRONG_CREDENTIALS'),
    })
    const opened = await login(code, verifier, { password })
    expect(opened.data.user).toMatchObject({ id: admin.id, sso: true })
    expect((await whole()).answer.data.user.id).toBe(admin.id)
  })

  test('a user whose management profile was removed lately gives the password once', async () => {
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('users').set({ managed_until: new Date() }).where('id', '=', person.id).execute(),
    )
    expect((await whole()).answer.data).toHaveProperty('confirmar')
  })

  test('an administrator has five minutes for the password', async () => {
    const admin = await aPerson(app, company, { profiles: ['employee', 'hr'], mail: `jefa${n}@acme.example` })
    provider.account = { ...account(), id: `jefa${n}`, mail: admin.mail ?? '' }
    const { code, verifier } = await whole()
    app.setNow(new Date(Date.now() + 305_000))
    expect(await login(code, verifier, { password })).toMatchObject({ code: 'SSO_CODE_DEAD' })
    app.setNow(new Date(Date.now() + 290_000))
    expect((await login(code, verifier, { password })).data.user.id).toBe(admin.id)
    app.setNow(null)
  })

  test('an administrator without a password needs the operator', async () => {
    const admin = await aPerson(app, company, {
      profiles: ['employee', 'hr'],
      mail: `jefa${n}@acme.example`,
      signedIn: false,
    })
    provider.account = { ...account(), id: `jefa${n}`, mail: admin.mail ?? '' }
    expect((await whole()).answer).toMatchObject({ code: 'SSO_NEEDS_OPERATOR' })
  })

  const days = 86_400_000
  test.each([
    ['somebody else 29 days ago', 29, () => ({ actorId: person.id + 1 }), 'confirmar'],
    ['somebody else 31 days ago', 31, () => ({ actorId: person.id + 1 }), 'user'],
    ['the operator', 1, () => ({ actorId: null }), 'confirmar'],
    ['themselves', 1, () => ({ actorId: person.id }), 'user'],
  ])('a mail changed by %s: the password is asked for, or not', async (_who, ago, by, answered) => {
    await inCompany(app, company.id, async (tx) => {
      const subject = { kind: 'credential', id: person.id } as const
      await recordEvent(tx, { subject, act: 'mail_changed', at: new Date(Date.now() - ago * days), ...by() })
    })
    expect((await whole()).answer.data).toHaveProperty(answered)
  })

  test('another’s change, or another change by somebody else, asks for no password', async () => {
    await inCompany(app, company.id, async (tx) => {
      const subject = { kind: 'credential', id: person.id } as const
      await recordEvent(tx, {
        subject: { ...subject, id: person.id - 1 },
        act: 'mail_changed',
        actorId: null,
      })
      await recordEvent(tx, { subject, act: 'password_changed', actorId: null })
    })
    expect((await whole()).answer.data).toHaveProperty('user')
  })

  test('a new user answers about documents and makes no password', async () => {
    const fresh = await aPerson(app, company, { signedIn: false, mail: `nueva${n}@acme.example` })
    provider.account = { ...account(), id: `nueva${n}`, mail: fresh.mail ?? '' }
    const { answer } = await whole()
    expect(answer.data.user.restriccion).toBe('ingreso')
    const done = await app.call(ownAccount.firstLogin, { consent: true }, { as: answer.data.jwt })
    expect(done.data).toMatchObject({ restriccion: null, ingreso: 1 })
  })

  const account = () => ({ id: `sub-${n}`, mail: person.mail ?? '', verified: true })
})

describe('a code that was not used yet', () => {
  const ready = async () => {
    const { verifier, state } = aVerifier()
    const code = codeIn(await land(await browse(await begin(state), home)))
    return () => login(code, verifier)
  }

  test('opens nothing once the mail by which it means somebody is theirs no longer', async () => {
    const bea = await aPerson(app, company, { mail: `bea${n}@acme.example` })
    const use = await ready()
    const admin = await anAdministrator(app, company)
    const setMail = async (id: number, mail: string) =>
      app.call(
        employees.changeMail,
        { id, mail },
        { as: admin.bearer, headers: await stepUp(app, admin.bearer) },
      )
    // Human Resources had mixed two people up, and put each their own address.
    expect((await setMail(person.id, `otra${n}@acme.example`)).status).toBe(200)
    expect((await setMail(bea.id, person.mail ?? '')).status).toBe(200)
    expect(await use()).toMatchObject({ code: 'SSO_CODE_DEAD' })
    expect((await whole()).answer.data).toMatchObject({ confirmar: { usuario: bea.username } })
  })

  test('opens nothing once the person has objected to the address by which it was bound', async () => {
    const former = person.mail ?? ''
    const box = `rrhh${n}@acme.example`
    const admin = await anAdministrator(app, company)
    const headers = await stepUp(app, admin.bearer)
    await app.call(employees.changeMail, { id: person.id, mail: box }, { as: admin.bearer, headers })
    const pass = 'Cartero-77-verde'
    await app.call(ownAccount.changePasswordOf, { id: person.id }, { as: admin.bearer, headers })
    const token = (await linkMailed(person, 'reset_password')).split('#')[1] ?? ''
    const made = { email: box, token, pass, repass: pass }
    expect((await app.call(ownAccount.resetPassword, made)).status).toBe(200)
    provider.account = { id: `rrhh-${n}`, mail: box, verified: true }
    const { code, verifier } = await whole()
    expect((await login(code, verifier, { password: pass })).data.user.id).toBe(person.id)

    const use = await ready()
    const objection = (await linkMailed(person, 'mail_objection')).split('#correo.')[1] ?? ''
    expect((await app.call(own.useMailLink, { token: objection })).data).toMatchObject({ correo: former })
    expect(await use()).toMatchObject({ code: 'SSO_CODE_DEAD' })
  })

  test('opens nothing once the company has another provider, or none', async () => {
    await whole()
    const uses = [await ready(), await ready()]
    const another = await startOidcProvider(home, 'con-proveedor')
    await set({}, another)
    expect(await uses[0]?.()).toMatchObject({ code: 'SSO_CODE_DEAD' })
    await inCompany(app, company.id, (tx) => removeProvider(tx, app.services))
    expect(await uses[1]?.()).toMatchObject({ code: 'SSO_CODE_DEAD' })
    await set({})
    await another.close()
  })
})

test('the way back to a former address ends what was bound to the provider by the later one, and nothing earlier', async () => {
  const bound = (id: number) =>
    inCompany(app, company.id, ({ db }) =>
      db.selectFrom('sso_subjects').select(['issuer', 'subject']).where('user_id', '=', id).execute(),
    )
  const change = async (who: Person, email: string) => {
    const login = { user: who.username, password, site: 'e' as const }
    const as: string = (await app.call(session.login, login)).data.jwt
    expect((await app.call(own.changeMail, { email, pass: password }, { as })).status).toBe(200)
    const token = (await linkMailed(who, 'mail_confirm')).split('#correo.')[1] ?? ''
    expect((await app.call(own.useMailLink, { token })).status).toBe(200)
  }
  const revert = async (who: Person) => {
    const token = (await linkMailed(who, 'mail_changed_own')).split('#correo.')[1] ?? ''
    expect((await app.call(own.useMailLink, { token })).data).toMatchObject({ correo: who.mail })
  }
  // Somebody who knows the password puts an address of theirs, and comes in by the provider.
  const thiefs = `ladron${n}@acme.example`
  await change(person, thiefs)
  provider.account = { id: `ladron-${n}`, mail: thiefs, verified: true }
  expect((await whole()).answer.data.user.id).toBe(person.id)
  await revert(person)
  expect(await bound(person.id)).toEqual([])
  expect((await whole()).answer).toMatchObject({ code: 'SSO_NOBODY' })

  // A person whom the provider knew before the change it still knows.
  const bea = await aPerson(app, company, { mail: `bea${n}@acme.example` })
  provider.account = { id: `bea-${n}`, mail: bea.mail ?? '', verified: true }
  await whole()
  await change(bea, `nueva${n}@acme.example`)
  await revert(bea)
  expect(await bound(bea.id)).toEqual([{ issuer: provider.issuer, subject: `bea-${n}` }])
})

/** The link in the newest mail of an event to somebody. */
async function linkMailed({ id }: Person, event: string): Promise<string> {
  const { secret, message_id } = await inCompany(app, company.id, ({ db }) =>
    db
      .selectFrom('mails')
      .select(['secret', 'message_id'])
      .where('user_id', '=', id)
      .where('event', '=', event)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )
  return openSecret(app.services.config.appSecret, 'mail', secret ?? Buffer.alloc(0), message_id)
}

describe('the other company', () => {
  test('can’t have the same issuer', async () => {
    const other = await aCompany(app, { slug: 'otra-empresa' })
    const ready = await prepareProvider(app.services, other.id, {
      kind: 'oidc',
      issuer: provider.issuer,
      clientId: provider.clientId,
      mailDomains: ['acme.example'],
    })
    await expect(
      inCompany(app, other.id, (tx) => setProvider(tx, app.services, ready)),
    ).rejects.toMatchObject({ code: 'SSO_ISSUER_TAKEN' })
  })

  test('with a provider of its own that claims a mail of this one opens nobody here', async () => {
    const evil = await aCompany(app, { slug: 'empresa-b' })
    const theirs = await startOidcProvider(home, 'empresa-b')
    const ready = await prepareProvider(app.services, evil.id, {
      kind: 'oidc',
      issuer: theirs.issuer,
      clientId: theirs.clientId,
      clientSecret: theirs.clientSecret,
      mailDomains: ['acme.example'],
    })
    await inCompany(app, evil.id, (tx) => setProvider(tx, app.services, ready))
    theirs.account = { id: 'x', mail: person.mail ?? '', verified: true }
    const own = aVerifier()
    const started = await app.call(sso.start, { company: 'empresa-b', state: own.state, site: 'e' })
    const back = await browse(started.data.direccion, home)
    // The same answer at this company's address is no answer to anything here.
    const here = back.replace('/sso/empresa-b/', '/sso/con-proveedor/')
    expect(await land(here)).toBe('/s/redirect/authSSO/?empresa=con-proveedor')
    expect(await login(codeIn(await land(back)), own.verifier)).toMatchObject({ code: 'SSO_NOBODY' })
    await theirs.close()
  })
})

describe('a session of single sign-on', () => {
  async function proof(as: string) {
    const { verifier, state } = aVerifier()
    const begun = await app.call(sso.again, { state }, { as })
    const code = codeIn(await land(await browse(begun.data.direccion, home)))
    return { code, verifier }
  }

  test('is proved again by a fresh sign-in there, and by no password', async () => {
    const { answer } = await whole()
    const as = answer.data.jwt
    expect(await app.call(session.stepUp, { password }, { as })).toMatchObject({ code: 'SSO_SESSION' })
    const given = await proof(as)
    expect(Object.fromEntries(provider.asked)).toMatchObject({ prompt: 'login', max_age: '0' })
    // It proves; it opens nothing.
    expect(await login(given.code, given.verifier)).toMatchObject({ code: 'SSO_CODE_DEAD' })
    const ticket = await app.call(session.stepUp, { sso: given }, { as })
    expect(ticket.data.ticket).toMatch(/^\d+\./)
    expect(await app.call(session.stepUp, { sso: given }, { as })).toMatchObject({ code: 'SSO_CODE_DEAD' })
  })

  test('is proved by no answer that another session, or a sign-in, asked for', async () => {
    const [mine, other] = [await whole(), await whole()]
    const prove = async (given: { code: string; verifier: string }) =>
      (await app.call(session.stepUp, { sso: given }, { as: mine.answer.data.jwt })).code
    expect(await prove(await proof(other.answer.data.jwt))).toBe('SSO_CODE_DEAD')
    const { verifier, state } = aVerifier()
    const code = codeIn(await land(await browse(await begin(state), home)))
    expect(await prove({ code, verifier })).toBe('SSO_CODE_DEAD')
    expect((await login(code, verifier)).status).toBe(200)
  })

  test('is not proved by the same subject at another provider', async () => {
    const { answer } = await whole()
    const another = await startOidcProvider(home, 'con-proveedor')
    another.account = { id: `sub-${n}`, mail: person.mail ?? '', verified: true }
    await set({}, another)
    const given = await proof(answer.data.jwt)
    expect(await app.call(session.stepUp, { sso: given }, { as: answer.data.jwt })).toMatchObject({
      code: 'SSO_OTHER_PERSON',
    })
    await set({})
    await another.close()
  })

  test('is asked for the second factor that its person has', async () => {
    await giveFactor(app, company, person)
    const { answer } = await whole()
    expect(answer.data.user).toMatchObject({ id: person.id, sso: true, restriccion: 'segundo_factor' })
    const as = answer.data.jwt
    expect(await app.call(sso.again, { state: aVerifier().state }, { as })).toMatchObject({
      code: 'SESSION_RESTRICTED',
    })
  })

  test('is not proved by somebody else, by an old sign-in, or by one without a time', async () => {
    const { answer } = await whole()
    const as = answer.data.jwt
    const refused = async () => (await app.call(session.stepUp, { sso: await proof(as) }, { as })).code
    provider.alter = (claims) => ({ ...claims, sub: 'somebody else' })
    expect(await refused()).toBe('SSO_OTHER_PERSON')
    provider.alter = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 120 })
    expect(await refused()).toBe('SSO_NOT_FRESH')
    provider.alter = (claims) => ({ ...claims, auth_time: undefined })
    expect(await refused()).toBe('SSO_ANSWER_REFUSED')
  })

  test('ends at the provider too where the company wants it', async () => {
    const { answer } = await whole()
    expect((await app.call(session.logout, {}, { as: answer.data.jwt })).data.salida).toBeNull()
    await set({ signOutAtProvider: true })
    const second = await whole()
    const { salida } = (await app.call(session.logout, {}, { as: second.answer.data.jwt })).data
    const url = new URL(salida)
    expect(url.origin).toBe(provider.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${home}/e/login`)
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/)
    expect((await fetch(salida)).status).toBe(200)
  })
})

test('where only single sign-on is allowed, a password opens nothing', async () => {
  await set({ onlySso: true })
  const refused = await app.call(session.login, { user: person.username, password, site: 'e' })
  expect(refused).toMatchObject({ status: 403, code: 'SSO_ONLY' })
  expect((await whole()).answer.status).toBe(200)
  await set({})
})
