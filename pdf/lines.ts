import { space } from './glyphs.ts'
import type { Glyphs, Turn } from './glyphs.ts'
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

const turns = [0, 90, 180, 270] as const

/** The writing direction of most of the text. */
export function turnOfText({ count, code, turned }: Glyphs): Turn {
  const counts: Record<Turn, number> = { 0: 0, 90: 0, 180: 0, 270: 0 }
  for (let at = 0; at < count; at++) if (code[at] !== space) counts[turned[at]!]++
  return turns.reduce((most, turn) => (counts[turn] > counts[most] ? turn : most))
}

/**
 * The words in reading order, line by line; words in the page's main direction come first. Pieces of a line that touch
 * are joined to one word.
 */
export function wordsOf(glyphs: Glyphs, size: PageSize, turned: Turn): PlacedWord[][] {
  const words = runsOf(glyphs, size)
  const inOrder = [turned, ...turns.filter((other) => other !== turned)]
  return inOrder.flatMap((turn) => linesIn(words.filter((word) => word.turned === turn)))
}

/** Runs of characters in PDFium's order, split at spaces and at jumps in position. */
function runsOf(glyphs: Glyphs, page: PageSize): PlacedWord[] {
  const words: PlacedWord[] = []
  let word: PlacedWord | null = null
  for (let at = 0; at < glyphs.count; at++) {
    const code = glyphs.code[at]!
    if (code === space) {
      word = null
      continue
    }
    const turned = glyphs.turned[at]!
    const [width, height] = [glyphs.width[at]!, glyphs.height[at]!]
    const lying = turned === 0 || turned === 180
    const size = lying ? height : width
    const start = startOf(glyphs, at, page)
    const end = start + (lying ? width : height)
    const base = baseOf(glyphs, at, page)
    const fits: boolean =
      word !== null &&
      word.turned === turned &&
      Math.abs(word.base - base) <= sameLine * Math.min(word.size, size) &&
      start - word.end <= widestGap * size &&
      start - word.end >= -deepestOverlap * size
    const [x, y, text] = [glyphs.x[at]!, glyphs.y[at]!, String.fromCodePoint(code)]
    if (word && fits) extend(word, text, x, y, width, height, end, size)
    else words.push((word = { text, x, y, width, height, turned, start, end, base, size }))
  }
  return words
}

/** Where a character begins on its line, from the line's side of the page. */
function startOf({ turned, x, y, width, height }: Glyphs, at: number, page: PageSize): number {
  switch (turned[at]!) {
    case 0:
      return x[at]!
    case 90:
      return y[at]!
    case 180:
      return page.width - x[at]! - width[at]!
    case 270:
      return page.height - y[at]! - height[at]!
  }
}

/** How far below the page's top, as its line sees it, a character stands. */
function baseOf({ turned, baseX, baseY }: Glyphs, at: number, page: PageSize): number {
  switch (turned[at]!) {
    case 0:
      return baseY[at]!
    case 90:
      return page.width - baseX[at]!
    case 180:
      return page.height - baseY[at]!
    case 270:
      return baseX[at]!
  }
}

function join(word: PlacedWord, { text, x, y, width, height, end, size }: PlacedWord): void {
  extend(word, text, x, y, width, height, end, size)
}

/** Adds a box to a word; with plain numbers, because it is called for each character. */
function extend(
  word: PlacedWord,
  text: string,
  x: number,
  y: number,
  width: number,
  height: number,
  end: number,
  size: number,
): void {
  const right = Math.max(word.x + word.width, x + width)
  const bottom = Math.max(word.y + word.height, y + height)
  word.text += text
  word.x = Math.min(word.x, x)
  word.y = Math.min(word.y, y)
  word.width = right - word.x
  word.height = bottom - word.y
  word.end = Math.max(word.end, end)
  word.size = Math.max(word.size, size)
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
