import type { PageReading } from './page.ts'
import { withKept } from './kept-layouts.ts'
import { layoutsOf } from './layouts.ts'
import type { Named, PeopleIndex } from './people.ts'
import { idKey } from './plain.ts'
import { slotsOfFile } from './slots/slots.ts'
import type { Slots } from './slots/slots.ts'
import {
  almostAll,
  leastConstant,
  leastOfAll,
  leastOfLayout,
  leastOwners,
  leastPayees,
  leastPeople,
  leastRepeated,
  leastToCompare,
  mostApart,
  mostOtherwise,
  mostShared,
  samePlace,
} from './thresholds.ts'
import type { Box, ReadingRules } from './types.ts'

/** Content that repeats on pages of different owners: neither anybody's id nor name. */
export interface Recurring {
  ids: ReadonlySet<string>
  rows: ReadonlySet<number>
  /** Those of them that almost every page has: whoever is named there signs, or pays. */
  everywhere: ReadonlySet<number>
  fileNumbers: ReadonlySet<string>
  /** The company's own, which no place on a page makes an employee's. */
  employers: ReadonlySet<string>
  /** Where several pages have their owner's id. */
  places: readonly Box[]
  /** Rows of amounts above the owner's id, on most pages. */
  amountsAbove: number
  /** Its pages call the employee the one who is paid, and nothing else. */
  payees: boolean
  /** Words that stand beside the names of several pages, as the next column's do; null where too few pages tell them. */
  followers: ReadonlySet<string> | null
  /** The sheets are counted through the file, not through each receipt. */
  sheetsOfFile: boolean
  /** Each later sheet follows the one before it, or almost. */
  sheetsInOrder: boolean
  /** Numbers of sheets that are a whole file's, of which this one has pages of several owners. */
  countsOfFile: ReadonlySet<number>
  /** Slots of owners; null where the pages don't tell them. */
  slots: Slots | null
  /** The kept layout that told them; null where the file told them itself, or nothing does. */
  layout: number | null
}

/**
 * Learns from a file what stands on (almost) every page of each layout: for each page, in their order. Layouts that are
 * kept (`rules.kept`) tell it of pages too few to show it.
 */
export function recurringByPage(
  pages: readonly PageReading[],
  people: PeopleIndex,
  rules: ReadingRules,
): Recurring[] {
  const file = recurringIn(pages, people, rules)
  const layouts = layoutsOf(pages.map(({ sketch }) => sketch))
  const groups = Map.groupBy(pages.keys(), (at) => layouts[at] ?? null)
  const own = new Map(
    [...groups].map(([layout, places]) => [
      layout,
      layout === null || places.length < leastOfLayout || places.length === pages.length
        ? file
        : withLayout(
            file,
            recurringIn(
              places.flatMap((at) => pages[at] ?? []),
              people,
              rules,
            ),
          ),
    ]),
  )
  const taught = layouts.map((layout) => own.get(layout) ?? file)
  return withKept(pages, taught, rules.kept)
}

/** The repeated content of the whole file with that of one layout. */
function withLayout(file: Recurring, layout: Recurring): Recurring {
  return {
    ...file,
    rows: new Set([...file.rows, ...layout.rows]),
    everywhere: new Set([...file.everywhere, ...layout.everywhere]),
    amountsAbove: layout.amountsAbove,
    // People who sign by turns sign pages of every layout.
    slots: slotsWithin(layout.slots, file.slots),
  }
}

/** The slots of a layout. Whoever signs by turns signs pages of every layout, so that is known of the file. */
function slotsWithin(layout: Slots | null, file: Slots | null): Slots | null {
  if (!layout || !file) return layout ?? file
  return { ...layout, returning: file.returning }
}

