import type { Country } from '#contract/fields.ts'
import { headOver, labelAbove, labelBefore } from './labels.ts'
import type { Label } from './labels.ts'
import { agreement } from './names.ts'
import type { Named, PeopleIndex } from './people.ts'
import { nameLabelOf } from './phrases.ts'
import type { NameLabel } from './phrases.ts'
import { idKey } from './plain.ts'
import { boxOf, edgesOf, leastConfidence, ofForm, wordsAt } from './rows.ts'
import type { Row } from './rows.ts'
import { isCompany, isGrouped, shapes } from './shapes.ts'
import type { Shape } from './shapes.ts'
import type { Box } from './types.ts'

/** Something on a page that is written as an id is. */
export interface FoundId {
  key: string
  /** As it stands there. */
  text: string
  personId: number | null
  label: Label
  /** Null: its country reckons none. */
  fits: boolean | null
  /** It may count though no label says what it is. */
  alone: boolean
  /** It is of the country's first kind: the one that payroll goes by. */
  first: boolean
  /** The kind of name that the label beside or above it announces. */
  nameLabel: NameLabel
  company: boolean
  /** The row's hash, and the row's index. */
  row: number
  line: number
  /** Written with the separators of its kind. */
  formatted: boolean
  box: Box
  confidence: number
}

interface Piece {
  text: string
  from: number
  to: number
}

/** Ids are not longer, and have not more groups, than this. */
const longest = 18
const mostPieces = 20

/** Every id of a page, with what its label says, amounts and dates left out. */
export function idsOn(rows: readonly Row[], people: PeopleIndex, country: Country): FoundId[] {
  const found: FoundId[] = []
  for (const [index, row] of rows.entries()) {
    if (!/\d/.test(row.plain)) continue
    const taken: Piece[] = []
    for (const piece of candidatesFrom(row.plain, runsOf(row))) {
      if (taken.some(({ from, to }) => piece.from < to && piece.to > from)) continue
      const id = judge(piece, rows, index, people, country)
      if (!id) continue
      found.push(id)
      taken.push(piece)
    }
    found.push(...brokenAt(rows, index, people, country))
  }
  return found
}

export interface Candidate extends Piece {
  /** Lengths of the groups that signs part it in, and that spaces part it in as well. */
  hard: number[]
  all: number[]
}

/** Runs of pieces that could be one id, the longest first, so that no part of an id is taken for another. */
export function candidatesIn(text: string): Candidate[] {
  return candidatesFrom(text, runsIn(text.replace(/\d/g, '0')))
}

function candidatesFrom(text: string, runs: readonly Run[]): Candidate[] {
  return runs.map(({ pieces, ...run }) => ({
    ...run,
    text: pieces.map(({ from, to }) => text.slice(from, to)).join(''),
  }))
}

type Run = Omit<Candidate, 'text'> & { pieces: Piece[] }

const runsOf = ofForm(runsIn)

/** `text` has each figure as 0. */
function runsIn(text: string): Run[] {
  const pieces = [...text.matchAll(/[\p{L}\d&]+/gu)].map((match) => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }))
  const found: Run[] = []
  for (const [start, first] of pieces.entries()) {
    if (!/\d/.test(first.text) && !/^[a-z&]{1,4}$/.test(first.text)) continue
    if (start > 0 && joint(text, pieces[start - 1], first) === 'hard') continue
    if (/(?:\d[.,]|\$ ?|r\$|s\/\.? ?|gs\.? ?|[₡₲%])$/.test(text.slice(0, first.from))) continue
    let joined = 0
    let figures = 0
    const hard: number[] = [0]
    const all: number[] = []
    for (let end = start; end < pieces.length && end < start + mostPieces; end++) {
      const piece = pieces[end]
      if (!piece) break
      const link = end === start ? 'start' : joint(text, pieces[end - 1], piece)
      if (link === 'far') break
      joined += piece.text.length
      figures += piece.text.split('0').length - 1
      if (joined > longest) break
      if (link === 'hard') hard.push(0)
      hard[hard.length - 1] = (hard.at(-1) ?? 0) + piece.text.length
      all.push(piece.text.length)
      const next = pieces[end + 1]
      if (next && joint(text, piece, next) === 'hard') continue
      if (/^(?:,\d| ?%|\.\d)/.test(text.slice(piece.to))) continue
      if (figures < 5) continue
      const run = { from: first.from, to: piece.to, hard: [...hard], all: [...all] }
      found.push({ ...run, pieces: pieces.slice(start, end + 1) })
    }
  }
  return found.toSorted((a, b) => b.to - b.from - (a.to - a.from))
}

