import { hasFileHead, labelAbove, labelBefore, reachesDown } from './labels.ts'
import { idKey, money } from './plain.ts'
import { boxOf, ofForm, wordsAt } from './rows.ts'
import type { Row } from './rows.ts'
import { leastAboveFoot } from './thresholds.ts'
import type { Place } from './types.ts'
import type { Country } from '#contract/fields.ts'

/** Evidence on a page that it continues another page or is continued. */
export interface Belonging {
  /** Page `n` of `of`; of null where it doesn't say of how many. */
  sheet: { n: number; of: number | null } | null
  /** Amounts, digits alone, that it takes over from the page before. */
  carriedIn: string[]
  /** It begins with a total of the page before. */
  takesOver: boolean
  /** Amounts that the page after it may take over. */
  carriedOut: string[]
  /** Amounts of its first and of its last row that has any: the same total, handed over without a word. */
  first: string[]
  last: string[]
  /** Amounts that it hands over by that word. */
  handed: string[]
  /** File numbers beside their label. */
  fileNumbers: string[]
  /** Where these stand. `line`: the row's place among those of the page. */
  fileNumberPlaces: (Place & { line: number })[]
  /** Amounts that it says are left to be paid. */
  nets: string[]
  /**
   * Rows with amounts above the end of one receipt where another ends below it: each says that another amount is paid,
   * and a receipt's own amounts stand between them. Null: no two end on it.
   */
  endsAbove: number | null
  /** Every amount, as one number: a copy of a receipt has the same. */
  amounts: number
}

const sheet =
  /(?<!\p{L})(?:pagina|pag|pgs?|hoja|folha|fls?|pagina n|hoja n)\.?[\s:]*(?:n[°ºo.]*\s?)?(\d{1,5})(?:\s*(?:de|\/|of|-)\s*(\d{1,5}))?(?![\d/])/u
const bare = /^(\d{1,2})\s?(?:\/|de)\s?(\d{1,2})$/u
const takesOver =
  /(?:^\W*|(?<!\W)[^\w\s]*(?:\s[^\w\s]+)*\s\s\W*)(?:transport|a transportar|suma y sigue|sumas y sigue|viene de|vienen|suma anterior|sumas anteriores|saldo anterior|arrastre|traslado|subtotal anterior|acarreo|de la hoja anterior|da pagina anterior|pagina anterior|hoja anterior)/u
const handsOver =
  /transport|sigue|siguiente|continua|subtotal|sub total|suma|arrastre|traslado|seguinte|proxima|total/u
const net =
  /(?<!\p{L})(?:neto|liquido|(?:total )?a (?:cobrar|pagar|percibir|recibir|receber|depositar)|pagable)(?!\p{L})/u
const amount = /(?<![\d.,/-])(?:\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{2})?|\d+[.,]\d{2}|\d{5,})(?![.,/-]?\d)/gu

/** Figures of an amount that two pages hardly share by chance. */
const leastTelling = 5

/** Reads what ties a page to its neighbours. */
export function belongingOf(rows: readonly Row[], country: Country): Belonging {
  const found: Belonging = {
    sheet: null,
    carriedIn: [],
    takesOver: false,
    handed: [],
    first: [],
    last: [],
    carriedOut: [],
    fileNumbers: [],
    fileNumberPlaces: [],
    nets: [],
    endsAbove: null,
    amounts: 0x811c9dc5,
  }
  const carried: { place: number; amounts: string[] }[] = []
  let rowsOfMoney = 0
  let end: { place: number; amounts: string[] } | null = null
  for (const [index, row] of rows.entries()) {
    const text = row.plain
    const says = saidBy(row)
    if (!says) continue
    if (says.sheet && !found.sheet) {
      const numbered = sheet.exec(text) ?? bare.exec(text.trim())
      if (numbered) found.sheet = sheetFrom(numbered)
    }
    const amounts = says.amounts
      .map(([from, to]) => text.slice(from, to).replace(/\D/g, ''))
      .filter((digits) => /[1-9]\d{2}/.test(digits))
    for (const digits of amounts)
      for (const digit of digits)
        found.amounts = Math.imul(found.amounts ^ digit.charCodeAt(0), 0x01000193) >>> 0
    if (says.money) {
      rowsOfMoney++
      if (rowsOfMoney === 1) found.first = amounts.filter((digits) => digits.length >= leastTelling)
      found.last = amounts.filter((digits) => digits.length >= leastTelling)
    }
    if (says.takesOver && says.money) carried.push({ place: rowsOfMoney, amounts })
    if (says.net) {
      found.nets.push(...amounts)
      if (
        end &&
        rowsOfMoney - end.place > leastAboveFoot &&
        !amounts.some((one) => end?.amounts.includes(one))
      )
        found.endsAbove ??= end.place
      if (amounts.length > 0) end ??= { place: rowsOfMoney, amounts }
    }
    if (says.handsOver) found.carriedOut.push(...amounts)
    const headed = says.numbers.length > 0 && isUnderFileHead(rows, index, country)
    for (const [from, to] of says.numbers) {
      const label =
        labelBefore(row, from, country) ?? (headed ? labelAbove(rows, index, from, to, country) : null)
      if (label !== 'file') continue
      found.fileNumbers.push(idKey(text.slice(from, to)))
      found.fileNumberPlaces.push({
        text: row.text.slice(from, to),
        line: index,
        box: boxOf(wordsAt(row, from, to)),
      })
    }
  }
  // At its beginning a page takes over, at its end it hands over.
  for (const { place, amounts } of carried) {
    if (place > 1 && place > rowsOfMoney / 2) {
      found.handed.push(...amounts)
      found.carriedOut.push(...amounts)
      continue
    }
    found.takesOver = true
    found.carriedIn.push(...amounts)
  }
  return found
}

type Span = [from: number, to: number]

/** The meaning of a row, independent of its figures; null where it has none. */
const saidBy = ofForm((form) =>
  form.includes('0')
    ? {
        sheet: sheet.test(form) || bare.test(form.trim()),
        amounts: spansOf(form, amount),
        money: money.test(form),
        takesOver: takesOver.test(form),
        handsOver: handsOver.test(form),
        net: net.test(form),
        numbers: spansOf(form, /(?<![\p{L}\d.,/-])[a-z]{0,3}-?\d{1,10}(?![\d.,/-]*\d|\p{L})/gu),
      }
    : null,
)

function spansOf(form: string, what: RegExp): Span[] {
  return [...form.matchAll(what)].map(({ 0: { length }, index }) => [index, index + length])
}

/** Whether a head of file numbers stands over any place of a row: few rows have one. */
function isUnderFileHead(rows: readonly Row[], index: number, country: Country): boolean {
  for (let at = index - 1; at >= 0; at--) {
    const above = rows[at]
    if (!above || !reachesDown(rows, at, index)) return false
    if (hasFileHead(above, country)) return true
  }
  return false
}

function sheetFrom(match: RegExpExecArray): Belonging['sheet'] {
  const [n, of] = [Number(match[1]), match[2] === undefined ? null : Number(match[2])]
  return n < 1 || (of !== null && n > of) ? null : { n, of }
}
