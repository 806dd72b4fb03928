import type { PageFacts, Word } from '#pdf/page-words.ts'
import { money, plain } from './plain.ts'
import { remembered } from './remembered.ts'
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
  /** The same, each figure as 0: by it is remembered what rows say that differ in figures alone. */
  form: string
  /** Answers of the functions made by {@link ofForm}: one list for all rows of a form. */
  answers: unknown[]
  /** Where each word begins in the text. */
  starts: number[]
  y: number
  height: number
  /** Hash of its text, by which it is recognised on other pages. */
  hash: number
  /** Its cells, separated by gaps; computed on first use. */
  cells?: Cell[]
}

/** A column of a row: where it stands in the text, and its edges in the reading frame. */
interface Cell {
  from: number
  to: number
  left: number
  right: number
}

/** A gap of so many letter heights ends a column. */
const columnGap = 1.1

/** Millimetres by which text of another direction stands above the page's own: in rows that touch none of it. */
const apart = 10_000

/** The rows of a page from the top to the bottom of its text, whichever way that runs; text of other directions first. */
export function rowsOf(page: PageFacts): Row[] {
  const placed: Placed[] = []
  let others = 0
  let turned = page.turned
  for (const [at, word] of page.words.entries()) {
    const next = page.otherTurns[others]
    if (next?.from === at) {
      turned = next.turned
      others++
    }
    if (word.text.trim() === '') continue
    const one = place(word, page, turned)
    placed.push(others === 0 ? one : { ...one, y: one.y - others * apart })
  }
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
  const gap = Math.abs(word.y + word.height / 2 - (first.y + first.height / 2))
  return gap < 0.5 * Math.min(Math.max(first.height, 1.5), Math.max(word.height, 1.5))
}

function rowFrom(found: Placed[]): Row {
  found.sort((a, b) => a.x - b.x)
  const words = joined(found)
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
  let [y, height] = [Infinity, 0]
  for (const word of words) [y, height] = [Math.min(y, word.y), Math.max(height, word.height)]
  const form = bare.replace(/\d/g, '0')
  return { words, text, plain: bare, form, answers: answersTo(form), starts, y, height, hash: hashOf(bare) }
}

const answersTo = remembered((): unknown[] => [])
let functions = 0

/**
 * Makes a pure function of a row's form remember its answers; undefined is no answer. All such functions keep them in
 * the list that a row has from its form, so that each row is looked up once.
 */
export function ofForm<T>(answer: (form: string) => T): (row: Row) => T {
  const at = functions++
  return ({ form, answers }) => {
    if (answers[at] === undefined) answers[at] = answer(form)
    return answers[at] as T
  }
}

/** Whether a row has an amount. */
export const hasAmount = ofForm((form) => money.test(form))

/** Whether a row has a letter. */
export const hasLetter = ofForm((form) => /\p{L}/u.test(form))

/** Letters in a row that stand apart by themselves are a word that is set wide, from so many on. */
const leastSpaced = 4
const oneLetter = /^\p{L}$/u

function joined(words: Placed[]): Placed[] {
  let single = 0
  for (const { text } of words) if (text.length === 1) single++
  if (single < leastSpaced) return words
  const found: Placed[] = []
  for (let at = 0; at < words.length;) {
    let end = at
    let gap = Infinity
    while (oneLetter.test(words[end]?.text ?? '')) {
      const next = end > at ? gapBetween(words[end - 1], words[end]) : 0
      // The space between two such words is wider than that between their letters.
      if (end > at && next > 1.7 * gap + 0.3) break
      if (end > at) gap = Math.min(gap, next)
      end++
    }
    const run = words.slice(at, Math.max(end, at + 1))
    if (run.length >= leastSpaced) found.push(asOne(run))
    else found.push(...run)
    at += run.length
  }
  return found
}

function gapBetween(before: Placed | undefined, word: Placed | undefined): number {
  return before && word ? word.x - before.x - before.width : 0
}