/** How two neighbours are parted: by a sign of an id, by a space, or so that they can't be one. */
function joint(text: string, before: Piece | undefined, after: Piece): 'hard' | 'soft' | 'far' {
  if (!before) return 'far'
  const between = text.slice(before.to, after.from)
  if (between === ' ') return 'soft'
  if (/^(?:[-–—‐‑−]|\.)$/.test(between)) return 'hard'
  if (/^ ?[-–—‐‑−] ?$/.test(between)) return /^(?:\d+k?|k)$/.test(after.text) ? 'hard' : 'far'
  // A check digit in a cell of its own.
  if (/^ {1,2}[-–—‐‑−] {1,2}$/.test(between) && /^[\dk]$/.test(after.text)) return 'hard'
  // In boxes of their own, points stand apart too.
  if (between === ' . ' && before.text.length === 1 && after.text.length === 1) return 'hard'
  return 'far'
}

function judge(
  candidate: Candidate,
  rows: readonly Row[],
  index: number,
  people: PeopleIndex,
  country: Country,
): FoundId | null {
  const row = rows[index]
  if (!row) return null
  const { text, from, to, hard, all } = withDigitApart(candidate, rows, index, people, country)
  const spaced = hard.length === 1 && all.length > 1
  const letterSpaced = all.length > 4 && all.every((length) => length <= 2)
  const kind = shapes[country].find(
    (one) =>
      one.pattern.test(text) &&
      (isGrouped(one, all) ||
        (spaced ? letterSpaced : isGrouped(one, hard)) ||
        (spaced && splitIn(one, all))),
  )
  const company = isCompany(country, text)
  const person = people.byId(text)
  if (!kind && !company && (!person || all.length > 1)) {
    const malformed = all.length === hard.length && labelBefore(row, from, country) === 'id'
    if (!malformed || /^\d{0,4}$/.test(text) || hard.length > 5) return null
    if (looksLikeDate(hard)) return null
  }
  // With its separators and check digit, as 12.111.222-3, it is no amount and no reference.
  const isAlone = Boolean(kind && (kind.alone || (hard.length > 2 && kind.fits)))
  const labelOver = (): Label => {
    const isPersonal = isAlone && kind?.fits?.(text) === true
    const head = labelAbove(rows, index, from, to, country, isPersonal)
    // Even under a label of other people the id of an employee counts: two employees stand on the page then.
    return head === 'other' && isPersonal && person ? null : head
  }
  const before = labelBefore(row, from, country)
  const words = wordsAt(row, from, to)
  return {
    key: idKey(text),
    text: row.text.slice(from, to),
    personId: person?.id ?? null,
    label: before === null || (person && isNameBefore(row, from, person)) ? labelOver() : before,
    fits: kind ? (kind.fits?.(text) ?? null) : company || person ? null : false,
    alone: isAlone,
    first: kind !== undefined && kind === shapes[country][0],
    nameLabel: nameLabelOf(rows, index, from, words),
    company: company && !person,
    row: row.hash,
    line: index,
    formatted: hard.length > 1,
    box: boxOf(words),
    confidence: leastConfidence(words),
  }
}

/** Whether what ends before an id is the name of whose it is: some surnames are words of labels, as Dias (days). */
function isNameBefore(row: Row, at: number, person: Named): boolean {
  const column = row.form.slice(0, at).trimEnd().split('  ').at(-1) ?? ''
  const words: readonly string[] = column.match(/\p{L}+/gu) ?? []
  const last = words.at(-1) ?? ''
  return [...person.surnames, ...person.firstNames].includes(last) && agreement(person, words, false) !== null
}

const digitLabel = /(?<!\p{L})(?:d\.? ?v\.?|dig\.?|digito(?: verificador)?) ?:? ?$/u

