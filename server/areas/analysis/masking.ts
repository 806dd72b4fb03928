import { fold } from '#server/shared/text/fold.ts'

/** Characters that are sent at most. */
export const mostSent = 12_000

const mails = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+(?:@[\p{L}\p{N}._%+-]+)+/gu
/** Anything with five figures or more, separators included: ids, accounts, telephones, codes. */
const numbers = /(?<!\p{N},\p{N}?)[\p{L}\p{N}](?:[\p{L}\p{N}]|(?<=\p{N})[-./ ](?=\p{N})|[-./](?=\p{N}))*/gu
/** Thousands with commas and no cents: ids are written so, too. A row of groups is tried from its first one only. */
const withCommas = /(?<!\d)(?!(?<=\d,)\d{3}(?!\d))(?=(\d+(?:,\d{3}){2,}))\1(?![\d,]|\.\d{2}(?!\d))/g
const amount = /^\d{1,3}(?:[. ]?\d{3})*$/
const day =
  /^(?:\d{1,2}[-/](?:19|20)\d\d|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d|(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2})$/
const words = /\p{L}[\p{L}\p{M}'’]+/gu
/** Labels of a person's name on documents, with the rest of the line. */
const labelled =
  /\b((?:apellidos?(?: y nombres?)?|nombres?(?: y apellidos?)?|nome|sobrenome|trabajador|empleado|colaborador|funcion[aá]rio|empregado|titular|c[oó]nyuge|c[oô]njuge|sr|sra|srta|don|do[nñ]a)\b\.?)([: \t]+)([^\n:]{2,80})/giu

/** Words of a text that could be somebody's name, folded, each once: to be asked who of the company has them. */
export function wordsOf(text: string): string[] {
  return [...new Set((text.match(words) ?? []).map(fold).filter((word) => word.length >= 2))]
}

/**
 * A document's text without what says whose it is: mails, numbers of five figures or more (ids, accounts,
 * telephones), whatever follows a label of a name, and every word that names somebody of the company. Days and
 * amounts with cents stay. In doubt it hides: a word that is a name as well as a word is gone.
 *
 * @param names words of names, folded
 */
export function mask(text: string, names: ReadonlySet<string>): string {
  return text
    .replace(mails, '[mail]')
    .replace(labelled, '$1$2[nombre]')
    .replace(withCommas, '[número]')
    .replace(numbers, (run, at: number, whole: string) =>
      hides(run, whole.slice(at + run.length)) ? '[número]' : run,
    )
    .replace(words, (word) => (names.has(fold(word)) ? '[nombre]' : word))
    .replace(/(\[nombre\])(?:[\s,]*\[nombre\])+/g, '$1')
    .slice(0, mostSent)
}

function hides(run: string, after: string): boolean {
  const figures = run.match(/\p{N}/gu)?.length ?? 0
  if (figures < 5) return false
  return !day.test(run) && !(amount.test(run) && /^,\d{2}(?!\d)/.test(after))
}
