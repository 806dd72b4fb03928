import type words from '#locales/es/security-factors.json'

export type FactorWords = typeof words

/** The texts of second factors in the page's language, for the sign-in page and both applications. */
export async function loadFactorWords(): Promise<FactorWords> {
  const { default: loaded } = document.documentElement.lang.startsWith('pt')
    ? await import('#locales/pt/security-factors.json', { with: { type: 'json' } })
    : await import('#locales/es/security-factors.json', { with: { type: 'json' } })
  return loaded
}

let loading: Promise<FactorWords> | null = null

/** The same promise at each asking, for `use`. */
export function factorWords(): Promise<FactorWords> {
  loading ??= loadFactorWords()
  return loading
}
