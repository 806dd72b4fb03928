import { isIP } from 'node:net'
import { refuse } from '#server/shared/errors.ts'
import type { Services } from '#server/shared/services.ts'
import { isLoopback, discover } from './oidc.ts'
import { makeOwnKey } from './own-key.ts'
import { addressesOf, readProvider } from './provider.ts'
import { readSamlMetadata, type SamlMetadata } from './saml-metadata.ts'

interface Wishes {
  /** The domains whose mails the provider may vouch for, like `acme.com`: at least one. */
  mailDomains: readonly string[]
  /** Signing out here signs out there as well. */
  signOutAtProvider?: boolean
  /** Passwords and switches open nothing in this company. */
  onlySso?: boolean
  showButton?: boolean
  /** The button's label, instead of the standard one. */
  buttonText?: string | null
}

/** The operator's settings: OpenID Connect by its issuer, SAML 2.0 by the provider's metadata (XML). */
export type ProviderWanted = Wishes &
  (
    | { kind: 'oidc'; issuer: string; clientId: string; clientSecret?: string }
    | { kind: 'saml'; metadata: string }
  )

/** A provider that was looked at and can be set. */
export interface PreparedProvider extends Required<Wishes> {
  kind: 'oidc' | 'saml'
  issuer: string
  clientId: string | null
  /** In clear: it is sealed when it is set. */
  secret: string | null
  entryPoint: string | null
  logoutUrl: string | null
  ownCertificate: string | null
  certificates: string[]
}

/**
 * Looks at what is to be a company's provider: reads its metadata or asks its discovery document (OpenID Connect
 * Discovery 1.0), and makes our own key for SAML, or keeps the one that is in use. Outside of any transaction.
 *
 * @throws {Refusal} SSO_PROVIDER_NOT_FIT with what is wrong, SSO_PROVIDER_UNREACHABLE
 */
export async function prepareProvider(
  services: Services,
  company: number,
  wanted: ProviderWanted,
): Promise<PreparedProvider> {
  const mailDomains = [...new Set(wanted.mailDomains.map((domain) => domain.trim().toLowerCase()))]
  if (mailDomains.length === 0) notFit('mailDomains')
  for (const domain of mailDomains) if (!isDomain(domain)) notFit(domain)
  const wishes = {
    mailDomains,
    signOutAtProvider: wanted.signOutAtProvider ?? false,
    onlySso: wanted.onlySso ?? false,
    showButton: wanted.showButton ?? true,
    buttonText: wanted.buttonText?.trim().slice(0, 60) || null,
  }
  if (wanted.kind === 'oidc') {
    refuseShared(wanted.issuer)
    const { issuer } = await discover(wanted.issuer, wanted.clientId, wanted.clientSecret ?? null)
    return {
      ...wishes,
      kind: 'oidc',
      issuer,
      clientId: wanted.clientId,
      secret: wanted.clientSecret ?? null,
      entryPoint: null,
      logoutUrl: null,
      ownCertificate: null,
      certificates: [],
    }
  }
  const read = metadataFrom(wanted.metadata)
  const { slug, present } = await services.tenant(company).read(async (db) => ({
    slug: (await db.selectFrom('companies').select('slug').executeTakeFirstOrThrow()).slug,
    present: await readProvider({ company, db }, services),
  }))
  const own =
    present?.kind === 'saml'
      ? { privateKey: present.privateKey, certificate: present.ownCertificate }
      : await makeOwnKey(addressesOf(services.config, slug).entity, services.clock())
  return {
    ...wishes,
    kind: 'saml',
    issuer: read.issuer,
    clientId: null,
    secret: own.privateKey,
    entryPoint: read.entryPoint,
    logoutUrl: read.logoutUrl,
    ownCertificate: own.certificate,
    certificates: read.certificates,
  }
}

function metadataFrom(xml: string): SamlMetadata {
  const read = readOrNull(xml)
  if (!read?.issuer) notFit('metadata')
  if (!read.entryPoint || !isHttps(read.entryPoint)) notFit('SingleSignOnService HTTP-Redirect')
  if (read.logoutUrl && !isHttps(read.logoutUrl)) notFit('SingleLogoutService')
  if (read.certificates.length === 0) notFit('X509Certificate')
  return read
}

function readOrNull(xml: string): SamlMetadata | null {
  try {
    return readSamlMetadata(xml)
  } catch {
    return null
  }
}

/** An issuer shared by many organisations can't be a company's own. */
function refuseShared(issuer: string): void {
  const url = URL.parse(issuer)
  if (!url || !isHttps(issuer) || url.search || url.hash || url.username) notFit('issuer')
  const shared =
    url.hostname === 'accounts.google.com' ||
    (url.hostname === 'login.microsoftonline.com' &&
      /^\/(common|organizations|consumers)\b/.test(url.pathname))
  if (shared || /[{}]|%7[bd]/i.test(issuer)) notFit(url.hostname)
}

function isHttps(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'https:' || isLoopback(url))
}

function isDomain(text: string): boolean {
  return /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(text) && !isIP(text)
}

function notFit(motivo: string): never {
  refuse('SSO_PROVIDER_NOT_FIT', undefined, { motivo })
}
