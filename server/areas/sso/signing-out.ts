import type { Services } from '#server/shared/services.ts'
import { oidcSignOut } from './oidc.ts'
import { readProvider } from './provider.ts'
import { hintOf, subjectOf } from './queries.ts'
import { samlSignOut } from './saml.ts'

/**
 * Where the page goes on to after signing out, so that the provider's own session ends as well: null for a session
 * of another kind, where the company doesn't want it, or where the provider has no such place or doesn't answer.
 * The session here is over in any case.
 */
export async function signOutAddress(
  services: Services,
  session: { company: number; id: number; site: 's' | 'e' },
): Promise<string | null> {
  const { company, id, site } = session
  const found = await services.tenant(company).read(async (db) => {
    const subject = await subjectOf(db, id)
    const provider = subject ? await readProvider({ company, db }, services) : null
    if (!subject || !provider?.signOutAtProvider || provider.issuer !== subject.issuer) return null
    return { provider, hint: hintOf(services, company, id, subject.hint) }
  })
  if (!found) return null
  const { provider, hint } = found
  try {
    return provider.kind === 'oidc'
      ? await oidcSignOut(services, provider, hint, site)
      : await samlSignOut(services, provider, hint, site)
  } catch (error) {
    services.log.warn({ err: error, company }, 'no sign-out at the provider')
    return null
  }
}