/** Learns from pages what stands on (almost) every one of them. */
function recurringIn(pages: readonly PageReading[], people: PeopleIndex, rules: ReadingRules): Recurring {
  const ids = new Set([...rules.employerIds, ...(rules.signerIds ?? [])].map(idKey))
  const shared = new Map<string, { pages: number; beside: number; others: Set<string> }>()
  let written = 0
  for (const page of pages) {
    if (!page.blank) written++
    const candidates = page.ids.filter(
      (id) => !ids.has(id.key) && id.label !== 'employer' && !id.company && countsAs(id),
    )
    const owners = [...new Set(candidates.map(ownerOf))]
    for (const [at, owner] of owners.entries()) {
      const known = shared.get(owner) ?? { pages: 0, beside: 0, others: new Set() }
      known.pages++
      if (owners.length > 1) known.beside++
      // One of each page: a list of everybody makes nobody the employer.
      const other = owners[at === 0 ? 1 : 0]
      if (other !== undefined && known.others.size < leastConstant) known.others.add(other)
      shared.set(owner, known)
    }
  }
  const many = new Set<string>()
  for (const [owner, { pages: on, beside, others }] of shared) {
    if (beside >= leastConstant && others.size >= leastConstant) many.add(owner)
    else if (written > 2 && beside > 1 && others.size > 1 && on > mostShared * written) many.add(owner)
  }
  for (const page of pages) for (const id of page.ids) if (many.has(ownerOf(id))) ids.add(id.key)
  const { rows, everywhere } = recurringRows(pages)
  const slots = slotsOfFile(pages)
  return {
    ids,
    employers: new Set([...rules.employerIds].map(idKey)),
    places: placesOf(pages, ids),
    rows,
    everywhere,
    amountsAbove: slots?.above ?? usualAbove(pages, ids),
    fileNumbers: recurringNumbers(pages, people),
    payees: callsPayees(pages),
    followers: followersIn(pages),
    sheetsOfFile: countsThrough(pages),
    sheetsInOrder: areSheetsInOrder(pages),
    countsOfFile: countsOfFile(pages),
    slots,
    layout: null,
  }
}

/** Places that are kept: layouts of one file are few. */
const mostPlaces = 12

/** Where the ids stand that are the only ones of their pages. */
function placesOf(pages: readonly PageReading[], employers: ReadonlySet<string>): Box[] {
  const found: { box: Box; owners: Set<string> }[] = []
  for (const page of pages) {
    const own = page.ids.filter((id) => id.label === 'id' && id.personId !== null && !employers.has(id.key))
    const [only] = own
    if (!only || own.length > 1) continue
    const known = found.find(({ box }) => isAt(box, only.box))
    if (known) known.owners.add(ownerOf(only))
    else if (found.length < 200) found.push({ box: only.box, owners: new Set([ownerOf(only)]) })
  }
  return found
    .filter(({ owners }) => owners.size >= leastPeople)
    .toSorted((a, b) => b.owners.size - a.owners.size)
    .slice(0, mostPlaces)
    .map(({ box }) => box)
}

/** The first of an owner's ids tells how far down a receipt has begun; half of the pages have no more above it. */
function usualAbove(pages: readonly PageReading[], employers: ReadonlySet<string>): number {
  const above = pages.flatMap((page) => {
    const own = page.ids.filter(
      (id) => countsAs(id) && !employers.has(id.key) && !id.company && id.label !== 'employer',
    )
    return own.length > 0 ? [Math.min(...own.map(({ line }) => page.amountsAbove[line] ?? 0))] : []
  })
  return above.toSorted((a, b) => a - b)[Math.floor(above.length / 2)] ?? 0
}

/** Whether something stands where something else stands on another page. */
export function isAt(box: Box, other: Box): boolean {
  return Math.abs(box.x - other.x) < samePlace && Math.abs(box.y - other.y) < samePlace
}

/** One person's several ids are one owner. */
function ownerOf(id: PageReading['ids'][number]): string {
  return id.personId === null ? id.key : `p${id.personId}`
}

function countsAs(id: PageReading['ids'][number]): boolean {
  return id.label === 'id' || (id.label === null && id.alone && id.fits === true)
}

/** Rows that most pages have, word for word, and those of several owners among them. */
function recurringRows(pages: readonly PageReading[]): Pick<Recurring, 'rows' | 'everywhere'> {
  const written = pages.filter(({ blank }) => !blank)
  const seen = new Map<number, { count: number; owners: Set<string> }>()
  for (const page of written) {
    const owners = page.ids.filter((id) => countsAs(id) || id.personId !== null).map(ownerOf)
    for (const row of new Set(page.rows)) {
      const known = seen.get(row) ?? { count: 0, owners: new Set() }
      known.count++
      if (known.owners.size < leastOwners) for (const owner of owners) known.owners.add(owner)
      seen.set(row, known)
    }
  }
  const least = Math.max(leastOwners, written.length * leastRepeated(written.length))
  const often = [...seen].filter(([, { count, owners }]) => count >= least && owners.size >= leastOwners)
  return {
    rows: new Set(often.map(([row]) => row)),
    everywhere: new Set(
      often
        .filter(([, { count }]) => count >= Math.max(leastOfAll, almostAll * written.length))
        .map(([row]) => row),
    ),
  }
}

