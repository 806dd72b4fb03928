import type { PageFacts } from '#pdf/page-words.ts'
import type { TaughtPlace } from '#contract/folders/capture-pattern.ts'
import { readPage } from '../page.ts'
import type { PeopleIndex } from '../people.ts'
import { boxOf, rowsOf } from '../rows.ts'
import type { Box, Place, ReadingRules } from '../types.ts'
import { numbersOf, overlap } from './taught.ts'

/** A word of a page, or the words of one name or number, that a person may point at. */
export interface OfferedWord extends Place {
  /** Null: not of somebody whom the page shows both by name and by number. */
  dato: TaughtPlace['dato'] | null
  personId: number | null
}

/**
 * The words of a page in reading order. Names and numbers count where one person of the roster has both: neither alone
 * tells whose a page is, so a place that shows one alone teaches nothing.
 */
export function wordsToTeach(page: PageFacts, people: PeopleIndex, rules: ReadingRules): OfferedWord[] {
  const rows = rowsOf(page)
  const { mentions } = readPage(page, people, { ...rules, taught: [] })
  const known = mentions.flatMap(({ kind, personId, text, box }): (OfferedWord & { personId: number })[] =>
    personId === null ? [] : [{ dato: kind === 'id' ? 'id' : 'nombre', personId, text, box }],
  )
  const named = new Set(known.flatMap(({ dato, personId }) => (dato === 'nombre' ? [personId] : [])))
  for (const row of rows)
    for (const { text, box } of numbersOf(row)) {
      const byId = people.byId(text)
      const personId = (byId ?? people.byFileNumber(text))?.id
      if (personId !== undefined && named.has(personId) && !known.some((one) => overlap(one.box, box)))
        known.push({ dato: byId ? 'id' : 'legajo', personId, text, box })
    }
  const numbered = new Set(known.flatMap(({ dato, personId }) => (dato === 'nombre' ? [] : [personId])))
  const offered = known.filter(({ personId }) => named.has(personId) && numbered.has(personId))
  const words = rows.flatMap(({ words: placed }) =>
    placed.map((word): OfferedWord => ({ text: word.text, box: boxOf([word]), dato: null, personId: null })),
  )
  const rest = words.filter(({ box }) => !offered.some((one) => overlap(one.box, box)))
  return [...offered, ...rest].toSorted((a, b) => middleOf(a.box) - middleOf(b.box) || a.box.x - b.box.x)
}

/** Heights of one row of words, rounded to two millimetres. */
function middleOf({ y, height }: Box): number {
  return Math.round((y + height / 2) / 2)
}

/** Millimetres around a word that count as the word. */
const around = 1

/**
 * The places that a point on a page teaches: what stands there, and the name or the number of the same person that
 * stands nearest to it. Null where no name or number of anybody stands there.
 */
export function taughtAt(
  words: readonly OfferedWord[],
  { x, y }: { x: number; y: number },
): TaughtPlace[] | null {
  const within = ({ box }: OfferedWord) =>
    x >= box.x - around &&
    x <= box.x + box.width + around &&
    y >= box.y - around &&
    y <= box.y + box.height + around
  const hit = words.find((word) => word.dato !== null && within(word))
  if (!hit) return null
  const apart = ({ box }: OfferedWord) => Math.hypot(box.x - hit.box.x, box.y - hit.box.y)
  const second = words
    .filter(
      ({ personId, dato }) =>
        personId === hit.personId && dato !== null && (dato === 'nombre') !== (hit.dato === 'nombre'),
    )
    .toSorted((a, b) => apart(a) - apart(b))[0]
  return [hit, second].flatMap((word) => (word?.dato ? [{ dato: word.dato, ...word.box }] : []))
}
