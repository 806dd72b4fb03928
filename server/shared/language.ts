import { createInstance } from 'i18next'
import type { ErrorCode } from '#contract/errors.ts'
import esErrors from '#locales/es/errors.json' with { type: 'json' }
import ptErrors from '#locales/pt/errors.json' with { type: 'json' }
import type { Fault } from './errors.ts'

export type Language = 'es' | 'pt'

const words = createInstance()
void words.init({
  lng: 'es',
  fallbackLng: 'es',
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: { es: { errors: esErrors }, pt: { errors: ptErrors } },
  ns: ['errors'],
  defaultNS: 'errors',
})

/** What a refusal says to the person, in their language. */
export function messageOf(fault: Pick<Fault, 'params'> & { code: ErrorCode }, language: Language): string {
  return words.t(fault.code, { ns: 'errors', lng: language, ...fault.params })
}

/** The language of somebody not signed in: what their browser prefers, else Spanish. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  return /^\s*pt\b/i.test(acceptLanguage ?? '') ? 'pt' : 'es'
}