/** An id with its check digit, where that stands in a place of its own with a label of its own, and makes it somebody's. */
function withDigitApart(
  candidate: Candidate,
  rows: readonly Row[],
  index: number,
  people: PeopleIndex,
  country: Country,
): Candidate {
  const row = rows[index]
  const apart = row && /^(\s+(?:d\.? ?v\.? ?:?\s+)?)([\dk])(?=\s|$)/.exec(row.plain.slice(candidate.to))
  const [, gap = '', digit = ''] = apart ?? []
  const text = candidate.text + digit
  if (!row || !apart || !shapes[country].some((kind) => kind.pattern.test(text) && kind.fits?.(text)))
    return candidate
  const at = candidate.to + gap.length
  const labelled =
    digitLabel.test(row.form.slice(0, at)) || digitLabel.test(headOver(rows, index, at, at + 1).trim())
  if (!labelled || !people.byId(text)) return candidate
  return { text, from: candidate.from, to: at + 1, hard: [...candidate.hard, 1], all: [...candidate.all, 1] }
}

/** A number that its words were cut in anywhere, as some producers do: only where nothing but one kind fits. */
function splitIn(kind: Shape, all: readonly number[]): boolean {
  return kind.alone && all.length <= 3
}

function looksLikeDate(lengths: readonly number[]): boolean {
  return ['2-2-4', '4-2-2', '2-2-2', '1-2-4', '2-4', '4-2'].includes(lengths.join('-'))
}

/** The ends of columns with figures, other than a unit or a percentage. */
const endsOf = ofForm((form) =>
  [...form.matchAll(/(?<![\p{L}\d.,-])[\p{L}\d][\p{L}\d.-]*(?=\s\s|\s*$)/gu)]
    .filter(([text]) => text.includes('0') && !/^0{1,3}$/.test(text))
    .map(({ 0: { length }, index: from }) => ({ from, to: from + length })),
)

/** Lines after its first in which an id may go on. */
const mostLinesOn = 2

/** An id that goes on in the next lines of its column. */
function brokenAt(rows: readonly Row[], index: number, people: PeopleIndex, country: Country): FoundId[] {
  const row = rows[index]
  if (!row) return []
  return endsOf(row).flatMap(({ from, to }) => brokenFrom(rows, index, { from, to }, people, country) ?? [])
}

function brokenFrom(
  rows: readonly Row[],
  index: number,
  { from, to }: { from: number; to: number },
  people: PeopleIndex,
  country: Country,
): FoundId | null {
  const row = rows[index]
  if (!row) return null
  const words = wordsAt(row, from, to)
  const { left } = edgesOf(words)
  let written = row.plain.slice(from, to)
  let shown = row.text.slice(from, to)
  let parted = false
  let last = row
  for (let at = index + 1, lines = 0; at <= index + 2 + lines && lines < mostLinesOn; at++) {
    const below = rows[at]
    if (!below || below.y - last.y > 2.6 * Math.max(last.height, 2)) return null
    const word = below.words.findIndex(({ x }) => Math.abs(x - left) < 4)
    const start = below.starts[word]
    if (word < 0 || start === undefined) continue
    const tail = /^[-.]?[\p{L}\d][\p{L}\d.-]*(?=\s|$)/u.exec(below.plain.slice(start))?.[0]
    if (!tail || !/\d/.test(tail)) return null
    lines++
    last = below
    parted ||= /[-.]$/.test(written) || /^[-.]/.test(tail)
    written += tail
    shown += below.text.slice(start, start + tail.length)
    words.push(...wordsAt(below, start, start + tail.length))
    const text = written.replace(/[-.]/g, '')
    const kind = shapes[country].find((one) => one.pattern.test(text))
    if (text.length > longest) return null
    if (!kind) continue
    const person = people.byId(text)
    // Three numbers under each other are one only where the roster has it.
    if (lines > 1 && !person) return null
    const label = labelBefore(row, from, country) ?? labelAbove(rows, index, from, from + 1, country)
    if (!(label === 'id' || (kind.alone && kind.fits?.(text)))) return null
    // Two are one only where that makes an id of somebody, or one that fits.
    if (!parted && !person && !kind.fits?.(text)) return null
    return {
      key: idKey(text),
      text: shown,
      personId: person?.id ?? null,
      label,
      fits: kind.fits?.(text) ?? null,
      alone: kind.alone,
      first: kind === shapes[country][0],
      nameLabel: null,
      company: false,
      row: row.hash,
      line: index,
      formatted: /[-.]/.test(written),
      box: boxOf(words),
      confidence: leastConfidence(words),
    }
  }
  return null
}
