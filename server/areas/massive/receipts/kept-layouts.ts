import { knownLayoutOf, layoutsOf, usualSketch } from './layouts.ts'
import type { PageReading } from './page.ts'
import type { Recurring } from './recurring.ts'
import type { Slots } from './slots/slots.ts'
import { isTaughtSlot } from './slots/taught.ts'
import { leastKept, mostUntaught } from './thresholds.ts'

/**
 * Layouts that the files of a type have taught. A file of few receipts doesn't show where its owners stand; the files
 * before it, of the same program, did.
 */

/** The knowledge that one layout's pages taught, as JSON: places, hashes of words, and the numbers of employees who sign. */
export interface LayoutTaught {
  /** Hashes of its words with their columns, by which a page is recognised as one of it. */
  sketch: number[]
  /** People from whose pages it was learned. */
  people: number
  rows: number[]
  everywhere: number[]
  places: Recurring['places']
  slots: AsLists<Slots>
}

type AsLists<T> = { [K in keyof T]: T[K] extends ReadonlySet<infer V> ? V[] : T[K] }

/** A layout that is kept. */
export interface KeptLayout {
  id: number
  taught: LayoutTaught
}

/** Lists of one layout that are longer than this, all together, are of no payroll: it isn't kept. */
const mostLearned = 20_000

/** The layouts of a file that show where owners stand by enough people that later files may be read by them. */
export function layoutsIn(pages: readonly PageReading[], recurring: readonly Recurring[]): LayoutTaught[] {
  const layouts = layoutsOf(pages.map(({ sketch }) => sketch))
  const groups = Map.groupBy(pages.keys(), (at) => layouts[at] ?? null)
  return [...groups].flatMap(([layout, places]) => {
    const taught = recurring[places[0] ?? 0]
    if (layout === null || !taught?.slots || taught.slots.people < leastKept) return []
    const { rows, everywhere, places: boxes, slots } = taught
    const found: LayoutTaught = {
      sketch: usualSketch(places.map((at) => pages[at]?.sketch ?? [])),
      people: slots.people,
      rows: [...rows],
      everywhere: [...everywhere],
      places: boxes,
      slots: asLists(slots),
    }
    const lists = [found.rows, ...Object.values(found.slots)].filter((value) => Array.isArray(value))
    return lists.reduce((all, { length }) => all + length, 0) > mostLearned ? [] : [found]
  })
}

/**
 * Adds to the repeated content of each page of a file that of its kept layout, where the file itself shows too little.
 * A file of many pages speaks for itself: where it doesn't tell its owners, it isn't like the ones that did.
 */
export function withKept(
  pages: readonly PageReading[],
  own: readonly Recurring[],
  kept: readonly KeptLayout[] = [],
): Recurring[] {
  if (kept.length === 0 || pages.length > mostUntaught) return [...own]
  const sketches = kept.map(({ taught }) => new Set(taught.sketch))
  return own.map((file, at) => {
    const known = file.slots ? undefined : kept[knownLayoutOf(pages[at]?.sketch ?? [], sketches) ?? -1]
    if (!known) return file
    const { rows, everywhere, places, slots } = known.taught
    return {
      ...file,
      rows: new Set([...file.rows, ...rows]),
      everywhere: new Set([...file.everywhere, ...everywhere]),
      places: [...file.places, ...places],
      amountsAbove: slots.above,
      slots: asSets(slots),
      layout: known.id,
    }
  })
}

/** The slots as lists, without that of taught places: those are of one file, or kept with the type by themselves. */
function asLists({ people, above, ...sets }: Slots): AsLists<Slots> {
  const { ids, names, doubtful, constant, named, returning, common, accounts, beside } = sets
  return {
    people,
    above,
    ids: [...ids].filter((slot) => !isTaughtSlot(slot)),
    names: [...names].filter((slot) => !isTaughtSlot(slot)),
    doubtful: [...doubtful],
    constant: [...constant],
    named: [...named],
    returning: [...returning],
    common: [...common],
    accounts: [...accounts],
    beside: [...beside],
  }
}

function asSets({ people, above, ...lists }: AsLists<Slots>): Slots {
  return {
    people,
    above,
    ids: new Set(lists.ids),
    names: new Set(lists.names),
    doubtful: new Set(lists.doubtful),
    constant: new Set(lists.constant),
    named: new Set(lists.named),
    returning: new Set(lists.returning),
    common: new Set(lists.common),
    accounts: new Set(lists.accounts),
    beside: new Set(lists.beside),
  }
}
