import { createHash, randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { session } from '#contract/session/session.ts'
import { sso } from '#contract/sso.ts'
import { testApp, type TestApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, aPerson, inCompany, password, type Person } from '#server/testing/factories.ts'
import { samlForm, startSamlProvider, type SamlTestProvider } from '#server/testing/saml-provider.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { prepareProvider, setProvider } from './operations.ts'
import { makeOwnKey } from './own-key.ts'
import { readProvider } from './provider.ts'

const home = 'http://127.0.0.1:3000'
const slug = 'con-saml'
let app: TestApp
let company: MadeCompany
let provider: SamlTestProvider
let person: Person
let n = 0

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app, { slug })
  await aBystander(app, company)
  provider = await startSamlProvider(home, slug)
  const ready = await prepareProvider(app.services, company.id, {
    kind: 'saml',
    metadata: provider.metadata,
    mailDomains: ['acme.example'],
    signOutAtProvider: true,
  })
  await inCompany(app, company.id, (tx) => setProvider(tx, app.services, ready))
  const own = await inCompany(app, company.id, (tx) => readProvider(tx, app.services))
  // From here on it refuses requests that we did not sign.
  provider.trusted = own?.kind === 'saml' ? own.ownCertificate : null
})
afterAll(() => provider.close())
beforeEach(async () => {
  const username = `eva${++n}`
  person = await aPerson(app, company, { username, mail: `${username}@acme.example` })
  provider.account = { id: `name-${n}`, mail: person.mail ?? '' }
  provider.ways = {}
})

