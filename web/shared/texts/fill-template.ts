import { pluralsOf } from './language.ts'

/** A text with its variables put in, for pages that have no i18next. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The plural form of a text for a count: `numeros` has `numeros_one`, `numeros_many` and `numeros_other`. */
export function counted(
  words: Readonly<Record<string, unknown>>,
  key: string,
  count: number,
  values: Record<string, string | number> = {},
): string {
  const plurals = pluralsOf(document.documentElement.lang || 'es')
  const text = words[`${key}_${plurals.select(count)}`] ?? words[`${key}_other`]
  return fill(typeof text === 'string' ? text : '', { count, ...values })
}
