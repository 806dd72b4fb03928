import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { employeeFormWords } from '#locales/employee-forms-es.ts'
import type { employeeWords } from '#locales/employee-es.ts'
import type { employeePushWords } from '#locales/employee-push-es.ts'
import { accountWord, countryWords, idWords } from '#locales/countries.ts'
import { fallbacks, languageOf } from '#locales/languages.ts'
import type { portalWords } from '#locales/portal-es.ts'
import { languageTag, pluralsOf } from './language.ts'

/** The namespaces of the portal's areas; each area adds its own in its `screens.ts`. */
export interface AreaWords {}

/** Every namespace of both applications, with its texts. */
export type Words = typeof portalWords &
  typeof employeeWords &
  typeof employeeFormWords &
  typeof employeePushWords &
  AreaWords

/** A language's words, loaded when it is the one chosen. */
export type WordsOf = Record<'es' | 'pt', () => Promise<Record<string, object>>>

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
  const plurals = pluralsOf(tag)
  i18next.services.pluralResolver.getRule = () => plurals
  if (!country) return
  const own = languageOf(country.toLowerCase())
  i18next.addResourceBundle(tag, 'country', idWords(own), true, true)
  const cbu = accountWord(own)
  if (language === 'pt' && cbu) i18next.addResourceBundle(tag, 'employees', { campo: { cbu } }, true, true)
}

/** Adds the texts of a later screen, in the current language. */
export async function addWords(words: WordsOf): Promise<void> {
  const language = i18next.language.startsWith('pt') ? 'pt' : 'es'
  for (const [name, texts] of Object.entries(await words[language]()))
    i18next.addResourceBundle(language, name, texts)
}