function asOne(letters: readonly Placed[]): Placed {
  const text = letters.map((letter) => letter.text).join('')
  const [x, y] = [Math.min(...letters.map((one) => one.x)), Math.min(...letters.map((one) => one.y))]
  const right = Math.max(...letters.map((one) => one.x + one.width))
  const bottom = Math.max(...letters.map((one) => one.y + one.height))
  const word = { text, ...boxOf(letters), confidence: leastConfidence(letters) }
  return { word, text, x, y, width: right - x, height: bottom - y }
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

/** The words that the text from `from` to `to` touches. */
export function wordsAt({ words, starts }: Row, from: number, to: number): Placed[] {
  const found: Placed[] = []
  for (const [at, word] of words.entries()) {
    const start = starts[at] ?? 0
    if (start >= to) break
    if (start + word.text.length > from) found.push(word)
  }
  return found
}

/** The edges of words in the reading frame. */
export function edgesOf(words: readonly Placed[]): { left: number; right: number } {
  let [left, right] = [Infinity, -Infinity]
  for (const { x, width } of words) [left, right] = [Math.min(left, x), Math.max(right, x + width)]
  return { left, right }
}

/** The columns of a row: what stands between gaps. */
export function cellsOf(row: Row): Cell[] {
  row.cells ??= columnsOf(row).map(({ from, to }) => ({ from, to, ...edgesOf(wordsAt(row, from, to)) }))
  return row.cells
}

/** Where the columns stand in a row's form. */
export function columnsIn(form: string): { from: number; to: number }[] {
  return [...form.matchAll(/\S+(?: \S+)*/g)].map(({ 0: { length }, index }) => ({
    from: index,
    to: index + length,
  }))
}

/** Where the columns of a row stand in its text. */
export const columnsOf = ofForm(columnsIn)

/** The text before a position, back to the nearest figure, which no label crosses. */
export function textBefore({ form }: Pick<Row, 'form'>, at: number): string {
  const figure = at === 0 ? -1 : form.lastIndexOf('0', at - 1)
  // Dots that lead to a value may be more than its label's letters.
  let end = at
  while (end > 0 && ' .:_'.includes(form.charAt(end - 1))) end--
  return form.slice(Math.max(0, end - 60, figure), at)
}

/** The box around words, on the page as shown. */
export function boxOf(words: readonly Placed[]): Box {
  let [x, y, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { word } of words) {
    x = Math.min(x, word.x)
    y = Math.min(y, word.y)
    right = Math.max(right, word.x + word.width)
    bottom = Math.max(bottom, word.y + word.height)
  }
  return { x: round(x), y: round(y), width: round(right - x), height: round(bottom - y) }
}

/** How surely words were recognised, the least of them; others are what they are. */
export function leastConfidence(words: readonly Placed[]): number {
  return Math.min(...words.map(({ word }) => confidenceOf(word)))
}

function confidenceOf(word: object): number {
  return 'confidence' in word && typeof word.confidence === 'number' ? word.confidence : 1
}

const onlyAscii = /^[!-~]*$/

function place(word: Word, page: PageFacts, turned: PageFacts['turned']): Placed {
  const { x, y, width, height } = word
  const text = onlyAscii.test(word.text)
    ? word.text
    : word.text.normalize('NFKC').replace(/[\s\u00ad]/g, '') || word.text
  const whole = { word, text, x, y, width, height }
  if (turned === 90) return { ...whole, x: y, y: page.width - x - width, width: height, height: width }
  if (turned === 180) return { ...whole, x: page.width - x - width, y: page.height - y - height }
  if (turned === 270) return { ...whole, x: page.height - y - height, y: x, width: height, height: width }
  return whole
}

/** FNV-1a of a text, 32 bits; signed, because V8 stores a number from 2³¹ on as an object. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5 | 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

function round(millimetres: number): number {
  return Math.round(millimetres * 10) / 10
}