/** File numbers on pages of several people. */
function recurringNumbers(pages: readonly PageReading[], people: PeopleIndex): Set<string> {
  const persons = new Map<string, Set<number>[]>()
  for (const page of pages) {
    const here = new Set(page.ids.flatMap(({ personId }) => personId ?? []))
    if (here.size === 0) continue
    for (const number of new Set(page.belonging.fileNumbers))
      persons.set(number, [...(persons.get(number) ?? []), here])
  }
  return new Set(
    [...persons]
      .filter(([number, on]) => isOfSeveral(on, people.byFileNumber(number)))
      .map(([number]) => number),
  )
}

/**
 * Whether a number with these people's ids on its pages is nobody's own. It is its person's though somebody else stands
 * on a page, as a manager; not where others do on several pages, as beside whoever signs them.
 */
function isOfSeveral(on: readonly ReadonlySet<number>[], person: Named | undefined): boolean {
  if (new Set(on.flatMap((here) => [...here])).size < 2) return false
  if (!person || on.some((here) => !here.has(person.id))) return true
  const others = on
    .map((here) => [...here].filter((id) => id !== person.id))
    .filter((some) => some.length > 0)
  return others.length > 1 && new Set(others.flat()).size > 1
}

function followersIn(pages: readonly PageReading[]): Set<string> | null {
  const named = pages.filter(({ labelled }) => labelled.length > 0)
  if (named.length < leastToCompare) return null
  const on = new Map<string, number>()
  for (const { labelled } of named)
    for (const word of new Set(labelled.flatMap(({ words }) => words))) on.set(word, (on.get(word) ?? 0) + 1)
  return new Set([...on].filter(([, count]) => count >= leastToCompare).map(([word]) => word))
}

function callsPayees(pages: readonly PageReading[]): boolean {
  const written = pages.filter(({ blank }) => !blank)
  const payees = written.filter(({ names }) => names.some(({ phrase }) => phrase.label === 'payee'))
  const otherwise = written.filter(({ labelled }) => labelled.length > 0)
  return (
    payees.length >= leastOwners &&
    payees.length > leastPayees * written.length &&
    otherwise.length < mostOtherwise * written.length
  )
}

/** Whether the numbers of the sheets go on where the owner changes. */
function countsThrough(pages: readonly PageReading[]): boolean {
  let goesOn = 0
  let begins = 0
  for (const [at, page] of pages.entries()) {
    const [before, now] = [pages[at - 1]?.belonging.sheet, page.belonging.sheet]
    if (!before || !now || !changed(pages[at - 1], page)) continue
    if (now.n === before.n + 1 && now.of === before.of && (now.of === null || now.of > 1)) goesOn++
    else if (now.n === 1) begins++
  }
  return goesOn > begins
}

/** Whether later sheets follow the ones before them: elsewhere the sheets of several receipts may lie by number. */
function areSheetsInOrder(pages: readonly PageReading[]): boolean {
  let [after, apart] = [0, 0]
  for (const [at, { belonging }] of pages.entries()) {
    const n = belonging.sheet?.n ?? 1
    if (n === 1) continue
    if (pages[at - 1]?.belonging.sheet?.n === n - 1) after++
    else apart++
  }
  return after > 0 && apart <= mostApart * after
}

/** Numbers of sheets, as the 26 of "3 de 26", which no two pages count alike and several owners share. */
function countsOfFile(pages: readonly PageReading[]): Set<number> {
  const counted = Map.groupBy(pages, ({ belonging }) => belonging.sheet?.of ?? 0)
  return new Set(
    [...counted].flatMap(([of, on]) => {
      const numbers = new Set(on.map(({ belonging }) => belonging.sheet?.n))
      const owners = new Set(on.flatMap(({ ids }) => ids.flatMap(({ personId }) => personId ?? [])))
      return of > 0 && numbers.size === on.length && owners.size >= leastOwners ? [of] : []
    }),
  )
}

function changed(a: PageReading | undefined, b: PageReading): boolean {
  const [one, other] = [a, b].map((page) => new Set(page?.ids.map(({ personId, key }) => personId ?? key)))
  return [...(other ?? [])].some((owner) => !one?.has(owner))
}
