import { hashOf } from '../rows.ts'
import { leastConstant, leastPeople, mostChanges, mostOthers, mostStrangers } from '../thresholds.ts'
import type { Mention } from './mentions.ts'
import { isNamedAtTaught, isNumberAlone, namedOnMany, returningAtTaught } from './taught.ts'

/**
 * Slots of a file: places and labels where its pages have the id or the name of whose they are, learned from the pages
 * on which one person of the roster stands by id and by name.
 */
export interface Slots {
  /** People whose pages show them. */
  people: number
  /** Where owners' ids stand, and nobody else's. */
  ids: ReadonlySet<number>
  /** Where owners' names stand, and nobody else's. */
  names: ReadonlySet<number>
  /** Labels of owners' ids and names that others have as often at most: these contradict, and tell nobody. */
  doubtful: ReadonlySet<number>
  /** Ids that stand in one slot on pages of several people, as those of whoever signs: person and slot. */
  constant: ReadonlySet<string>
  /** People who are named in one slot on pages of several others: person and slot. */
  named: ReadonlySet<string>
  /** People who stand at taught places again after others: they sign, whatever was taught. */
  returning: ReadonlySet<number>
  /** Hashes of numbers and texts of nobody that stand on pages of several owners: the employer's, words of sentences. */
  common: ReadonlySet<number>
  /** Where numbers as long as ids stand that are no ids, as those of accounts. */
  accounts: ReadonlySet<number>
  /** Hashes of words that stand beside the names of several owners, as those of a sentence do. */
  beside: ReadonlySet<number>
  /** Rows with amounts above owners' ids, on most pages. */
  above: number
}

interface PageMentions {
  mentions: readonly Mention[]
}

/** Learns the slots of a file; null where its pages don't tell. */
export function slotsOfFile(pages: readonly PageMentions[]): Slots | null {
  const constant = constantIn(pages)
  const seen = new Map<number, SlotUse>()
  const heights: number[] = []
  const beside = new Map<number, Set<number>>()
  const owned = pages.flatMap(({ mentions }) => {
    const owner = seedOf(mentions, constant)
    return owner === null ? [] : [{ owner, mentions }]
  })
  const owners = new Set(owned.map(({ owner }) => owner))
  if (owners.size < leastPeople) return null
  const common = commonIn(owned)
  for (const { owner, mentions } of owned) {
    heights.push(leastAbove(owner, mentions))
    for (const { kind, personId, places, labels, name, text } of mentions) {
      if (personId === null && common.has(hashOf(text))) continue
      if (personId === owner)
        for (const word of (name?.beside ?? []).map(hashOf))
          beside.set(word, (beside.get(word) ?? new Set()).add(owner))
      for (const [at, slot] of [...labels, ...places].entries()) {
        if (personId !== null && constant.has(keyOf(personId, slot))) continue
        const use = seen.get(slot) ?? newUse(kind, at < labels.length)
        seen.set(slot, use)
        if (personId === owner) addOwner(use, owner)
        else if (personId === null) use.strangers++
        else use.others++
      }
    }
  }
  const shown = [...seen].filter(([, use]) => isOwners(use))
  const of = (kind: Mention['kind']) =>
    new Set(shown.filter(([, use]) => use.kind === kind).map(([slot]) => slot))
  const above = heights.sort((a, b) => a - b)[Math.floor(heights.length / 2)] ?? 0
  const sentence = [...beside].filter(([, of]) => of.size >= leastPeople).map(([word]) => word)
  const doubtful = [...seen].filter(
    ([, use]) => use.isLabel && use.people.size >= leastPeople && use.others <= use.own,
  )
  return {
    people: owners.size,
    ids: of('id'),
    names: of('name'),
    doubtful: new Set(doubtful.map(([slot]) => slot)),
    constant,
    named: namedOnMany(owned, keyOf),
    returning: returningAtTaught(owned),
    common,
    accounts: new Set(
      [...seen].filter(([, use]) => use.kind === 'id' && use.strangers >= leastPeople).map(([slot]) => slot),
    ),
    beside: new Set(sentence),
    above,
  }
}

