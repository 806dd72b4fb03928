import { composeRegex } from '#server/shared/text/composed.ts'
import { monthsIn } from '#server/shared/text/document-text.ts'
import { plain } from './plain.ts'
import { remembered } from './remembered.ts'
import { boxOf, columnsOf, wordsAt } from './rows.ts'
import type { Row } from './rows.ts'
import type { Place } from './types.ts'

const short = [
  'ene|jan',
  'feb|fev',
  'mar',
  'abr',
  'may|mai',
  'jun',
  'jul',
  'ago',
  'sep|set',
  'oct|out',
  'nov',
  'dic|dez',
]
const shortName = short.map((names) => `(${names})`).join('|')
const abbreviated = composeRegex(
  `(?<![\\p{L}\\d])(?:${shortName})\\.?[ \\-/.']{1,2}(20\\d\\d|\\d\\d)(?![\\p{L}\\d/.-])`,
  'gu',
)
const compact =
  /(?:periodo|mes|competencia|liquidacion|referencia|folha|nomina|planilla)\D{0,20}(?<![\d/.-])(?:(20\d\d)(0[1-9]|1[0-2])|(0?[1-9]|1[0-2])[/-](\d\d)(?!\d))(?![\d/.-])/gu
const apart = /(?<!\p{L})mes\W{0,4}(\p{L}{4,10}|\d{1,2})\W{1,4}(?:ano|ejercicio)\W{0,4}(20\d\d)/gu
const span =
  /(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](20\d\d)\s*(?:al?|ate|hasta|-|–|y)\s*(?:el )?(\d{1,2})[/.-](\d{1,2})[/.-](20\d\d)/gu
/** Words before a month that is not the receipt's: the last deposit of contributions, the date of entry. */
const another =
  /(?:ult(?:imo|\.)?\s?(?:dep(?:osito|\.)?|aporte|pago)|deposit\w{0,12}|aportes?|contribuciones|ingreso|antiguedad|nacimiento|admissao|admision|alta|vence|vencimiento|base|sac|aguinaldo)[^\n]{0,40}$/u

/**
 * The months (first days, ISO) that a page says it is of. Those of the last deposit, of the entry and the like are
 * passed over.
 */
export function monthsOf(lines: readonly string[]): string[] {
  const bare = lines.map((line) => plain(line.normalize('NFC')))
  const text = telling(bare).join('\n')
  const found = new Set<string>()
  const add = (year: string | undefined, month: number, at: number) => {
    if (month < 1 || month > 12 || !year || another.test(text.slice(Math.max(0, at - 60), at))) return
    found.add(`${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-01`)
  }
  const clean = bare.filter((line) => !isAnothers(line.slice(0, line.search(/\d|$/))))
  for (const month of monthsIn(telling(clean).join('\n'))) found.add(month)
  for (const match of text.matchAll(abbreviated))
    add(match[13], match.slice(1, 13).findIndex((name) => name !== undefined) + 1, match.index)
  for (const match of text.matchAll(compact))
    add(match[1] ?? match[4], Number(match[2] ?? match[3]), match.index)
  for (const match of text.matchAll(apart)) {
    const name = match[1] ?? ''
    const month = /^\d/.test(name)
      ? Number(name)
      : short.findIndex((names) => names.split('|').some((begin) => name.startsWith(begin))) + 1
    add(match[2], month, match.index)
  }
  for (const match of text.matchAll(span)) {
    if (match[2] === match[5] && match[3] === match[6]) add(match[3], Number(match[2]), match.index)
  }
  return [...found].toSorted()
}

/** Where rows say a month: in the columns that do so by themselves, or else in the whole row. */
export function monthPlaces(rows: readonly Row[]): Place[] {
  return rows.flatMap((row) => {
    const says = ({ from, to }: { from: number; to: number }) =>
      monthsOf([row.plain.slice(from, to)]).length > 0
    const whole = { from: 0, to: row.plain.length }
    const cells = columnsOf(row).filter(says)
    return (cells.length > 0 ? cells : [whole].filter(says)).map(({ from, to }) => ({
      text: row.text.slice(from, to),
      box: boxOf(wordsAt(row, from, to)),
    }))
  })
}

const isAnothers = remembered((label) => another.test(label))

/** No month is written without one of these. */
const year = composeRegex(`20\\d\\d|\\d[/-]\\d\\d|(?:${short.join('|')})\\.?[ \\-/.']{1,2}\\d\\d`, 'u')
/** Characters before a month that may say of what it is, and a month's own. */
const context = 120

/** The lines that may name a month, and those before them that may say of what it is: few of a page's. */
function telling(lines: readonly string[]): string[] {
  const kept: string[] = []
  let wanted = 0
  for (const line of lines.toReversed()) {
    if (year.test(line)) wanted = line.length + context
    if (wanted > 0) kept.push(line)
    wanted -= line.length
  }
  return kept.toReversed()
}
