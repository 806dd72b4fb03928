import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client'
import { refuse } from '#server/shared/errors.ts'
import type { Services } from '#server/shared/services.ts'
import { findUnsound } from '#server/shared/unsound.ts'
import { fetchBounded } from './bounded-fetch.ts'
import { addressesOf, type OidcProvider } from './provider.ts'
import type { Vouched } from './vouched.ts'

const timeoutSeconds = 8
const keptMilliseconds = 10 * 60_000
const clockSeconds = 30
/** A fresh sign-in is not older than its request; the library has to be told a limit for auth_time to be asked. */
const freshSeconds = 900

const kept = new Map<string, { until: number; config: Promise<Configuration> }>()

/** Only a provider on this very machine may be asked without TLS. */
export function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(url.hostname)
}

/**
 * Asks a provider for its own description and checks that it is the issuer's.
 *
 * @throws {Refusal} SSO_PROVIDER_UNREACHABLE
 */
export async function discover(issuer: string, clientId: string, secret: string | null) {
  return (await configure(issuer, clientId, secret)).serverMetadata()
}

/** Where the page goes to sign in; `again` asks for a fresh sign-in (OpenID Connect Core 3.1.2.1). */
export async function oidcAddress(
  services: Services,
  provider: OidcProvider,
  flow: { state: string; nonce: string; pkce: string; again: boolean },
): Promise<string> {
  const config = await configurationOf(provider)
  return buildAuthorizationUrl(config, {
    redirect_uri: addressesOf(services.config, provider.slug).callback,
    scope: 'openid email',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(flow.pkce),
    code_challenge_method: 'S256',
    ...(flow.again && { prompt: 'login', max_age: '0' }),
  }).href
}

/**
 * Takes the provider's answer: exchanges its code, and checks issuer, signature, audience, expiry, nonce and state.
 * The mail comes from the userinfo endpoint where the token has none.
 *
 * @throws {Error} whatever doesn't fit, in the library's words
 */
export async function oidcAnswer(
  services: Services,
  provider: OidcProvider,
  flow: { state: string; nonce: string; pkce: string; again: boolean },
  query: string,
): Promise<Vouched> {
  const config = await configurationOf(provider)
  const here = new URL(addressesOf(services.config, provider.slug).callback)
  here.search = query
  const tokens = await authorizationCodeGrant(config, here, {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.pkce,
    idTokenExpected: true,
    ...(flow.again && { maxAge: freshSeconds }),
  })
  const claims = tokens.claims()
  if (!claims || !tokens.id_token) throw new Error('no ID token')
  if (claims.iss !== provider.issuer) throw new Error('another issuer')
  if (findUnsound(claims)) throw new Error('claims nested too deep')
  // For a renewed proof the subject identifies the person, without a mail.
  const asksElsewhere =
    !flow.again && claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
  const person = asksElsewhere ? await fetchUserInfo(config, tokens.access_token, claims.sub) : claims
  return {
    issuer: claims.iss,
    subject: claims.sub,
    mail: typeof person.email === 'string' ? person.email : null,
    mailVerified: person.email_verified === true,
    authenticatedAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null,
    hint: tokens.id_token,
  }
}

/** The provider's address for signing out (OpenID Connect RP-Initiated Logout 1.0); null where it has none. */
export async function oidcSignOut(
  services: Services,
  provider: OidcProvider,
  hint: string | null,
  site: 's' | 'e',
): Promise<string | null> {
  const config = await configurationOf(provider)
  if (!config.serverMetadata().end_session_endpoint) return null
  return buildEndSessionUrl(config, {
    post_logout_redirect_uri: `${services.config.publicUrl}/${site}/login`,
    ...(hint && { id_token_hint: hint }),
  }).href
}

function configurationOf({
  company,
  version,
  issuer,
  clientId,
  secret,
}: OidcProvider): Promise<Configuration> {
  const key = `${company} ${version}`
  const known = kept.get(key)
  if (known && known.until > Date.now()) return known.config
  const config = configure(issuer, clientId, secret)
  kept.set(key, { until: Date.now() + keptMilliseconds, config })
  config.catch(() => kept.delete(key))
  return config
}

async function configure(issuer: string, clientId: string, secret: string | null): Promise<Configuration> {
  const url = new URL(issuer)
  try {
    return await discovery(
      url,
      clientId,
      { [clockTolerance]: clockSeconds },
      secret === null ? None() : authenticationBy(secret),
      {
        timeout: timeoutSeconds,
        [customFetch]: fetchBounded,
        execute: [enableNonRepudiationChecks, ...(isLoopback(url) ? [allowInsecureRequests] : [])],
      },
    )
  } catch {
    refuse('SSO_PROVIDER_UNREACHABLE')
  }
}

/** By the header where the provider takes it, which is the default. */
function authenticationBy(secret: string): ClientAuth {
  const byHeader = ClientSecretBasic(secret)
  const byBody = ClientSecretPost(secret)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? byHeader : byBody)(server, ...rest)
  }
}
