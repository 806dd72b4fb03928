import type { CapturePattern } from '#contract/folders/capture-pattern.ts'
import type { FoundId } from './ids.ts'
import type { PeopleIndex } from './people.ts'
import { idKey, plain } from './plain.ts'
import { boxOf, leastConfidence, wordsAt } from './rows.ts'
import type { Row } from './rows.ts'

/** Whether `text` from `at` on has the shape; the place where it ends, or -1. */
export function matchesShape(shape: string, text: string, at: number): number {
  for (let n = 0; n < shape.length; n++) {
    const wanted = shape.charAt(n)
    const character = text.charAt(at + n)
    const fits =
      wanted === '9'
        ? /^\d$/.test(character)
        : wanted === 'A'
          ? /^\p{L}$/u.test(character)
          : wanted === 'X'
            ? /^[\p{L}\d]$/u.test(character)
            : plain(wanted) === plain(character)
    if (!fits) return -1
  }
  const end = at + shape.length
  return /^[\p{L}\d]/u.test(text.slice(end, end + 1)) ? -1 : end
}

/** Ids at the positions of a type's own pattern. */
export function patternIds(rows: readonly Row[], people: PeopleIndex, pattern: CapturePattern): FoundId[] {
  const found: FoundId[] = []
  const label = plain((pattern.etiqueta ?? '').normalize('NFC'))
    .replace(/\s+/g, ' ')
    .trim()
  for (const [index, row] of rows.entries()) {
    for (const [from, to] of placesIn(row, rows, index, label, pattern.forma ?? '')) {
      const text = row.text.slice(from, to)
      const person = people.byId(text) ?? people.byFileNumber(text)
      const words = wordsAt(row, from, to)
      found.push({
        key: idKey(text),
        text,
        personId: person?.id ?? null,
        label: 'id',
        fits: null,
        alone: true,
        first: true,
        nameLabel: null,
        company: false,
        row: row.hash,
        line: index,
        formatted: false,
        box: boxOf(words),
        confidence: leastConfidence(words),
      })
    }
  }
  return found
}

function placesIn(
  row: Row,
  rows: readonly Row[],
  index: number,
  label: string,
  shape: string,
): [number, number][] {
  const found: [number, number][] = []
  for (const match of row.plain.matchAll(/(?<![\p{L}\d])[\p{L}\d]/gu)) {
    const from = match.index
    const end = shape === '' ? runFrom(row.text, from) : matchesShape(shape, row.text, from)
    if (end < 0 || (label !== '' && !isLabelled(row, rows, index, from, end, label))) continue
    found.push([from, end])
  }
  return found
}

function runFrom(text: string, from: number): number {
  const run = /^[\p{L}\d]+(?:[-./][\p{L}\d]+)*/u.exec(text.slice(from, from + 30))?.[0] ?? ''
  return /\d/.test(run) ? from + run.length : -1
}

function isLabelled(
  row: Row,
  rows: readonly Row[],
  index: number,
  from: number,
  to: number,
  label: string,
): boolean {
  const bare = (text: string) => text.replace(/[\s:.#°º–—-]+/gu, ' ').trim()
  if (bare(row.plain.slice(0, from)).endsWith(bare(label))) return true
  const words = wordsAt(row, from, to)
  const left = Math.min(...words.map(({ x }) => x))
  const right = Math.max(...words.map(({ x, width }) => x + width))
  for (const above of rows.slice(Math.max(0, index - 2), index).toReversed()) {
    if (row.y - above.y > 14) return false
    const over = above.words.filter(({ x, width }) => x < right + 1 && x + width > left - 1)
    if (over.length > 0)
      return (
        bare(above.plain).includes(bare(label)) &&
        over.some(({ word }) => bare(label).includes(bare(plain(word.text))))
      )
  }
  return false
}