const aVerifier = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, state: createHash('sha256').update(verifier).digest('base64url') }
}
async function begin(state: string): Promise<string> {
  const answer = await app.call(sso.start, { company: slug, state, site: 'e' })
  expect(answer.status).toBe(200)
  return answer.data.direccion
}
/** Posts what the provider's page would, and says where we send the browser. */
async function post(form: { SAMLResponse: string; RelayState: string }): Promise<string> {
  const answer = await app.server.inject({
    method: 'POST',
    url: `/api/v2/auth-mod/sso/${slug}/acs`,
    payload: new URLSearchParams({ SAMLResponse: form.SAMLResponse, RelayState: form.RelayState }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.statusCode).toBe(303)
  return String(answer.headers.location)
}
const requestIn = (address: string) =>
  inflateRawSync(Buffer.from(new URL(address).searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
const codeIn = (location: string) => location.split('#')[1] ?? ''
const login = (code: string, verifier: string) => app.call(session.login, { sso: { code, verifier } })

/** The whole way, with what the provider sends changed on the way back. */
async function whole(change: (xml: string) => string = (xml) => xml) {
  const { verifier, state } = aVerifier()
  const form = await samlForm(await begin(state))
  const xml = change(Buffer.from(form.SAMLResponse, 'base64').toString())
  const sent = { ...form, SAMLResponse: Buffer.from(xml).toString('base64') }
  return { sent, xml, answer: await login(codeIn(await post(sent)), verifier) }
}

describe('signing in at the provider', () => {
  test('opens a session, and the second time by the subject alone', async () => {
    const { answer } = await whole()
    expect(answer.data.user).toMatchObject({ id: person.id, sso: true, sitio: 'e' })
    provider.account = { id: `name-${n}`, mail: 'otra@otro.example' }
    expect((await whole()).answer.data.user.id).toBe(person.id)
  })

  test('an unsigned request is refused by the provider: ours are signed', async () => {
    const address = new URL(await begin(aVerifier().state))
    expect(address.searchParams.get('Signature')).toBeTruthy()
    expect(address.searchParams.get('SigAlg')).toMatch(/#rsa-sha256$/)
    address.searchParams.set('RelayState', 'another')
    expect((await fetch(address)).status).toBe(500)
  })

  test('the request names recipient and issuer, and restricts nothing else', async () => {
    const requested = requestIn(await begin(aVerifier().state))
    const base = `${home}/api/v2/auth-mod/sso/${slug}`
    expect(requested).toContain(`AssertionConsumerServiceURL="${base}/acs"`)
    expect(requested).toContain(`>${base}/metadata</saml:Issuer>`)
    expect(requested).not.toMatch(/RequestedAuthnContext|ForceAuthn|Format=/)
  })

  test('an unsolicited or repeated answer only starts a new sign-in', async () => {
    const { sent } = await whole()
    const anew = `/s/redirect/authSSO/?empresa=${slug}`
    expect(await post(sent)).toBe(anew)
    expect(await post({ ...sent, RelayState: '' })).toBe(anew)
    expect(await post({ ...sent, RelayState: 'https://evil.example/' })).toBe(anew)
    expect(await post({ ...sent, RelayState: 'e' })).toBe(`/e/redirect/authSSO/?empresa=${slug}`)
  })

  test('the answer to another request is refused, also a fresh and well signed one', async () => {
    const mine = await samlForm(await begin(aVerifier().state))
    const { verifier, state } = aVerifier()
    const theirs = await samlForm(await begin(state))
    const location = await post({ ...theirs, SAMLResponse: mine.SAMLResponse })
    expect(await login(codeIn(location), verifier)).toMatchObject({ code: 'SSO_ANSWER_REFUSED' })
  })
})

describe('an answer is refused', () => {
  const refused = async (change?: (xml: string) => string) =>
    expect((await whole(change)).answer).toMatchObject({ status: 422, code: 'SSO_ANSWER_REFUSED' })
  const signature = /<Signature[\s\S]*?<\/Signature>/
  const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/
  const find = (xml: string, what: RegExp) => {
    const found = what.exec(xml)?.[0]
    if (!found) throw new Error(`nothing like ${what} in the answer`)
    return found
  }
  const forge = (xml: string) => xml.replaceAll(`name-${n}`, 'somebody-else').replaceAll(`eva${n}@`, 'jefa@')

  test('unsigned, also where only the signature was taken out', async () => {
    await refused((xml) => xml.replace(find(xml, signature), ''))
    provider.ways = { signAssertion: false }
    await refused()
  })

  test('where only the response around it is signed', async () => {
    provider.ways = { signAssertion: false, signResponse: true }
    await refused()
  })

  test('changed after it was signed', () => refused(forge))

  test('signed by another key', async () => {
    const other = await makeOwnKey('http://127.0.0.1', new Date())
    provider.ways = { key: other.privateKey, cert: other.certificate }
    await refused()
  })

  test('with a broken hash', async () => {
    provider.ways = { signatureAlgorithm: 'rsa-sha1' }
    await refused()
    provider.ways = { digestAlgorithm: 'sha1' }
    await refused()
  })

  // Signature wrapping: the signed assertion stays somewhere, and another is put where it is looked for
  // (Somorovsky et al., On Breaking SAML, USENIX Security 2012).
  test.each<[string, (evil: string, good: string, xml: string) => string]>([
    ['the forged one before it', (evil, good, xml) => xml.replace(good, evil + good)],
    ['the forged one after it', (evil, good, xml) => xml.replace(good, good + evil)],
    [
      'the good one inside the forged',
      (evil, good, xml) => xml.replace(good, evil.replace('</saml:Assertion>', `${good}</saml:Assertion>`)),
    ],
    [
      'the good one inside the forged one’s signature',
      (evil, good, xml) =>
        xml.replace(
          good,
          evil.replace(
            '</saml:Assertion>',
            `${find(good, signature).replace('</Signature>', `<Object>${good}</Object></Signature>`)}</saml:Assertion>`,
          ),
        ),
    ],
    [
      'the good one in extensions',
      (evil, good, xml) => xml.replace(good, `<samlp:Extensions>${good}</samlp:Extensions>${evil}`),
    ],
    [
      'the same id twice',
      (evil, good, xml) => xml.replace(good, evil.replace(/ID="[^"]*"/, find(good, /ID="[^"]*"/)) + good),
    ],
  ])('wrapped: %s', async (_what, wrap) => {
    await refused((xml) => {
      const good = find(xml, assertion)
      const evil = forge(good)
        .replace(signature, '')
        .replace(/ID="[^"]*"/, 'ID="_evil"')
      return wrap(evil, good, xml)
    })
  })

  test('for another audience, another recipient, another issuer', async () => {
    provider.ways = { audience: `${home}/another` }
    await refused()
    provider.ways = { recipient: 'https://another.example/acs' }
    await refused()
    provider.ways = { issuer: 'https://another.example' }
    await refused()
  })

  test('expired', async () => {
    provider.ways = { lifetimeInSeconds: -120 }
    await refused()
  })

  test('that names another request inside what is signed', async () => {
    provider.ways = { inResponseTo: '_another' }
    // Outside of it anybody may write what they like.
    const { verifier, state } = aVerifier()
    const address = await begin(state)
    const form = await samlForm(address)
    const row = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('sso_flows').select('request_id').where('state', '=', state).executeTakeFirst(),
    )
    const xml = Buffer.from(form.SAMLResponse, 'base64').toString()
    const said = xml.replace('InResponseTo="_another"', `InResponseTo="${row?.request_id}"`)
    expect(said).not.toBe(xml)
    const location = await post({ ...form, SAMLResponse: Buffer.from(said).toString('base64') })
    expect(await login(codeIn(location), verifier)).toMatchObject({ code: 'SSO_ANSWER_REFUSED' })
  })

  test('with a subject that changes each time', async () => {
    provider.ways = { nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }
    await refused()
  })

  test('with a document type, or as nothing that is XML', async () => {
    await refused((xml) => `<!DOCTYPE r [<!ENTITY a "b">]>${xml}`)
    await refused(() => 'nothing')
  })

  test('with elements nested 10,000 deep, in an answer or in the metadata', async () => {
    const deep = `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`
    const within = (xml: string) => xml.replace(/<\/[^<>]+>\s*$/, (end) => deep + end)
    await refused(within)
    const wishes = { kind: 'saml' as const, mailDomains: ['acme.example'] }
    await expect(
      prepareProvider(app.services, company.id, { ...wishes, metadata: within(provider.metadata) }),
    ).rejects.toMatchObject({ code: 'SSO_PROVIDER_NOT_FIT' })
  })

  test('with a mail outside the domains', async () => {
    provider.account = { id: `name-${n}`, mail: `eva${n}@another.example` }
    expect((await whole()).answer).toMatchObject({ code: 'SSO_MAIL_OUTSIDE' })
  })
})

describe('a session of SAML', () => {
  test('is proved again with ForceAuthn, and by no password', async () => {
    const { answer } = await whole()
    const as = answer.data.jwt
    expect(await app.call(session.stepUp, { password }, { as })).toMatchObject({ code: 'SSO_SESSION' })
    const prove = async () => {
      const { verifier, state } = aVerifier()
      const begun = await app.call(sso.again, { state }, { as })
      expect(requestIn(begun.data.direccion)).toContain('ForceAuthn="true"')
      const code = codeIn(await post(await samlForm(begun.data.direccion)))
      return app.call(session.stepUp, { sso: { code, verifier } }, { as })
    }
    expect((await prove()).data.ticket).toMatch(/^\d+\./)
    provider.account = { id: 'somebody-else', mail: person.mail ?? '' }
    expect(await prove()).toMatchObject({ code: 'SSO_OTHER_PERSON' })
  })

  test('ends at the provider too', async () => {
    const { answer } = await whole()
    const { salida } = (await app.call(session.logout, {}, { as: answer.data.jwt })).data
    const back = await fetch(salida, { redirect: 'manual' })
    const location = String(back.headers.get('location'))
    expect(location).toContain(`${home}/api/v2/auth-mod/sso/${slug}/signed-out?`)
    const here = await app.server.inject({ url: location.slice(home.length) })
    expect([here.statusCode, here.headers.location]).toEqual([303, '/e/login'])
  })

  test('our metadata says where to answer, and with which key we sign', async () => {
    const { body } = await app.server.inject({ url: `/api/v2/auth-mod/sso/${slug}/metadata` })
    expect(body).toContain(`entityID="${home}/api/v2/auth-mod/sso/${slug}/metadata"`)
    expect(body).toContain(`Location="${home}/api/v2/auth-mod/sso/${slug}/acs"`)
    expect(body).toContain('WantAssertionsSigned="true"')
    expect(body).toContain('<ds:X509Certificate>')
    expect((await app.server.inject({ url: '/api/v2/auth-mod/sso/nadie-asi/metadata' })).statusCode).toBe(404)
  })
})
