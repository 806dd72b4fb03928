import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { employeeWords } from '#locales/employee-es.ts'
import { countryWords } from '#locales/countries.ts'
import { fallbacks, languageOf } from '#locales/languages.ts'
import type { portalWords } from '#locales/portal-es.ts'

/** Every namespace of both applications: a key that isn't there doesn't compile. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words'
    resources: typeof portalWords & typeof employeeWords
    returnNull: false
  }
}

/** A language's words, loaded when it is the one chosen. */
export type WordsOf = Record<'es' | 'pt', () => Promise<Record<string, object>>>

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

/** The tag to speak: the chosen language, else the country's, else the one last used here, else the browser's. */
export function languageTag(country: string | null): string {
  const chosen = chosenLanguage()
  if (country) {
    const own = languageOf(country.toLowerCase())
    return !chosen || own.startsWith(chosen) ? own : chosen === 'pt' ? 'pt-BR' : 'es-AR'
  }
  return chosen === 'pt' || (!chosen && navigator.language.startsWith('pt')) ? 'pt-BR' : 'es-AR'
}

/** Starts the texts of an application in a country's language and sets the page's. */
export async function startI18n(words: WordsOf, country: string | null): Promise<void> {
  const tag = languageTag(country)
  const language = tag.startsWith('pt') ? 'pt' : 'es'
  document.documentElement.lang = tag
  await i18next.use(initReactI18next).init({
    lng: tag,
    fallbackLng: fallbacks,
    defaultNS: 'words',
    resources: { ...countryWords, [language]: await words[language]() },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
}
