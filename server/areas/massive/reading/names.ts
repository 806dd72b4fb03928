import { confidenceOf } from './ids.ts'
import type { Named, PeopleIndex } from './people.ts'
import { isParticle } from './plain.ts'
import { boxOf, wordsAt } from './rows.ts'
import type { Row } from './rows.ts'
import type { Box } from './types.ts'

/** Somebody's name as it stands on a page. */
export interface NameHit {
  personId: number
  /** How well it fits: more words of the name is more, words of the name that are missing a little less. */
  score: number
  phrase: Phrase
}

/** Words side by side that could be a name, and what a label says of them. */
export interface Phrase {
  text: string
  words: string[]
  /** Beside or under a label of the employee's name: one that says so plainly, or just "nombre". */
  label: 'strong' | 'weak' | 'other' | null
  /** Nothing stands before it in its column. */
  begins: boolean
  row: number
  box: Box
  confidence: number
}

const strong =
  /(?<!\p{L})(?:apellidos?,? (?:y|e|,|-|\/) ?nombres?|nombres?,? (?:y|e|,|\/) ?apellidos?|apellido\(s\) y nombre\(s\)|apellidos?\/nombres?|(?:nombre|nome|apellidos?)(?: completo)? (?:del?|do|da) (?:el |la )?(?:trabajador(?:a|\(a\))?|emplead[oa]|colaborador|funcionari[oa]|receptor|titular|servidor)|nombre completo|nome completo|(?:datos|dados) (?:del?|do) (?:trabajador|empleado|funcionario))$/u
const weak =
  /(?<!\p{L})(?:nombres?|nome|nom|apellidos?|apellido paterno|apellido materno|sobrenome|emplead[oa]|trabajador(?:a|\(a\))?|colaborador(?:a)?|funcionari[oa]|receptor|sr\(a\)|sra?|senor(?:es|a)?|titular|personal|beneficiari[oa] del pago)$/u
const notTheirs =
  /(?<!\p{L})(?:jef[ea]|supervisor(?:a)?|gerente|responsable|autorizo|autorizado por|conyuge|hij[oa]s?|beneficiari[oa]|representante(?: legal)?|apoderado|firma(?:nte)?|por la empresa|contador(?:a)?|liquido|confecciono|empresa|empleador|empregador|razon social|banco|obra social|sindicato|domicilio|direccion|calle|avenida|av|barrio|localidad|ciudad|lugar(?: de pago| de trabajo)?|provincia|comuna|departamento|municipio|sucursal|sede|afp|sector|seccion|categoria|cargo|puesto)$/u

/** Words of labels: no part of the name that stands beside them. */
const labelWords = new Set(
  'apellido apellidos nombre nombres nome sobrenome paterno materno completo empleado empleada trabajador trabajadora colaborador colaboradora funcionario funcionaria receptor titular sr sra srta don dona senor senora firma legajo cuil cuit dni rut run rfc curp nss cpf ci cc doc documento cedula matricula codigo cargo categoria puesto sector fecha nro num no'.split(
    ' ',
  ),
)

