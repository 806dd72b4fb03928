import type accountWords from '#locales/es/account.json'
import type mailLinkWords from '#locales/es/account-links.json'
import type sessionWords from '#locales/es/session.json'
import type { SignInPage } from '#contract/company/sign-in-page.ts'
import { languageTag } from '#web/shared/texts/language.ts'
import { storedBrand } from '#web/shared/look/brand.ts'

export type SessionWords = typeof sessionWords
export type AccountWords = typeof accountWords

const tag = languageTag(storedBrand()?.pais ?? null)
export const language: 'es' | 'pt' = tag.startsWith('pt') ? 'pt' : 'es'
document.documentElement.lang = tag

/** The first screen's words, in the one language that is shown. */
export async function loadSessionWords(): Promise<SessionWords> {
  const { default: words } =
    language === 'pt'
      ? await import('#locales/pt/session.json', { with: { type: 'json' } })
      : await import('#locales/es/session.json', { with: { type: 'json' } })
  return words
}

/** The company's own words in the language that is shown. */
export const ownWords = (page: SignInPage | null | undefined) => page?.textos?.[language]

/** The words of a link about a change of mail. */
export async function loadMailLinkWords(): Promise<typeof mailLinkWords> {
  const { default: words } =
    language === 'pt'
      ? await import('#locales/pt/account-links.json', { with: { type: 'json' } })
      : await import('#locales/es/account-links.json', { with: { type: 'json' } })
  return words
}

/** The texts of the states after the first screen. */
export async function loadAccountWords(): Promise<AccountWords> {
  const { default: words } =
    language === 'pt'
      ? await import('#locales/pt/account.json', { with: { type: 'json' } })
      : await import('#locales/es/account.json', { with: { type: 'json' } })
  return words
}
