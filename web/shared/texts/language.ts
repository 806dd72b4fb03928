import { languageOf } from '#locales/languages.ts'

const chosenKey = 'language'

/** The language a person chose on this device, if any: it stays when the session ends. */
export function chosenLanguage(): 'es' | 'pt' | null {
  const chosen = localStorage.getItem(chosenKey)
  return chosen === 'es' || chosen === 'pt' ? chosen : null
}

/** Keeps the choice and reloads: every text, date and message of the server follows it. */
export function chooseLanguage(language: 'es' | 'pt'): void {
  localStorage.setItem(chosenKey, language)
  location.reload()
}

/** Stores the person's language on this device. */
export function adoptLanguage(language: 'es' | 'pt' | null): void {
  if (language) localStorage.setItem(chosenKey, language)
}

/** The plural forms of a language. In Portuguese zero takes the plural, for which only Portugal's rules provide. */
export function pluralsOf(tag: string): Intl.PluralRules {
  return new Intl.PluralRules(tag.startsWith('pt') ? 'pt-PT' : tag)
}

/** The tag to speak: the chosen language in the country's own words, else the country's, else the browser's. */
export function languageTag(country: string | null): string {
  const chosen = chosenLanguage()
  if (country) {
    const own = languageOf(country.toLowerCase())
    return !chosen || own.startsWith(chosen) ? own : chosen === 'pt' ? 'pt-BR' : 'es-AR'
  }
  return chosen === 'pt' || (!chosen && navigator.language.startsWith('pt')) ? 'pt-BR' : 'es-AR'
}
