import type { PageFacts } from '#pdf/page-words.ts'
import { belongingOf } from './belonging.ts'
import type { Belonging } from './belonging.ts'
import { idsOn } from './ids.ts'
import type { FoundId } from './ids.ts'
import { sketchOf } from './layouts.ts'
import { monthPlaces, monthsOf } from './months.ts'
import { namesOn, withJoinedNames } from './names.ts'
import type { NameHit } from './names.ts'
import { isEmployees, phrasesOf } from './phrases.ts'
import type { Phrase } from './phrases.ts'
import { patternIds } from './pattern.ts'
import type { PeopleIndex } from './people.ts'
import { plain } from './plain.ts'
import { hasAmount, hasLetter, rowsOf } from './rows.ts'
import type { Row } from './rows.ts'
import { mentionsOn } from './slots/mentions.ts'
import type { Mention } from './slots/mentions.ts'
import { withTaught } from './slots/taught.ts'
import type { Place, ReadingRules } from './types.ts'

/** The facts of one page by itself; small, so that those of a large file fit in memory. */
export interface PageReading {
  ids: FoundId[]
  names: NameHit[]
  /** Ids and names with the slots that they stand in. */
  mentions: Mention[]
  /** Phrases beside a label of the employee's name, and surnames alone. */
  labelled: Phrase[]
  belonging: Belonging
  months: string[]
  /** Where it says them, if none is the one that is published. */
  monthPlaces: Place[]
  /** Hashes of its rows, by which repeated content is recognised. */
  rows: number[]
  /** By which pages of its layout are recognised. */
  sketch: number[]
  /** Rows with amounts above each of its rows that has an id or a name. */
  amountsAbove: Record<number, number>
  /** Rows with amounts. */
  amounts: number
  /** Nothing is drawn or written on it. */
  blank: boolean
  /** It has something that could not be read as text. */
  unread: boolean
  /** It shows a picture that was not recognised beside its text. */
  illustrated: boolean
  hidden: boolean
  recognised: boolean
}

/** A share of characters without a meaning, beyond which a page's text is not what it shows. */
const mostUnmapped = 0.1

/** A page whose text is what it shows, whatever its fonts say. */
export interface ConfirmedPage extends PageFacts {
  confirmed: true
}

/** Whether a page's text is not what it shows, so that it has to be recognised from its picture. */
export function needsRecognition(page: PageFacts | ConfirmedPage): boolean {
  if (page.pictures) return true
  if ('confirmed' in page) return false
  if (page.characters === 0) return false
  if (page.unmapped / page.characters > mostUnmapped) return true
  // Fonts whose codes were given other letters: hardly a word among them is one.
  const words = page.words.filter(({ text }) => text.length >= 3)
  if (words.length < 5) return false
  let sound = 0
  for (const { text } of words) if (isSound(text) && ++sound >= words.length / 3) return false
  return true
}

function isSound(word: string): boolean {
  return /^[^\p{L}]*\d|[aeiouáéíóúãõâêô]/iu.test(word) && !/[\p{Co}\p{Cn}\uFFFD]/u.test(word)
}

/** Rows with amounts above each row. */
function countAbove(rows: readonly Row[]): number[] {
  let above = 0
  return rows.map((row) => (hasAmount(row) ? above++ : above))
}

/** Whether words are an employer's name, or a part of it; a sentence that names it is more. */
function isNameOf(text: string, name: string): boolean {
  return name.includes(text) || (text.includes(name) && text.length < name.length + 20)
}

/** Millimetres between an id and the name that it is written together with. */
const together = 8

/** "Empleado: 1032456789 - PEREZ, ANA": an id needs no label of its own beside that of its person's name. */
function isBesideItsName(id: FoundId, names: readonly NameHit[]): boolean {
  if (id.personId === null || (id.label !== null && id.label !== 'file')) return false
  return names.some(({ personId, phrase: { label, row, box } }) => {
    const gap = Math.max(box.x - id.box.x - id.box.width, id.box.x - box.x - box.width)
    const labels = [id.nameLabel, label]
    const theirs = labels.some(isEmployees) && labels.every((one) => one === null || isEmployees(one))
    return personId === id.personId && row === id.row && gap < together && theirs
  })
}

/** Reads a page by itself: whose ids and names stand on it, of which month and which sheet it is. */
export function readPage(page: PageFacts, people: PeopleIndex, rules: ReadingRules): PageReading {
  const rows = rowsOf(page)
  const phrases = withJoinedNames(phrasesOf(rows), people)
  const employers = (rules.employerNames ?? []).map(plain).filter((name) => name.length > 3)
  const own = phrases.filter(({ text }) => !employers.some((name) => isNameOf(plain(text), name)))
  const recognised = 'recognised' in page && page.recognised === true
  const ids =
    rules.pattern?.etiqueta || rules.pattern?.forma
      ? patternIds(rows, people, rules.pattern)
      : idsOn(rows, people, rules.country)
  const names = namesOn(own, people)
  const months = monthsOf(rows.map(({ plain: text }) => text))
  const isAnother = rules.period !== null && months.length > 0 && !months.includes(rules.period)
  const above = countAbove(rows)
  const labelled = own.filter(({ label }) => isEmployees(label))
  return {
    ids: ids.map((id) => (isBesideItsName(id, names) ? { ...id, label: 'id' as const } : id)),
    amountsAbove: Object.fromEntries(
      [...ids, ...labelled, ...names.map(({ phrase }) => phrase)].map(({ line }) => [line, above[line] ?? 0]),
    ),
    amounts: rows.filter(hasAmount).length,
    names,
    mentions: withTaught(mentionsOn(rows, above, ids, names, own, people), rows, above, people, rules.taught),
    labelled,
    belonging: belongingOf(rows, rules.country),
    months,
    monthPlaces: isAnother ? monthPlaces(rows) : [],
    rows: rows.filter(hasLetter).map(({ hash }) => hash),
    sketch: sketchOf(rows),
    blank: page.words.length === 0 && !page.pictures,
    unread: !recognised && needsRecognition(page),
    illustrated: page.illustrated && !recognised,
    hidden: page.hidden,
    recognised,
  }
}
