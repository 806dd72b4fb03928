import type accountWords from '#locales/es/account.json'
import type sessionWords from '#locales/es/session.json'
import { languageTag } from '#web/shared/language.ts'
import { storedBrand } from '#web/shared/brand.ts'

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

/** The words of the states that come after the first screen. */
export async function loadAccountWords(): Promise<AccountWords> {
  const { default: words } =
    language === 'pt'
      ? await import('#locales/pt/account.json', { with: { type: 'json' } })
      : await import('#locales/es/account.json', { with: { type: 'json' } })
  return words
}

/** A text with its variables put in. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}

const plurals = new Intl.PluralRules(tag)

/** The form of a text that a count asks for: `numeros` has `numeros_one`, `numeros_many` and `numeros_other`. */
export function counted(
  words: Readonly<Record<string, unknown>>,
  key: string,
  count: number,
  values: Record<string, string | number> = {},
): string {
  const text = words[`${key}_${plurals.select(count)}`] ?? words[`${key}_other`]
  return fill(typeof text === 'string' ? text : '', { count, ...values })
}