/** Everything on the page that could be somebody's name, in its rows. */
export function phrasesOf(rows: readonly Row[]): Phrase[] {
  const found: Phrase[] = []
  for (const [index, row] of rows.entries()) {
    for (const match of row.plain.matchAll(
      /(?<!\d)\p{L}[\p{L}'’´`.-]*(?:(?:, ?| |\/ ?)\p{L}[\p{L}'’´`.-]*)*/gu,
    )) {
      for (const part of withoutLabels(
        wholeWords(match[0], row.plain.charAt(match.index + match[0].length)),
        match.index,
      )) {
        const words = part.text.match(/\p{L}+/gu) ?? []
        if (words.every((word) => word.length < 2)) continue
        const placed = wordsAt(row, part.from, part.from + part.text.length)
        if (placed.length === 0) continue
        found.push({
          text: row.text.slice(part.from, part.from + part.text.length).replace(/^[\s,.-]+|[\s,-]+$/g, ''),
          words,
          label: labelOf(rows, index, part.from, placed),
          begins: /(?:^|\s\s)$/.test(row.plain.slice(0, part.from)),
          row: row.hash,
          box: boxOf(placed),
          confidence: Math.min(...placed.map(({ word }) => confidenceOf(word))),
        })
      }
    }
  }
  return [...found.map((phrase) => goneOn(phrase, found)), ...acrossLines(rows)]
}

/** Words that a name may have before and after the end of a line. */
const mostParted = 4

/** Names that a line's end parts, in sentences. */
function acrossLines(rows: readonly Row[]): Phrase[] {
  return rows.flatMap((row, at) => {
    const next = rows[at + 1]
    if (!next || !isProse(row) || !isProse(next)) return []
    const before = wordsIn(/[\p{L}\s'’.-]*$/u.exec(row.plain)?.[0]).slice(-mostParted)
    const after = wordsIn(/^[\p{L}\s'’.-]*/u.exec(next.plain)?.[0]).slice(0, mostParted)
    if (before.length === 0 || after.length === 0) return []
    const placed = row.words.slice(-before.length)
    return [
      {
        text: `${placed.map(({ text }) => text).join(' ')} ${next.text.split(' ').slice(0, 2).join(' ')}`,
        words: [...before, ...after],
        label: null,
        begins: false,
        row: row.hash,
        box: boxOf(placed),
        confidence: Math.min(...placed.map(({ word }) => confidenceOf(word))),
      },
    ]
  })
}

function wordsIn(text = ''): string[] {
  return text.match(/\p{L}+/gu) ?? []
}

/** A line of a sentence: one column, most words of it in small letters. */
function isProse({ text }: Row): boolean {
  const words = text.trim().split(' ')
  return (
    words.length > 4 &&
    !words.includes('') &&
    words.filter((word) => /^\p{Ll}/u.test(word)).length >= words.length * 0.4
  )
}

/** Letters before a figure are a code's, not a name's. */
function wholeWords(text: string, next: string): string {
  return /\d/.test(next) ? text.replace(/[^\s,/]+$/, '') : text
}

/** A name that goes on in the next line of its column. */
function goneOn(phrase: Phrase, all: readonly Phrase[]): Phrase {
  if (phrase.label !== 'strong' && phrase.label !== 'weak') return phrase
  const { x, y, height } = phrase.box
  const below = all.find(
    ({ box, label, begins }) =>
      label === null &&
      begins &&
      Math.abs(box.x - x) < 1.5 &&
      box.y > y &&
      box.y - y < 2 * Math.max(height, box.height),
  )
  if (!below) return phrase
  return { ...phrase, text: `${phrase.text} ${below.text}`, words: [...phrase.words, ...below.words] }
}

/** A phrase cut where words of labels stand in it. */
function withoutLabels(text: string, from: number): { text: string; from: number }[] {
  const runs: { from: number; to: number }[] = []
  let open: { from: number; to: number } | undefined
  for (const match of text.matchAll(/[^\s,/]+/g)) {
    const to = match.index + match[0].length
    if (labelWords.has(match[0].replace(/[^\p{L}]/gu, ''))) open = undefined
    else if (open) open.to = to
    else if (match[0] !== 'y' && match[0] !== 'e') runs.push((open = { from: match.index, to }))
  }
  return runs.map((run) => ({ text: text.slice(run.from, run.to), from: from + run.from }))
}

function labelOf(
  rows: readonly Row[],
  index: number,
  from: number,
  placed: readonly { x: number; width: number }[],
): Phrase['label'] {
  const row = rows[index]
  if (!row) return null
  const beside = kindOf(row.plain.slice(Math.max(0, from - 60), from))
  if (beside) return beside
  const left = Math.min(...placed.map(({ x }) => x))
  const right = Math.max(...placed.map(({ x, width }) => x + width))
  for (const above of rows.slice(Math.max(0, index - 3), index).toReversed()) {
    if (row.y - above.y > 12) break
    const over = above.words.filter(({ x, width }) => x < right + 1 && x + width > left - 1)
    if (over.length === 0) continue
    // The whole cell, not only the words that stand over it.
    const text = cellText(above, over)
    return kindOf(text)
  }
  return null
}

function cellText(row: Row, over: readonly { x: number }[]): string {
  const at = row.words.findIndex((word) => over.includes(word))
  const start = row.starts[at] ?? 0
  const cellFrom = row.plain.lastIndexOf('  ', start) + 1
  const end = row.plain.indexOf('  ', start)
  return row.plain.slice(cellFrom, end < 0 ? undefined : end)
}

function kindOf(text: string): Phrase['label'] {
  const before = text
    .replace(/[\s:.\-–_(]+$/, '')
    .replace(/(?<!\p{L})(?:n|no|nro)$/u, '')
    .trimEnd()
  if (strong.test(before)) return 'strong'
  if (notTheirs.test(before)) return 'other'
  if (weak.test(before)) return 'weak'
  return null
}

/**
 * How well a phrase names a person: null where it doesn't. A surname and a first name (or its first letters) must
 * both stand in it, as different words. `fuzzy` lets recognised words differ by a letter.
 */
export function agreement(person: Named, words: readonly string[], fuzzy: boolean): number | null {
  const used = new Set<number>()
  const take = (name: string, partly: boolean): number => {
    const whole = words.findIndex(
      (word, at) => !used.has(at) && (word === name || (fuzzy && nearly(word, name))),
    )
    if (whole >= 0) {
      used.add(whole)
      return words[whole] === name ? 1 : 0.8
    }
    if (!partly) return 0
    const part = words.findIndex((word, at) => !used.has(at) && name.startsWith(word) && !isParticle(word))
    if (part < 0) return 0
    used.add(part)
    return 0.4
  }
  const surnames = person.surnames.map((name) => take(name, false))
  if (Math.max(...surnames, 0) === 0) return null
  const firstNames = person.firstNames.map((name) => take(name, true))
  if (Math.max(...firstNames, 0) === 0) return null
  const said = [...surnames, ...firstNames]
  const missing = said.filter((value) => value === 0).length
  return said.reduce((sum, value) => sum + value, 0) - 0.1 * missing + (inOrder(person, words) ? 0.05 : 0)
}

function inOrder(person: Named, words: readonly string[]): boolean {
  const text = words.filter((word) => !isParticle(word)).join(' ')
  return (
    text === [...person.surnames, ...person.firstNames].join(' ') ||
    text === [...person.firstNames, ...person.surnames].join(' ')
  )
}

/** Words of five letters or more that differ by one letter, one more or one less. */
export function nearly(a: string, b: string): boolean {
  if (a.length < 5 || b.length < 5 || Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB
}

/** Persons named by one phrase are not more than this: homonyms. */
const mostHits = 12

/** Whom the phrases of a page name, the best of each phrase and those that fit as well. */
export function namesOn(phrases: readonly Phrase[], people: PeopleIndex): NameHit[] {
  const hits: NameHit[] = []
  for (const phrase of phrases) {
    if (phrase.words.length < 2) continue
    const tried = new Set<Named>()
    let best: NameHit[] = []
    for (const word of phrase.words) {
      for (const person of people.bySurname(word)) {
        if (tried.has(person)) continue
        tried.add(person)
        const score = agreement(person, phrase.words, false)
        if (score === null || score < (best[0]?.score ?? 0)) continue
        if (score > (best[0]?.score ?? 0)) best = []
        if (best.length < mostHits) best.push({ personId: person.id, score, phrase })
      }
    }
    hits.push(...best)
  }
  return hits
}
