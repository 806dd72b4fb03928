import type ssoWords from '#locales/es/sso.json'
import { keepBegun, keepSsoData, makeVerifier, type SsoData } from '#web/shared/single-sign-on.ts'
import { keptCompany } from '#web/shared/session.ts'
import { loginCustom, ssoStart } from './calls.ts'
import { language } from './words.ts'

export type SsoWords = typeof ssoWords

export async function loadSsoWords(): Promise<SsoWords> {
  const { default: words } =
    language === 'pt'
      ? await import('#locales/pt/sso.json', { with: { type: 'json' } })
      : await import('#locales/es/sso.json', { with: { type: 'json' } })
  return words
}

/** What the company of this device offers today, kept for the next time; null where there is no company. */
export async function askOffer(): Promise<SsoData | null> {
  const company = keptCompany()
  if (!company) return null
  const offer = { company, ...(await loginCustom(company)).admin.sso }
  keepSsoData(offer)
  return offer
}

/** Goes to the company's provider; what comes back works in this tab alone. */
export async function goToProvider(company: string): Promise<void> {
  const { verifier, state } = await makeVerifier()
  const { direccion } = await ssoStart(company, state)
  keepBegun({ verifier, company })
  location.assign(direccion)
}
