import type { VerifiedSignature } from '#contract/verification.ts'
import type esWords from '#locales/es/verification.json'
import { languageTag, pluralsOf } from '#web/shared/texts/language.ts'
import { storedBrand } from '#web/shared/look/brand.ts'

export type Words = typeof esWords

const tag = languageTag(storedBrand()?.pais ?? null)
export const language: 'es' | 'pt' = tag.startsWith('pt') ? 'pt' : 'es'
document.documentElement.lang = tag

/** The page's words, in the one language that is shown. */
export async function loadWords(): Promise<Words> {
  const { default: words } =
    language === 'pt'
      ? await import('#locales/pt/verification.json', { with: { type: 'json' } })
      : await import('#locales/es/verification.json', { with: { type: 'json' } })
  return words
}

/** An error, and the place whose input caused it: a new object for each. */
export interface Complaint {
  at: 'file' | 'code'
  text: string
}

/** A text with its variables put in. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}

const plurals = pluralsOf(tag)

/** The plural form of a text for a count. */
export function counted(forms: { one: string; many: string; other: string }, count: number): string {
  const category = plurals.select(count)
  return fill(category === 'one' || category === 'many' ? forms[category] : forms.other, { count })
}

/** Day, hour and zone of an instant, as evidence has them. A line doesn't break at the zone's minus sign. */
export function momentText(at: string, zone: string | undefined): string {
  const moment = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
    ...(zone && { timeZone: zone }),
  })
  return moment.format(new Date(at)).replace('GMT-', 'GMT−')
}

/** The company's address or code by which a signer's account was opened, in a sentence or two. */
export function openedText(
  { clase, por, fecha, abierta, abierta_por }: NonNullable<VerifiedSignature['acceso']>,
  words: Words,
  zone: string | undefined,
): string {
  const put = fill(words.acceso[clase], { quien: por ?? '–', fecha: momentText(fecha, zone) })
  return abierta ? `${put} ${fill(words.abierta[abierta], { quien: abierta_por ?? '–' })}` : put
}
