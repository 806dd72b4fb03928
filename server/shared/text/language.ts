import { createInstance } from 'i18next'
import type { ErrorCode } from '#contract/errors.ts'
import { nationalIds } from '#contract/employees/national-ids.ts'
import type { Fault } from '../errors.ts'
import { readAreaWords } from './area-words.ts'

export type Language = 'es' | 'pt'

/** The language of a country's papers and of its people who chose none; Spanish where a country isn't listed. */
export const languageByCountry: Readonly<Record<string, Language>> = { BR: 'pt' }

export function languageOfCountry(country: string): Language {
  return languageByCountry[country] ?? 'es'
}

const words = createInstance()
void words.init({
  lng: 'es',
  fallbackLng: 'es',
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: { es: { errors: readAreaWords('es', 'errors') }, pt: { errors: readAreaWords('pt', 'errors') } },
  ns: ['errors'],
  defaultNS: 'errors',
})

/** Parameters that are numbers of something and no amounts: rows as their spreadsheet numbers them. */
const notAmounts = new Set(['linea'])

/** Amounts as the screens show them: 1.077. */
function figuresIn(params: Fault['params'], language: Language): Record<string, unknown> {
  const figures = new Intl.NumberFormat(language, { useGrouping: 'always' })
  return Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [
      name,
      typeof value === 'number' && !notAmounts.has(name) ? figures.format(value) : value,
    ]),
  )
}

/** The message of a fault in the person's language, with the names of the country's ids where it is known. */
export function messageOf(
  fault: Pick<Fault, 'params'> & { code: ErrorCode },
  language: Language,
  country?: string,
): string {
  return words.t(fault.code, {
    ns: 'errors',
    lng: language,
    ...idNames(language, country),
    ...figuresIn(fault.params, language),
  })
}

function idNames(language: Language, country = ''): { cuil: string; dni: string } {
  const known = Object.entries(nationalIds).find(([code]) => code === country)?.[1]
  const { cuil, dni } =
    known ??
    (language === 'pt'
      ? { cuil: 'Identificação', dni: 'Documento' }
      : { cuil: 'Identificación', dni: 'Documento' })
  return { cuil, dni }
}

/**
 * The language of a caller: the request's Accept-Language (our pages send the displayed one), else the account's, else
 * Spanish.
 */
export function languageOf(acceptLanguage: string | undefined, account: Language | undefined): Language {
  const [, asked] = /^\s*(es|pt)\b/i.exec(acceptLanguage ?? '') ?? []
  return (asked?.toLowerCase() as Language | undefined) ?? account ?? 'es'
}
