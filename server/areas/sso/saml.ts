import type { CacheProvider, Profile, SAML } from '@node-saml/node-saml'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/shared/services.ts'
import { addressesOf, type SamlProvider } from './provider.ts'
import { algorithmsOf } from './saml-metadata.ts'
import type { Vouched } from './vouched.ts'

const clockMilliseconds = 30_000
const oldestMilliseconds = 10 * 60_000
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** Under which names providers give the mail: as they are most often set up, and as the standards name it. */
const mailNames = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]

/** The request that an answer has to name, with its moment: kept in the flow's own row. */
export interface SamlRequest {
  id: string
  at: Date
}

/** Where the page goes to sign in, with a signed request; `again` asks for a fresh sign-in (ForceAuthn). */
export async function samlAddress(
  services: Services,
  provider: SamlProvider,
  flow: { state: string; request: SamlRequest; again: boolean },
): Promise<string> {
  const saml = await samlOf(services.config, provider, flow)
  return saml.getAuthorizeUrlAsync(flow.state, undefined, {})
}

/**
 * Takes the provider's answer (SAML 2.0 Web Browser SSO, HTTP POST): a signed assertion for us, in time, about the
 * request of this flow. What the library leaves to its caller is checked here: issuer, recipient, that the signed
 * part itself names the request, and that no broken hash stands in it.
 *
 * @throws {Error} whatever doesn't fit
 */
export async function samlAnswer(
  services: Services,
  provider: SamlProvider,
  flow: { state: string; request: SamlRequest; again: boolean },
  response: string,
): Promise<Vouched> {
  const xml = Buffer.from(response, 'base64').toString('utf8')
  if (algorithmsOf(xml).some((name) => !/(sha256|sha384|sha512)$/.test(name)))
    throw new Error('an algorithm that proves nothing')
  const saml = await samlOf(services.config, provider, flow)
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response })
  if (!profile?.nameID) throw new Error('no subject')
  if (profile.issuer !== provider.issuer) throw new Error('another issuer')
  if (profile.nameIDFormat === transient) throw new Error('a subject that changes')
  const { Assertion: assertion } = signedAssertion.parse(profile.getAssertion?.())
  const { acs } = addressesOf(services.config, provider.slug)
  const confirmed = assertion.Subject[0].SubjectConfirmation.some(
    ({ $, SubjectConfirmationData: [{ $: data }] }) =>
      $.Method === bearer && data.Recipient === acs && data.InResponseTo === flow.request.id,
  )
  if (!confirmed) throw new Error('not an answer to this request')
  return {
    issuer: profile.issuer,
    subject: profile.nameID,
    mail: mailOf(profile),
    // A company's own provider says of its own domains' mails whose they are; it has no word for 'verified'.
    mailVerified: true,
    authenticatedAt: new Date(assertion.AuthnStatement[0].$.AuthnInstant),
    hint: JSON.stringify({
      nameID: profile.nameID,
      nameIDFormat: profile.nameIDFormat ?? '',
      sessionIndex: profile.sessionIndex,
    }),
  }
}

/** The provider's address for signing out (SAML 2.0 Single Logout, HTTP Redirect); null where it has none. */
export async function samlSignOut(
  services: Services,
  provider: SamlProvider,
  hint: string | null,
  site: 's' | 'e',
): Promise<string | null> {
  if (!provider.logoutUrl || !hint) return null
  const { nameID, nameIDFormat, sessionIndex } = logoutHint.parse(JSON.parse(hint))
  const profile = { issuer: provider.issuer, nameID, nameIDFormat, ...(sessionIndex && { sessionIndex }) }
  const saml = await samlOf(services.config, provider, null)
  return saml.getLogoutUrlAsync(profile, site, {})
}

/** Our own metadata for the provider's administrator (SAML 2.0 Metadata). */
export async function ownMetadata(config: Config, provider: SamlProvider): Promise<string> {
  const saml = await samlOf(config, provider, null)
  return saml.generateServiceProviderMetadata(null, provider.ownCertificate)
}

const logoutHint = z.object({
  nameID: z.string(),
  nameIDFormat: z.string(),
  sessionIndex: z.string().optional(),
})

/** The signed assertion as the library parsed it, as far as it is looked at here. */
const signedAssertion = z.object({
  Assertion: z.object({
    Subject: z.tuple([
      z.object({
        SubjectConfirmation: z.array(
          z.object({
            $: z.object({ Method: z.string() }),
            SubjectConfirmationData: z.tuple([
              z.object({
                $: z.object({
                  Recipient: z.string(),
                  InResponseTo: z.string(),
                  NotOnOrAfter: z.string(),
                }),
              }),
            ]),
          }),
        ),
      }),
    ]),
    AuthnStatement: z.tuple([z.object({ $: z.object({ AuthnInstant: z.iso.datetime({ offset: true }) }) })]),
  }),
})

function mailOf(profile: Profile): string | null {
  const attributes = attributesOf.safeParse(profile.attributes)
  for (const name of mailNames) {
    const value = attributes.data?.[name]
    const mail = Array.isArray(value) ? value[0] : value
    if (typeof mail === 'string' && mail.includes('@')) return mail.trim()
  }
  return (profile.nameIDFormat ?? '').endsWith(':emailAddress') ? profile.nameID : null
}

const attributesOf = z.record(z.string(), z.unknown())

async function samlOf(
  config: Pick<Config, 'publicUrl' | 'apiBase'>,
  provider: SamlProvider,
  flow: { request: SamlRequest; again: boolean } | null,
): Promise<SAML> {
  // Loaded when first used: a start needs neither it nor its XML.
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  const { entity, acs, signedOut } = addressesOf(config, provider.slug)
  return new SAML({
    issuer: entity,
    audience: entity,
    callbackUrl: acs,
    logoutCallbackUrl: signedOut,
    idpCert: provider.certificates,
    idpIssuer: provider.issuer,
    entryPoint: provider.entryPoint,
    ...(provider.logoutUrl && { logoutUrl: provider.logoutUrl }),
    privateKey: provider.privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // The provider's own choice of a format; which one came is looked at.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: flow?.again ?? false,
    acceptedClockSkewMs: clockMilliseconds,
    maxAssertionAgeMs: oldestMilliseconds,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: oldestMilliseconds,
    ...(flow && { cacheProvider: requestsOf(flow.request), generateUniqueId: () => flow.request.id }),
  })
}

/**
 * The requests that an answer may name, for the library: the one of this flow. Its row was taken before, once, so
 * that nothing can be answered twice.
 */
function requestsOf(request: SamlRequest): CacheProvider {
  return {
    saveAsync: async (_id, value) => ({ value, createdAt: request.at.getTime() }),
    getAsync: async (id) => (id === request.id ? request.at.toISOString() : null),
    removeAsync: async (id) => id,
  }
}
