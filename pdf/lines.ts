import type { Glyph, Turn } from './glyphs.ts'
import type { PageSize } from './pages.ts'

/** A word's box on the page as shown (millimetres), with its extent along and across its own line. */
export interface PlacedWord {
  text: string
  x: number
  y: number
  width: number
  height: number
  turned: Turn
  start: number
  end: number
  base: number
  size: number
}

/** The widest gap between two characters of one word, in parts of their size; a wider one is an unwritten space. */
const widestGap = 0.35
/** How far a character may overlap the one before, in parts of their size. */
const deepestOverlap = 0.6
/** How far the baselines of one line may differ, in parts of the character size. */
const sameLine = 0.3

/** The writing direction of most of the text. */
export function turnOfText(glyphs: readonly Glyph[]): Turn {
  const counts = new Map<Turn, number>()
  for (const { text, turned } of glyphs) if (text !== ' ') counts.set(turned, (counts.get(turned) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

/**
 * The words in reading order, line by line; words in the page's main direction come first. Pieces of a line that touch
 * are joined to one word.
 */
export function wordsOf(glyphs: readonly Glyph[], size: PageSize, turned: Turn): PlacedWord[][] {
  const words = runsOf(glyphs, size)
  const turns = [turned, ...([0, 90, 180, 270] as const).filter((other) => other !== turned)]
  return turns.flatMap((turn) => linesIn(words.filter((word) => word.turned === turn)))
}

/** Runs of characters in PDFium's order, split at spaces and at jumps in position. */
function runsOf(glyphs: readonly Glyph[], page: PageSize): PlacedWord[] {
  const words: PlacedWord[] = []
  let word: PlacedWord | null = null
  for (const glyph of glyphs) {
    if (glyph.text === ' ') {
      word = null
      continue
    }
    const placed = along(glyph, page)
    const fits: boolean =
      word !== null &&
      word.turned === glyph.turned &&
      Math.abs(word.base - placed.base) <= sameLine * Math.min(word.size, placed.size) &&
      placed.start - word.end <= widestGap * placed.size &&
      placed.start - word.end >= -deepestOverlap * placed.size
    if (word && fits) join(word, placed)
    else words.push((word = placed))
  }
  return words
}

function along(glyph: Glyph, page: PageSize): PlacedWord {
  const { text, x, y, width, height, baseX, baseY, turned } = glyph
  const whole = { text, x, y, width, height, turned }
  switch (turned) {
    case 0:
      return { ...whole, start: x, end: x + width, base: baseY, size: height }
    case 90:
      return { ...whole, start: y, end: y + height, base: page.width - baseX, size: width }
    case 180:
      return {
        ...whole,
        start: page.width - x - width,
        end: page.width - x,
        base: page.height - baseY,
        size: height,
      }
    case 270:
      return { ...whole, start: page.height - y - height, end: page.height - y, base: baseX, size: width }
  }
}

function join(word: PlacedWord, next: PlacedWord): void {
  const right = Math.max(word.x + word.width, next.x + next.width)
  const bottom = Math.max(word.y + word.height, next.y + next.height)
  word.text += next.text
  word.x = Math.min(word.x, next.x)
  word.y = Math.min(word.y, next.y)
  word.width = right - word.x
  word.height = bottom - word.y
  word.end = Math.max(word.end, next.end)
  word.size = Math.max(word.size, next.size)
}

/** Groups words of one direction into lines, from the top, each sorted from its start. */
function linesIn(words: PlacedWord[]): PlacedWord[][] {
  const lines: { base: number; size: number; words: PlacedWord[] }[] = []
  for (const word of words.toSorted((a, b) => a.base - b.base)) {
    const line = lines.at(-1)
    if (line && word.base - line.base <= sameLine * Math.min(line.size, word.size)) line.words.push(word)
    else lines.push({ base: word.base, size: word.size, words: [word] })
  }
  return lines.map((line) => joined(line.words.toSorted((a, b) => a.start - b.start)))
}

function joined(words: PlacedWord[]): PlacedWord[] {
  const whole: PlacedWord[] = []
  for (const word of words) {
    const before = whole.at(-1)
    const gap = before ? word.start - before.end : Infinity
    const touching = before && Math.abs(gap) <= 0.08 * Math.min(before.size, word.size)
    if (before && touching) join(before, word)
    else whole.push(word)
  }
  return whole
}
