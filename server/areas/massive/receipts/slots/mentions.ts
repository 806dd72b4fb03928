import type { FoundId } from '../ids.ts'
import { headOver } from '../labels.ts'
import type { NameHit } from '../names.ts'
import type { Named, PeopleIndex } from '../people.ts'
import type { Phrase } from '../phrases.ts'
import { isParticle } from '../plain.ts'
import { remembered } from '../remembered.ts'
import { boxOf, edgesOf, hashOf, leastConfidence, ofForm, textBefore, wordsAt } from '../rows.ts'
import type { Placed, Row } from '../rows.ts'
import type { Box } from '../types.ts'

/** Somebody's id or name on a page, or what could be that of somebody whom the roster lacks, with its slots. */
export interface Mention {
  kind: 'id' | 'name'
  /** Null: nobody of the roster. */
  personId: number | null
  /** Hashes of where it stands: its left and its right end with their height on the page. */
  places: number[]
  /** Hashes of the words before it, and of the cell above it. */
  labels: number[]
  /** Rows with amounts above it. */
  above: number
  text: string
  box: Box
  confidence: number
  /** Only names have one. */
  name?: MentionedName
}

/** A name in the phrase that it stands in. */
export interface MentionedName {
  phrase: Phrase
  /** From the first to the last of the person's own words. */
  words: string[]
  /** The words of the phrase next to these, particles left out, one each side at most. */
  beside: string[]
}

/** Characters that an id of the roster has at least where nothing but the roster says that it is one. */
const leastOfId = 6
/** Characters that an id has at most, and pieces in which it may be written. */
const [longestId, mostPieces] = [18, 20]
/** Signs and spaces between the pieces of an id. */
const betweenPieces = /^(?: ?[-–—‐‑−./|_·] ?| {1,2})$/u
/** Pieces parted by spaces alone: so many, or each of so few characters. */
const [mostParted, shortPiece] = [4, 2]
/** Digits of a number that may be the id of somebody whom the roster lacks. */
const leastOfNumber = 7

/** Ids and names on a page, each with the slots that it stands in. `above`: rows with amounts above each row. */
export function mentionsOn(
  rows: readonly Row[],
  above: readonly number[],
  ids: readonly FoundId[],
  names: readonly NameHit[],
  phrases: readonly Phrase[],
  people: PeopleIndex,
): Mention[] {
  const found: Mention[] = []
  const add = (
    kind: Mention['kind'],
    personId: number | null,
    line: number,
    at: Span,
    name?: MentionedName,
  ) => {
    const row = rows[line]
    if (!row) return
    const words = wordsAt(row, at.from, at.to)
    if (words.length === 0) return
    const places = placesOf(kind, words)
    const labels = labelsOf(kind, rows, line, at, people)
    const text = row.text.slice(at.from, at.to)
    const mention = { kind, personId, places, labels, above: above[line] ?? 0, text, box: boxOf(words) }
    found.push({ ...mention, confidence: leastConfidence(words), ...(name ? { name } : {}) })
  }
  for (const [line, row] of rows.entries()) {
    if (!row.form.includes('0')) continue
    for (const { personId, ...at } of idsIn(row, people)) add('id', personId, line, at)
  }
  // Ids that go on in the next line, or with a check digit in a cell of its own.
  for (const { personId, line, text, box, confidence } of ids)
    if (personId !== null && !found.some((one) => one.personId === personId && touches(one.box, box)))
      found.push({
        kind: 'id',
        personId,
        places: [],
        labels: [],
        above: above[line] ?? 0,
        text,
        box,
        confidence,
      })
  const hits = Map.groupBy(names, ({ phrase }) => phrase)
  for (const phrase of phrases) {
    const row = rows[phrase.line]
    if (!row) continue
    const persons = hits.get(phrase)?.flatMap(({ personId }) => people.byPerson.get(personId) ?? [])
    if (persons)
      for (const person of persons) {
        const own = ownWords(row.form, phrase, person)
        const words = phrase.joined ? phrase.words : own?.words
        if (own && words) add('name', person.id, phrase.line, own, { phrase, words, beside: own.beside })
      }
    else if (phrase.words.filter((word) => word.length > 1 && !isParticle(word)).length > 1)
      add('name', null, phrase.line, phrase)
  }
  return found
}

/** Where in a phrase a person's own words stand, with the words next to them. */
function ownWords(
  form: string,
  { from, to }: Span,
  { surnames, firstNames }: Named,
): (Span & { words: string[]; beside: string[] }) | null {
  const names = [...surnames, ...firstNames]
  const words = [...form.slice(from, to).matchAll(/\p{L}{2,}/gu)]
  const isOwn = (word: string) =>
    !isParticle(word) && names.some((name) => name.startsWith(word) && (word.length > 2 || word === name))
  const first = words.findIndex(([word]) => isOwn(word))
  const last = words.findLastIndex(([word]) => isOwn(word))
  const [start, end] = [words[first], words[last]]
  if (!start || !end) return null
  const telling = ([word]: RegExpExecArray) => !isParticle(word)
  return {
    from: from + start.index,
    to: from + end.index + end[0].length,
    words: words.slice(first, last + 1).map(([word]) => word),
    beside: [words.slice(0, first).findLast(telling), words.slice(last + 1).find(telling)].flatMap(
      (word) => word?.[0] ?? [],
    ),
  }
}

interface Span {
  from: number
  to: number
}

