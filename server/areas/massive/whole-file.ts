import type { PeopleIndex } from './reading/people.ts'
import type { PageReading } from './reading/page.ts'
import { nameWords } from './reading/plain.ts'
import { receiptsOf } from './reading/receipts.ts'
import type { ReadReceipt, ReadingRules } from './reading/types.ts'

/**
 * Reads a file that is one document, whose pages all belong together: by its first page, or by its own name, which
 * counts as the id and never as the second witness.
 */
export function readWholeFile(
  pages: readonly PageReading[],
  words: readonly string[],
  fileName: string,
  people: PeopleIndex,
  rules: ReadingRules,
): ReadReceipt {
  const receipts = receiptsOf(pages, people, rules)
  const [head] = receipts
  if (!head) throw new Error('a file of no pages')
  const whole = { ...head, pages: pages.map((_, at) => at) }
  const others = receipts.slice(1).filter(({ idRead }) => idRead !== null)
  const byPages = others.some(({ employeeId, idRead }) =>
    employeeId === null ? idRead !== head.idRead : employeeId !== head.employeeId,
  )
    ? doubtful(whole, 'dos_ids')
    : whole
  return rules.capture === 'file_name' ? byName(byPages, words, fileName, people, rules) : byPages
}

function doubtful(receipt: ReadReceipt, found: ReadReceipt['found']): ReadReceipt {
  return {
    ...receipt,
    found,
    employeeId: null,
    suggestedId: receipt.employeeId ?? receipt.suggestedId,
  }
}

function byName(
  receipt: ReadReceipt,
  words: readonly string[],
  fileName: string,
  people: PeopleIndex,
  rules: ReadingRules,
): ReadReceipt {
  const parts = fileName.replace(/\.[^.]*$/, '').split(/[^0-9A-Za-z.-]+/)
  const whole = parts.map((part) => part.replace(/[.-]/g, ''))
  const pieces = parts.flatMap((part) => part.split('-'))
  const named = new Map(
    [...whole, ...pieces]
      .filter((part) => part.length >= 6)
      .flatMap((part) => {
        const person = people.byId(part)
        return person ? [[person.id, { person, part }] as const] : []
      }),
  )
  const read = { ...receipt, readBy: receipt.readBy === 'ocr' ? receipt.readBy : ('file_name' as const) }
  const [first, second] = named.values()
  if (!first)
    return { ...doubtful(read, numbered(whole) ? 'desconocido' : 'sin_id'), idRead: numbered(whole) }
  const { person, part } = first
  const of = { ...read, idRead: part }
  if (second) return doubtful(of, 'dos_ids')
  // The pages were read as somebody else's, or as two people's.
  if (receipt.found === 'dos_ids' || (receipt.employeeId !== null && receipt.employeeId !== person.id))
    return {
      ...doubtful(of, receipt.found === 'dos_ids' ? 'dos_ids' : 'nombre_distinto'),
      suggestedId: person.id,
    }
  if (receipt.employeeId === person.id) return of
  const seen = new Set(words.flatMap(nameWords))
  if (!person.surnames.some((surname) => surname.length > 2 && seen.has(surname)))
    return { ...doubtful(of, 'nombre_distinto'), suggestedId: person.id }
  if (receipt.found === 'texto_dudoso') return { ...of, employeeId: person.id, suggestedId: null }
  return { ...of, employeeId: person.id, suggestedId: null, found: standingOf(person, receipt.months, rules) }
}

/** A number as long as an id, of nobody within reach. */
function numbered(parts: readonly string[]): string | null {
  return parts.find((part) => /^\d{7,}[\dkK]?$/.test(part)) ?? null
}

function standingOf(
  { state, alreadyPublished }: { state: string; alreadyPublished: boolean },
  months: readonly string[],
  { period }: ReadingRules,
): ReadReceipt['found'] {
  if (state === 'inactive') return 'inactivo'
  if (state === 'onboarding') return 'onboarding'
  if (alreadyPublished) return 'ya_publicado'
  return period !== null && months.length > 0 && !months.includes(period) ? 'otro_mes' : 'listo'
}
