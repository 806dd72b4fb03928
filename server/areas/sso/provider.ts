import type { Config } from '#server/config.ts'
import { openSecret, sealSecret } from '#server/shared/identity/secret.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'

interface ProviderBase {
  company: number
  slug: string
  issuer: string
  /** In lower case. */
  mailDomains: string[]
  signOutAtProvider: boolean
  onlySso: boolean
  /** Changes with every change of the row. */
  version: number
}

export interface OidcProvider extends ProviderBase {
  kind: 'oidc'
  clientId: string
  /** Null: a client without a secret, which PKCE alone proves. */
  secret: string | null
}

export interface SamlProvider extends ProviderBase {
  kind: 'saml'
  entryPoint: string
  logoutUrl: string | null
  /** PEM. */
  certificates: string[]
  privateKey: string
  ownCertificate: string
}

export type Provider = OidcProvider | SamlProvider

/** The provider of the transaction's company, with its secret opened; null where it has none. */
export async function readProvider(
  tx: Pick<Tx, 'company' | 'db'>,
  services: Pick<Services, 'config'>,
): Promise<Provider | null> {
  const row = await tx.db
    .selectFrom('sso_providers')
    .innerJoin('companies', 'companies.id', 'sso_providers.company_id')
    .selectAll('sso_providers')
    .select('companies.slug')
    .executeTakeFirst()
  if (!row) return null
  const secret =
    row.secret && openSecret(services.config.appSecret, 'sso', row.secret, boundTo(tx.company, 'provider'))
  const base = {
    company: tx.company,
    slug: row.slug,
    issuer: row.issuer,
    mailDomains: row.mail_domains,
    signOutAtProvider: row.sign_out_at_provider,
    onlySso: row.only_sso,
    version: row.changed_at.getTime(),
  }
  if (row.kind === 'oidc') return { ...base, kind: 'oidc', clientId: row.client_id ?? '', secret }
  return {
    ...base,
    kind: 'saml',
    entryPoint: row.entry_point ?? '',
    logoutUrl: row.logout_url,
    certificates: row.certificates,
    privateKey: secret ?? '',
    ownCertificate: row.own_certificate ?? '',
  }
}

/** Seals what belongs to one place of one company's single sign-on. */
export function seal(services: Pick<Services, 'config'>, company: number, place: string, text: string) {
  return sealSecret(services.config.appSecret, 'sso', text, boundTo(company, place))
}

/** Opens what {@link seal} sealed for the same place. */
export function unseal(services: Pick<Services, 'config'>, company: number, place: string, sealed: Buffer) {
  return openSecret(services.config.appSecret, 'sso', sealed, boundTo(company, place))
}

function boundTo(company: number, place: string): string {
  return `sso ${company} ${place}`
}

/** The addresses to which the provider answers, and our name for it. Each company has its own. */
export function addressesOf(config: Pick<Config, 'publicUrl' | 'apiBase'>, slug: string) {
  const base = `${config.publicUrl}${config.apiBase}/v2/auth-mod/sso/${slug}`
  return {
    /** OpenID Connect's redirect_uri. */
    callback: `${base}/callback`,
    /** SAML: our entity id, which is where our metadata is. */
    entity: `${base}/metadata`,
    /** SAML's assertion consumer service, by POST. */
    acs: `${base}/acs`,
    /** The address to which a SAML provider returns after signing out. */
    signedOut: `${base}/signed-out`,
  }
}
