import type { PageFacts, Word } from '#pdf/page-words.ts'
import { plain } from './plain.ts'
import type { Box } from './types.ts'

/** A word with its place in the reading frame: as if the text ran from left to right. */
export interface Placed {
  word: Word
  /** Its text with ligatures taken apart. */
  text: string
  x: number
  y: number
  width: number
  height: number
}

export interface Row {
  words: Placed[]
  /** One space between words, two where a column ends. */
  text: string
  /** The same, plain: place for place. */
  plain: string
  /** Where each word begins in the text. */
  starts: number[]
  y: number
  height: number
  /** Of what it says, to know it again on other pages. */
  hash: number
}

/** A gap of so many letter heights ends a column. */
const columnGap = 1.1

/** The rows of a page from the top to the bottom of its text, whichever way that runs. */
export function rowsOf(page: PageFacts): Row[] {
  const placed = page.words.filter(({ text }) => text.trim() !== '').map((word) => place(word, page))
  placed.sort((a, b) => a.y + a.height / 2 - (b.y + b.height / 2) || a.x - b.x)
  const rows: Placed[][] = []
  for (const word of placed) {
    const row = rows.at(-1)
    if (row && sameRow(row, word)) row.push(word)
    else rows.push([word])
  }
  return rows.map(rowFrom)
}

function sameRow(row: readonly Placed[], word: Placed): boolean {
  const first = row[0]
  if (!first) return false
  const apart = Math.abs(word.y + word.height / 2 - (first.y + first.height / 2))
  return apart < 0.5 * Math.min(Math.max(first.height, 1.5), Math.max(word.height, 1.5))
}

function rowFrom(words: Placed[]): Row {
  words.sort((a, b) => a.x - b.x)
  const justified = isJustified(words)
  let text = ''
  const starts: number[] = []
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]
    if (before) text += !justified && endsColumn(before, word) ? '  ' : ' '
    starts.push(text.length)
    text += word.text
  }
  const bare = plain(text)
  const y = Math.min(...words.map((word) => word.y))
  const height = Math.max(...words.map((word) => word.height))
  return { words, text, plain: bare, starts, y, height, hash: hashOf(bare) }
}

/** Words of a line that is drawn out to its margins: their gaps are wide and all alike. */
function isJustified(words: readonly Placed[]): boolean {
  if (words.length < 6) return false
  const gaps = words.slice(1).map((word, at) => word.x - (words[at]?.x ?? 0) - (words[at]?.width ?? 0))
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)]
  return least > 0 && most < 1.5 * least && words.filter(({ text }) => /^\p{Ll}/u.test(text)).length > 2
}

/** Letters in boxes of their own stand further apart than words do. */
function endsColumn(before: Placed, word: Placed): boolean {
  const boxed = before.text.length === 1 && word.text.length === 1
  return (
    word.x - before.x - before.width > (boxed ? 3 : columnGap) * Math.max(before.height, word.height, 1.5)
  )
}

/** Of the text that stands from `from` to `to`: the words that it is in. */
export function wordsAt(row: Row, from: number, to: number): Placed[] {
  return row.words.filter((word, at) => {
    const start = row.starts[at] ?? 0
    return start < to && start + word.text.length > from
  })
}

/** The box around words, on the page as shown. */
export function boxOf(words: readonly Placed[]): Box {
  const x = Math.min(...words.map(({ word }) => word.x))
  const y = Math.min(...words.map(({ word }) => word.y))
  return {
    x: round(x),
    y: round(y),
    width: round(Math.max(...words.map(({ word }) => word.x + word.width)) - x),
    height: round(Math.max(...words.map(({ word }) => word.y + word.height)) - y),
  }
}

function place(word: Word, page: PageFacts): Placed {
  const { x, y, width, height } = word
  const text = word.text.normalize('NFKC').replace(/[\s\u00ad]/g, '') || word.text
  const whole = { word, text, x, y, width, height }
  if (page.turned === 90) return { ...whole, x: y, y: page.width - x - width, width: height, height: width }
  if (page.turned === 180) return { ...whole, x: page.width - x - width, y: page.height - y - height }
  if (page.turned === 270)
    return { ...whole, x: page.height - y - height, y: x, width: height, height: width }
  return whole
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

function round(millimetres: number): number {
  return Math.round(millimetres * 10) / 10
}