function touches(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** The roster's ids in a row, whatever signs they are written with, and other numbers as long as ids. */
function idsIn(row: Row, people: PeopleIndex): (Span & { personId: number | null })[] {
  const found: (Span & { personId: number | null })[] = []
  let end = 0
  for (const run of runsIn(row)) {
    if (run.from < end) continue
    if (run.characters < people.shortestId || !(run.mayBeOfRoster || run.mayBeStrangers)) continue
    const text = run.pieces.map(({ from, to }) => row.plain.slice(from, to)).join('')
    const person = run.mayBeOfRoster ? people.byId(text) : undefined
    if (!person && !(run.mayBeStrangers && people.idLengths.has(text.replace(/^0+/, '').length))) continue
    found.push({ from: run.from, to: run.to, personId: person?.id ?? null })
    end = run.to
  }
  return found
}

interface Run extends Span {
  pieces: Span[]
  characters: number
  /** Long enough, and written so, that it is an id where the roster has it. */
  mayBeOfRoster: boolean
  /** One number without spaces, long enough to be the id of somebody whom the roster lacks. */
  mayBeStrangers: boolean
}

const money = /^(?:\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{2})?|\d+[.,]\d{2})$/u
/** A number in groups of three digits, parted by spaces. */
const grouped = /^\d{1,3}(?: \d{3}){2,3}$/
const date = /^\d{1,4}[-./]\d{1,2}[-./]\d{2,4}$/u

/** Places in a row that could be ids, by the row's form: from the left, the longest first. */
const runsIn = ofForm((form): Run[] => {
  const pieces = [...form.matchAll(/[\p{L}\d&]+/gu)].map(({ 0: { length }, index }) => ({
    from: index,
    to: index + length,
  }))
  const found: Run[] = []
  for (const [start, first] of pieces.entries()) {
    if (!form.slice(first.from, first.to).includes('0') && first.to - first.from > 4) continue
    const before = form.slice(Math.max(0, first.from - 2), first.from)
    // A sign joins it to the piece before it, or makes it an amount.
    if (/[\p{L}\d][-./,]$/u.test(before) || /[$%] ?$/.test(before)) continue
    const own: Run[] = []
    let characters = 0
    let spaces = 0
    let short = true
    for (let at = start; at < pieces.length && at < start + mostPieces; at++) {
      const piece = pieces[at]
      const last = pieces[at - 1]
      if (!piece) break
      if (at > start && last) {
        const between = form.slice(last.to, piece.from)
        if (!betweenPieces.test(between)) break
        if (between.trim() === '') spaces++
      }
      characters += piece.to - piece.from
      short &&= piece.to - piece.from <= shortPiece
      if (characters > longestId) break
      const text = form.slice(first.from, piece.to)
      if (characters < leastOfId || !text.includes('0') || /^(?:[-./,]\d| ?%)/.test(form.slice(piece.to)))
        continue
      if (money.test(text) && /[.,]\d{2}$/.test(text)) continue
      own.push({
        from: first.from,
        to: piece.to,
        pieces: pieces.slice(start, at + 1),
        characters,
        mayBeOfRoster: spaces < mostParted || short,
        mayBeStrangers:
          (spaces === 0 || grouped.test(text)) &&
          characters >= leastOfNumber &&
          !/\p{L}{2}/u.test(text) &&
          !date.test(text),
      })
    }
    found.push(...own.reverse())
  }
  return found
})

/** Millimetres that one place may differ by from page to page; two grids, half of it apart, so that no edge parts it. */
const cell = 4.4

function placesOf(kind: Mention['kind'], words: readonly Placed[]): number[] {
  const { left, right } = edgesOf(words)
  const y = Math.min(...words.map((word) => word.y + word.height / 2))
  const found: number[] = []
  for (let grid = 0; grid < 8; grid++) {
    const x = (grid & 4 ? right : left) / cell + (grid & 1 ? 0.5 : 0)
    const down = y / cell + (grid & 2 ? 0.5 : 0)
    found.push(mixed(mixed(mixed(seeds[kind], grid), Math.floor(x)), Math.floor(down)))
  }
  return found
}

function labelsOf(
  kind: Mention['kind'],
  rows: readonly Row[],
  line: number,
  { from, to }: Span,
  people: PeopleIndex,
): number[] {
  const row = rows[line]
  if (!row) return []
  const words = wordsOfLabel(people)
  const before = words(textBefore(row, from))
  const over = words(headOver(rows, line, from, to))
  const found: number[] = []
  if (before.length > 0) found.push(before.slice(-2).reduce(mixed, seeds[kind]))
  if (over.length > 0) found.push(over.reduce(mixed, seeds[kind] ^ 1))
  return found
}

/** Cache of labels' words by text: the pages of a payroll repeat them. */
const known = new WeakMap<PeopleIndex, (text: string) => number[]>()

/** Hashes of a label's words, names of the roster as one sign: whose it is says nothing of where it stands. */
function wordsOfLabel(people: PeopleIndex): (text: string) => number[] {
  let of = known.get(people)
  if (!of) {
    of = remembered((text) => {
      const words: readonly string[] = text.match(/\p{L}+/gu) ?? []
      return words.map((word) => (people.isName(word) ? 0 : hashOf(word)))
    })
    known.set(people, of)
  }
  return of
}

const seeds = { id: hashOf('id'), name: hashOf('name') } as const

function mixed(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193)
}
