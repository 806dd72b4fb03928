import esReport from '#locales/es/documents-report.json' with { type: 'json' }
import esActs from '#locales/es/documents-traceability.json' with { type: 'json' }
import ptReport from '#locales/pt/documents-report.json' with { type: 'json' }
import ptActs from '#locales/pt/documents-traceability.json' with { type: 'json' }
import type { Language } from '#server/shared/text/language.ts'
import { filled } from '#server/shared/text/printed.ts'

export interface ReportFrame {
  language: Language
  zone: string
  country: string
  publicUrl: string
  /** When, and by whom. */
  made: string
}

const locales = { es: { ...esActs, informe: esReport }, pt: { ...ptActs, informe: ptReport } }

/** Answers the report's words by their path, with their facts filled in; the path itself where there are none. */
export function reportWords(language: Language) {
  return (path: string, facts: Readonly<Record<string, string>> = {}): string => {
    const found = path
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], locales[language])
    return typeof found === 'string' ? filled(found, facts) : (path.split('.').at(-1) ?? path)
  }
}
export type Words = ReturnType<typeof reportWords>
