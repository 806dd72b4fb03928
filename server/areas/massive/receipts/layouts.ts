import type { Row } from './rows.ts'

/**
 * Pages that were laid out alike: what is usual on a page is learned from these, since one file may join payrolls of
 * several programs.
 */

/** Words of a page that are kept, those of the least hashes: the same of all pages, so that pages can be compared. */
const mostKept = 96
/** Millimetres of a column: the same word elsewhere belongs to another layout. */
const column = 12
/** A word tells a layout where so many pages have it, and so large a share of them: others are names and values. */
const [leastPages, leastShare] = [3, 0.02]
/** The share of their words that pages of one layout have in common. */
const leastAlike = 0.5
/** More layouts than this are not told apart. */
const mostLayouts = 60

/** A page's labels with their columns: hashes in rising order. */
export function sketchOf(rows: readonly Row[]): number[] {
  const found = new Set<number>()
  for (const { words, plain, starts } of rows)
    for (const [at, { x, text }] of words.entries()) {
      const start = starts[at] ?? 0
      const hash = hashOfWord(plain, start, start + text.length)
      if (hash !== null) found.add(Math.imul(hash ^ Math.floor(x / column), prime))
    }
  return [...found].toSorted((a, b) => a - b).slice(0, mostKept)
}

/** The number of each page's layout; pages without words that repeat have null. */
export function layoutsOf(sketches: readonly (readonly number[])[]): (number | null)[] {
  const on = new Map<number, number>()
  for (const sketch of sketches) for (const word of sketch) on.set(word, (on.get(word) ?? 0) + 1)
  const least = Math.max(leastPages, leastShare * sketches.length)
  const first: ReadonlySet<number>[] = []
  return sketches.map((sketch) => {
    const words = sketch.filter((word) => (on.get(word) ?? 0) >= least)
    if (words.length === 0) return null
    const known = first.findIndex((others) => likeness(words, others) >= leastAlike)
    if (known >= 0) return known
    return first.length < mostLayouts ? first.push(new Set(words)) - 1 : null
  })
}

/** The words that half of a layout's pages have, by which pages of another file are compared with it. */
export function usualSketch(sketches: readonly (readonly number[])[]): number[] {
  const on = new Map<number, number>()
  for (const sketch of sketches) for (const word of sketch) on.set(word, (on.get(word) ?? 0) + 1)
  return [...on].filter(([, count]) => count >= sketches.length / 2).map(([word]) => word)
}

/** The number of the known layout that a page is most alike; null where it is like none. */
export function knownLayoutOf(
  sketch: readonly number[],
  known: readonly ReadonlySet<number>[],
): number | null {
  const words = sketch.filter((word) => known.some((layout) => layout.has(word)))
  const [best] = known
    .map((layout, at) => ({ at, alike: likeness(words, layout) }))
    .toSorted((a, b) => b.alike - a.alike)
  return best && best.alike >= leastAlike ? best.at : null
}

function likeness(words: readonly number[], others: ReadonlySet<number>): number {
  let both = 0
  for (const word of words) if (others.has(word)) both++
  return both / (words.length + others.size - both)
}

const prime = 0x01000193
const [zero, nine, letterA] = [...'09a'].map((character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
]

/** FNV-1a of a word in a row, 32 bits; null of what has figures, or less than two letters. */
function hashOfWord(row: string, from: number, to: number): number | null {
  let hash = 0x811c9dc5
  let letters = 0
  for (let at = from; at < to; at++) {
    const code = row.charCodeAt(at)
    if (code >= zero && code <= nine) return null
    if (code >= letterA) letters++
    hash = Math.imul(hash ^ code, prime)
  }
  return letters < 2 ? null : hash
}