/** Rows with amounts above an owner's id, where it stands highest. */
function leastAbove(owner: number, mentions: readonly Mention[]): number {
  const own = mentions.filter(({ kind, personId }) => kind === 'id' && personId === owner)
  return Math.min(...own.map(({ above }) => above))
}

function commonIn(owned: readonly { owner: number; mentions: readonly Mention[] }[]): Set<number> {
  const on = new Map<number, Set<number>>()
  for (const { owner, mentions } of owned)
    for (const { personId, text } of mentions)
      if (personId === null) {
        const hash = hashOf(text)
        on.set(hash, (on.get(hash) ?? new Set()).add(owner))
      }
  return new Set([...on].filter(([, owners]) => owners.size >= leastPeople).map(([hash]) => hash))
}

/** The key of a person in a slot. */
export function keyOf(personId: number, slot: number): string {
  return `${personId} ${slot}`
}

interface SlotUse {
  kind: Mention['kind']
  isLabel: boolean
  people: Set<number>
  own: number
  changes: number
  last: number | null
  others: number
  strangers: number
}

function newUse(kind: Mention['kind'], isLabel: boolean): SlotUse {
  return { kind, isLabel, people: new Set(), own: 0, changes: 0, last: null, others: 0, strangers: 0 }
}

function addOwner(use: SlotUse, owner: number): void {
  use.people.add(owner)
  use.own++
  if (use.last !== owner) use.changes++
  use.last = owner
}

function isOwners({ people, own, changes, others, strangers }: SlotUse): boolean {
  return (
    people.size >= leastPeople &&
    others <= mostOthers * own &&
    strangers <= mostStrangers * own &&
    changes <= mostChanges * people.size
  )
}

/** The one person who stands on a page by id and by name; null where it is nobody, or several. */
export function seedOf(
  mentions: readonly Mention[],
  constant: ReadonlySet<string> = new Set(),
): number | null {
  const named = new Set(mentions.filter(({ kind }) => kind === 'name').map(({ personId }) => personId))
  const both = new Set(
    mentions
      .filter(({ kind, personId }) => kind === 'id' && personId !== null && named.has(personId))
      .filter((one) => !isConstant(one, constant))
      .filter((one) => !isNumberAlone(one) || isNamedAtTaught(one, mentions))
      .map(({ personId }) => personId),
  )
  const [only] = both
  return both.size === 1 ? (only ?? null) : null
}

/** Whether somebody stands there on pages of others as well. */
export function isConstant({ personId, places, labels }: Mention, constant: ReadonlySet<string>): boolean {
  return personId !== null && [...places, ...labels].some((slot) => constant.has(keyOf(personId, slot)))
}

function constantIn(pages: readonly PageMentions[]): Set<string> {
  const idsOf = ({ mentions }: PageMentions) =>
    mentions.filter(({ kind, personId }) => kind === 'id' && personId !== null)
  const often = new Map<number, number>()
  for (const page of pages)
    for (const person of new Set(idsOf(page).map(({ personId }) => personId)))
      if (person !== null) often.set(person, (often.get(person) ?? 0) + 1)
  const met = new Map<string, { pages: number; others: Set<number> }>()
  for (const page of pages) {
    const ids = idsOf(page)
    for (const { personId, places, labels } of ids) {
      if (personId === null || (often.get(personId) ?? 0) < leastConstant) continue
      for (const slot of [...places, ...labels]) {
        const key = keyOf(personId, slot)
        const known = met.get(key) ?? { pages: 0, others: new Set() }
        known.pages++
        for (const other of ids)
          if (other.personId !== null && other.personId !== personId) known.others.add(other.personId)
        met.set(key, known)
      }
    }
  }
  return new Set(
    [...met]
      .filter(([, one]) => one.pages >= leastConstant && one.others.size >= leastConstant)
      .map(([key]) => key),
  )
}
