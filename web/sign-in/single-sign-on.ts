import type ssoWords from '#locales/es/sso.json'
import { keptCompany, site } from '#web/shared/session/session.ts'
import {
  keepBegun,
  keepSsoData,
  makeVerifier,
  type SsoData,
  type SsoProof,
} from '#web/shared/session/single-sign-on.ts'
import { make, type LoginAnswer } from './calls.ts'
import { companyToday } from './company.ts'
import { language } from './words.ts'

export type SsoWords = typeof ssoWords

export async function loadSsoWords(): Promise<SsoWords> {
  const { default: words } =
    language === 'pt'
      ? await import('#locales/pt/sso.json', { with: { type: 'json' } })
      : await import('#locales/es/sso.json', { with: { type: 'json' } })
  return words
}

/** The current single sign-on of this device's company, stored for the next time; null without a company. */
export async function askOffer(): Promise<SsoData | null> {
  const slug = keptCompany()
  if (!slug) return null
  const { admin } = await companyToday(slug)
  const offer = { company: slug, ...admin.sso }
  keepSsoData(offer)
  return offer
}

/** Redirects to the company's provider; the returned code works in this tab alone. */
export async function goToProvider(slug: string): Promise<void> {
  const { verifier, state } = await makeVerifier()
  const fields = { company: slug, state, site }
  const { direccion } = await make<{ direccion: string }>('POST', '/v2/auth-mod/sso/start', fields)
  keepBegun({ verifier, company: slug })
  location.assign(direccion)
}

/** Signs in with the returned code; the answer may ask for the person's password first. */
export const ssoLogin = (proof: SsoProof, password?: string) =>
  make<LoginAnswer | { confirmar: { usuario: string; nombre: string } }>('POST', '/v2/auth-mod/login', {
    sso: JSON.stringify(proof),
    password,
  })
