import type { TaughtPlace } from '#contract/folders/capture-pattern.ts'
import { wholeNamesOf } from '../people.ts'
import type { Named, PeopleIndex } from '../people.ts'
import { isParticle, money } from '../plain.ts'
import { boxOf, hashOf, leastConfidence, wordsAt } from '../rows.ts'
import type { Row } from '../rows.ts'
import { leastConstant, samePlace } from '../thresholds.ts'
import type { Box } from '../types.ts'
import type { Mention } from './mentions.ts'

/**
 * Places of owners that a person has shown. A taught place is one more slot of the file: what stands there counts as
 * an id or a name that may be an owner's, and everything that keeps a slot from telling an owner keeps this one too.
 */

/** Slots of everything that stands at a taught place. */
const slots = { id: hashOf('taught id'), name: hashOf('taught name') } as const

/** Whether something stands at a place: their middles at one height, and their left or their right ends together. */
function standsAt(box: Box, place: Box): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) < samePlace
  return (
    near(box.y + box.height / 2, place.y + place.height / 2) &&
    (near(box.x, place.x) || near(box.x + box.width, place.x + place.width))
  )
}

/**
 * The mentions of a page, those at taught places with the slot of these. A file number there, or a number of nobody,
 * becomes a mention of its own.
 */
export function withTaught(
  mentions: readonly Mention[],
  rows: readonly Row[],
  above: readonly number[],
  people: PeopleIndex,
  taught: readonly TaughtPlace[] = [],
): Mention[] {
  if (taught.length === 0) return [...mentions]
  const ofKind = { id: taught.filter(({ dato }) => dato !== 'nombre'), name: taught.filter(isOfNames) }
  const known = mentions.map((one) =>
    ofKind[one.kind].some((place) => standsAt(one.box, place))
      ? { ...one, places: [...one.places, slots[one.kind]] }
      : one,
  )
  const added = rows.flatMap((row, line) =>
    numbersOf(row).flatMap(({ text, box, confidence }): Mention[] => {
      if (!ofKind.id.some((place) => standsAt(box, place))) return []
      if (known.some((one) => one.kind === 'id' && overlap(one.box, box))) return []
      const personId = (people.byId(text) ?? people.byFileNumber(text))?.id ?? null
      const places = [slots.id]
      return [{ kind: 'id', personId, places, labels: [], above: above[line] ?? 0, text, box, confidence }]
    }),
  )
  return [...known, ...added]
}

function isOfNames({ dato }: TaughtPlace): boolean {
  return dato === 'nombre'
}

/** Numbers in a row: words with a figure that aren't amounts, without the signs around them. */
export function numbersOf(row: Row): { text: string; box: Box; confidence: number }[] {
  return row.words.flatMap(({ text: word }, at) => {
    const number = /[\p{L}\d](?:[^\s]*[\p{L}\d])?/u.exec(word)
    if (!number || !/\d/.test(word) || money.test(word)) return []
    const from = (row.starts[at] ?? 0) + number.index
    const words = wordsAt(row, from, from + number[0].length)
    return [{ text: number[0], box: boxOf(words), confidence: leastConfidence(words) }]
  })
}

/** Whether two boxes have a part in common. */
export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Whether something stands at a place that a person has shown. */
export function isTaught({ kind, places }: Mention): boolean {
  return places.includes(slots[kind])
}

/** Whether a slot is the one of taught places, which another file has elsewhere. */
export function isTaughtSlot(slot: number): boolean {
  return slot === slots.id || slot === slots.name
}

/** Whether nothing but the place that was taught makes it a number of somebody, as a file number. */
export function isNumberAlone(mention: Mention): boolean {
  return mention.kind === 'id' && mention.places.length === 1 && isTaught(mention)
}

/** Whether the person of a number is named where names were taught, which a number alone needs. */
export function isNamedAtTaught(number: Mention, mentions: readonly Mention[]): boolean {
  return mentions.some((one) => one.kind === 'name' && one.personId === number.personId && isTaught(one))
}

/** People who are named in one slot on the pages of several owners: person and slot. */
export function namedOnMany(
  owned: readonly { owner: number; mentions: readonly Mention[] }[],
  keyOf: (personId: number, slot: number) => string,
): Set<string> {
  const met = new Map<string, Set<number>>()
  for (const { owner, mentions } of owned)
    for (const { kind, personId, places, labels } of mentions) {
      if (kind !== 'name' || personId === null || personId === owner) continue
      for (const slot of [...places, ...labels]) {
        const key = keyOf(personId, slot)
        met.set(key, (met.get(key) ?? new Set()).add(owner))
      }
    }
  return new Set([...met].flatMap(([key, owners]) => (owners.size >= leastConstant ? [key] : [])))
}

/** People who are named with their numbers at taught places, then somebody else, and then they again. */
export function returningAtTaught(
  owned: readonly { owner: number; mentions: readonly Mention[] }[],
): Set<number> {
  const taught = owned.filter(({ owner, mentions }) =>
    mentions.some((one) => one.kind === 'id' && one.personId === owner && isTaught(one)),
  )
  const seen = new Set<number>()
  const returning = new Set<number>()
  for (const [at, { owner }] of taught.entries()) {
    if (seen.has(owner) && taught[at - 1]?.owner !== owner) returning.add(owner)
    seen.add(owner)
  }
  return returning
}

/** Whether words, plain, are all of somebody's name and nothing more. */
export function isWholeName(words: readonly string[], person: Named): boolean {
  return wholeNamesOf(person).has(words.filter((word) => !isParticle(word)).join(' '))
}
