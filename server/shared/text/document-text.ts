import { composeRegex } from './composed.ts'
import { checkDigitFits } from '#server/shared/text/check-digits.ts'

/** Evidence in a document's own text of its owner and its month: a hint, never the decision. */

/** Characters of a text that are examined: more than any payslip has, and few enough for one turn of the event loop. */
const mostCharacters = 1_000_000

const runs =
  /(?<![\p{L}\p{N}.,])(?:\p{L}{3,4}[- ]?)?\p{N}[\p{L}\p{N}]*(?:[-./ ](?:(?=\p{L}*\p{N})[\p{L}\p{N}]+|K))*(?![\p{L}\p{N}]|,\p{N})/gu

/**
 * Everything in a text that could be a national id: runs of letters and digits, with the separators that papers
 * put between them left out, five figures or more. Amounts are passed over.
 */
export function idsIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const [run] of text.slice(0, mostCharacters).matchAll(runs)) {
    const pieces = run.split(/[-./ ]/)
    // A number may be split in a line of numbers: one to five neighbours are joined.
    for (let from = 0; from < pieces.length; from++) {
      for (let to = from + 1; to <= Math.min(pieces.length, from + 5); to++) {
        const joined = pieces.slice(from, to).join('').toUpperCase()
        if (joined.length > 15) break
        if (joined.length >= 5 && (joined.match(/\p{N}/gu)?.length ?? 0) >= 5) found.add(joined)
      }
    }
  }
  return found
}

/**
 * Whether a number is certainly a natural person's tax id of this country, by form and check digits. Only for forms
 * that hardly occur by chance.
 */
export function isSurelyPersonal(id: string, country: string): boolean {
  if (country === 'AR') return /^2[034567]\d{9}$/.test(id) && checkDigitFits('AR', id)
  if (country === 'BR') return /^\d{11}$/.test(id) && checkDigitFits('BR', id)
  if (country === 'MX') return /^[A-ZÑ&]{4}\d{6}[A-Z0-9]{3}$/.test(id) && checkDigitFits('MX', id)
  return false
}

const monthNames = [
  ['enero', 'janeiro'],
  ['febrero', 'fevereiro'],
  ['marzo', 'março', 'marco'],
  ['abril'],
  ['mayo', 'maio'],
  ['junio', 'junho'],
  ['julio', 'julho'],
  ['agosto'],
  ['septiembre', 'setiembre', 'setembro'],
  ['octubre', 'outubro'],
  ['noviembre', 'novembro'],
  ['diciembre', 'dezembro'],
]
const named = new Map(monthNames.flatMap((names, at) => names.map((name) => [name, at + 1] as const)))
const months = composeRegex(
  [
    String.raw`(?<![\d/.\-])(?<m>0?[1-9]|1[0-2])\s?[/.\-]\s?(?<y>20\d\d)(?![\d]|[/.\-]\d)`,
    String.raw`(?<![\d/.\-])(?<y2>20\d\d)\s?[/\-]\s?(?<m2>0[1-9]|1[0-2])(?![\d]|[/.\-]\d)`,
    String.raw`(?<![\p{L}])(?<name>${[...named.keys()].join('|')})(?:\s+del?|\s*[/,\-])?\s*(?<y3>20\d\d)(?!\d)`,
  ].join('|'),
  'giu',
)
/** Characters before a month in which "4 de" makes a day of it. */
const ofDay = 20
const label =
  /(per[ií]odo|liquidaci[oó]n|haberes|recibo|mes|compet[eê]ncia|refer[eê]ncia|folha|holerite)[^\d]{0,40}$/iu

/**
 * The months (first day, ISO) that a text refers to: those next to a word for the period if any, else all months in it.
 * Full dates do not count.
 */
export function monthsIn(text: string): Set<string> {
  const all = new Set<string>()
  const labelled = new Set<string>()
  for (const match of text.slice(0, mostCharacters).matchAll(months)) {
    const { m, y, m2, y2, name, y3 } = match.groups ?? {}
    // "4 de octubre de 2026" is a day.
    if (name && /\d\s+de\s+$/i.test(text.slice(Math.max(0, match.index - ofDay), match.index))) continue
    const month = m ?? m2 ?? named.get(name?.toLowerCase() ?? '')
    const found = `${y ?? y2 ?? y3}-${String(month).padStart(2, '0')}-01`
    all.add(found)
    if (label.test(text.slice(Math.max(0, match.index - 60), match.index))) labelled.add(found)
  }
  return labelled.size > 0 ? labelled : all
}
