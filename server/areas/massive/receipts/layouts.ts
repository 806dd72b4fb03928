import { remembered } from './remembered.ts'
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
      const hash = hashOf(plain.slice(start, start + text.length))
      if (hash !== null) found.add(Math.imul(hash ^ Math.floor(x / column), prime) >>> 0)
    }
  return [...found].sort((a, b) => a - b).slice(0, mostKept)
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

function likeness(words: readonly number[], others: ReadonlySet<number>): number {
  let both = 0
  for (const word of words) if (others.has(word)) both++
  return both / (words.length + others.size - both)
}

const prime = 0x01000193

/** FNV-1a of a word, 32 bits; null of what isn't one. */
const hashOf = remembered((word): number | null => {
  if (!/\p{L}{2}/u.test(word) || /\d/.test(word)) return null
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), prime)
  return hash
})
