import { composeRegex } from '#server/shared/text/composed.ts'
import { reachesDown, signing } from './labels.ts'
import { remembered } from './remembered.ts'
import { boxOf, edgesOf, leastConfidence, ofForm, textBefore, wordsAt } from './rows.ts'
import type { Placed, Row } from './rows.ts'
import type { Box } from './types.ts'

/**
 * The kind of name that a label announces: a `role` is a word for an employee ("trabajador"), a `payee` may be the
 * employee or somebody paid from the wage.
 */
export type NameLabel = 'strong' | 'role' | 'weak' | 'payee' | 'other' | null

/** Whether a label says that a name is the employee's. */
export function isEmployees(label: NameLabel): boolean {
  return label === 'strong' || label === 'role' || label === 'weak'
}

/** Whether words are a caption beside a place for a signature, or the label of the next one, and so no name. */
export function isCaption({ words }: Phrase): boolean {
  const text = words.join(' ')
  return kindOf(text) !== null || captions.test(text)
}

/** Words side by side that could be a name, and what a label says of them. */
export interface Phrase {
  text: string
  words: string[]
  /** Beside or under a label of the employee's name: one that says so plainly, or just "nombre". */
  label: NameLabel
  /** The label stands before it in its row. */
  beside: boolean
  /** Nothing stands before it in its column. */
  begins: boolean
  row: number
  /** The row's place among those of the page. */
  line: number
  /** Where its words begin and end in the row's text. */
  from: number
  to: number
  box: Box
  confidence: number
  /** Two cells make it, of which the first stands in its place. */
  joined?: true
}

const strong =
  /(?<!\p{L})(?:apellidos?,? (?:y|e|,|-|\/) ?nombres?|nombres?,? (?:y|e|,|\/) ?apellidos?|apellidos?\/nombres?|(?:nombre|nome|apellidos?)(?: completo)? (?:del?|do|da) (?:el |la )?(?:trabajadora?|emplead[oa]|empregad[oa]|colaboradora?|funcionari[oa]|receptor|titular|servidor)|nombre completo|nome completo|(?:datos|dados) (?:del?|do) (?:trabajador|empleado|empregado|funcionario))$/u
const role = /(?<!\p{L})(?:emplead[oa]|empregad[oa]|trabajadora?|colaboradora?|funcionari[oa])$/u
const weak =
  /(?<!\p{L})(?:nombres?|nome|nom|apellidos?|apellido paterno|apellido materno|sobrenome|receptor|sra?|senor(?:es|a)?|titular|personal|beneficiari[oa] del pago)$/u
const notTheirs = composeRegex(
  `(?<!\\p{L})(?:jef[ea]|supervisor(?:a)?|gerente|responsable|${signing}|conyuge|hij[oa]s?|representante(?: legal)?|apoderado|firma(?:nte)?|contador(?:a)?|liquido|empresa|empleador|empregador|razon social|banco|obra social|sindicato|domicilio|direccion|calle|avenida|av|barrio|localidad|ciudad|lugar(?: de pago| de trabajo)?|provincia|comuna|departamento|municipio|sucursal|sede|afp|sector|seccion|categoria|cargo|puesto)$`,
  'u',
)
/** The name of who signs, with the words before it in one. */
const signed = composeRegex(`^(?:${signing})(?= |$)`, 'u')

/** The first words of captions of a place for a signature. */
const captions = /^(?:aclaracion|assinatura|carimbo|conforme|firma|huella|recebi|recibi|sello)(?= |$)/u

/** An office that whoever signs holds, alone or with of what: "Encargada de RRHH". */
const office =
  /(?<!\p{L})(?:administrador(?:a)?|director(?:a)?|encargad[oa]|gerente|jef[ea])(?: (?:de )?(?:la )?\p{L}+){0,2}$/u

/** An ending of a label for the other gender, or for several: "empleado/a", "funcionário(a)", "nombre/s". */
const otherEnding = /(?<=\p{L}) ?(?:\/(?:as?|os?|s)|\((?:as?|os?|s)\))(?!\p{L})/gu

/** Words that no name begins with: they connect others, or are such an ending. */
const noBeginning = /^(?:[aeosy]|as|os)$/u

/** Words of labels: no part of the name that stands beside them. */
const labelWords = new Set(
  'apellido apellidos nombre nombres nome sobrenome paterno materno completo empleado empleada empregado empregada trabajador trabajadora colaborador colaboradora funcionario funcionaria receptor titular sr sra srta don dona senor senora firma legajo cuil cuit dni rut run rfc curp nss cpf ci cc doc documento cedula matricula codigo cargo categoria puesto sector fecha mes nro num no presente'.split(
    ' ',
  ),
)

/** Everything on the page that could be somebody's name, in its rows. */
export function phrasesOf(rows: readonly Row[]): Phrase[] {
  const found: Phrase[] = []
  for (const [index, row] of rows.entries()) {
    for (const { from, to, words, begins, said } of partsOf(row)) {
      const placed = wordsAt(row, from, to)
      if (placed.length === 0) continue
      found.push({
        text: row.text.slice(from, to).replace(/^[\s,.-]+|(?<![\s,-])[\s,-]+$/g, ''),
        words,
        label: said ?? labelOver(rows, index, placed),
        beside: said !== null,
        begins,
        row: row.hash,
        line: index,
        ...spanOf(row, placed),
        box: boxOf(placed),
        confidence: leastConfidence(placed),
      })
    }
  }
  return [...found.map((phrase) => goneOn(phrase, found)), ...acrossLines(rows)]
}

/** Where words that follow each other begin and end in their row's text. */
function spanOf({ words, starts }: Row, placed: readonly Placed[]): { from: number; to: number } {
  const [first, last] = [placed[0], placed.at(-1)]
  const end = last ? words.lastIndexOf(last) : -1
  return {
    from: first ? (starts[words.indexOf(first)] ?? 0) : 0,
    to: (starts[end] ?? 0) + (last?.text.length ?? 0),
  }
}

interface Part {
  from: number
  to: number
  words: string[]
  begins: boolean
  /** The label before it, or words for who signs at its own beginning. */
  said: NameLabel
}

/** Where in a row something stands that could be a name. */
const partsOf = ofForm((form): Part[] =>
  [...form.matchAll(/(?<!\d)\p{L}[\p{L}'’´`.-]*(?:(?:, ?| |\/ ?)\p{L}[\p{L}'’´`.-]*)*/gu)]
    .flatMap(({ 0: text, index }) => withoutLabels(wholeWords(text, form.charAt(index + text.length)), index))
    .map(({ text, from }) => ({
      from,
      to: from + text.length,
      words: wordsIn(text),
      begins: /(?:^|\s\s)$/.test(form.slice(0, from)),
      said: signed.test(text) ? ('other' as const) : kindOf(textBefore({ form }, from)),
    }))
    .filter(({ words }) => words.some((word) => word.length > 1)),
)

/** Words that a name may have before and after the end of a line. */
const mostParted = 4

/** Names that a line's end parts, in sentences. */
function acrossLines(rows: readonly Row[]): Phrase[] {
  return rows.flatMap((row, at) => {
    const next = rows[at + 1]
    if (!next || !isProse(row) || !isProse(next)) return []
    const before = wordsIn(/(?<![\p{L}\s'’.-])[\p{L}\s'’.-]*$/u.exec(row.plain)?.[0]).slice(-mostParted)
    const after = wordsIn(/^[\p{L}\s'’.-]*/u.exec(next.plain)?.[0]).slice(0, mostParted)
    if (before.length === 0 || after.length === 0) return []
    const placed = row.words.slice(-before.length)
    return [
      {
        text: `${placed.map(({ text }) => text).join(' ')} ${next.text.split(' ').slice(0, 2).join(' ')}`,
        words: [...before, ...after],
        label: null,
        beside: false,
        begins: false,
        row: row.hash,
        line: at,
        ...spanOf(row, placed),
        box: boxOf(placed),
        confidence: leastConfidence(placed),
      },
    ]
  })
}

/** The words of a name: the D of D'Angelo is not a word, so it is nobody's first name. */
function wordsIn(text = ''): string[] {
  return text.replace(/(?<!\p{L})\p{L}['’´`](?=\p{L})/gu, ' ').match(/\p{L}+/gu) ?? []
}

/** A line of a sentence: one column, most words of it in small letters. */
function isProse({ text, words: { length } }: Row): boolean {
  if (length < 5 || text.includes('  ')) return false
  const words = text.split(' ')
  return words.filter((word) => /^\p{Ll}/u.test(word)).length >= words.length * 0.4
}

/** Letters before a figure are a code's, not a name's. */
function wholeWords(text: string, next: string): string {
  return /\d/.test(next) ? text.replace(/(?<![^\s,/])[^\s,/]+$/, '') : text
}

/** A name that goes on in the next line of its column. */
function goneOn(phrase: Phrase, all: readonly Phrase[]): Phrase {
  if (!isEmployees(phrase.label)) return phrase
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
    else if (!noBeginning.test(match[0])) runs.push((open = { from: match.index, to }))
  }
  return runs.map((run) => ({ text: text.slice(run.from, run.to), from: from + run.from }))
}

/** The name label beside a position, or else above it. */
export function nameLabelOf(
  rows: readonly Row[],
  index: number,
  from: number,
  placed: readonly Placed[],
): NameLabel {
  const row = rows[index]
  return row ? (kindOf(textBefore(row, from)) ?? labelOver(rows, index, placed)) : null
}

function labelOver(rows: readonly Row[], index: number, placed: readonly Placed[]): NameLabel {
  const { left, right } = edgesOf(placed)
  for (let at = index - 1; at >= 0 && at >= index - 3; at--) {
    const above = rows[at]
    if (!above || !reachesDown(rows, at, index)) break
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
  const cellFrom = row.form.lastIndexOf('  ', start) + 1
  const end = row.form.indexOf('  ', start)
  return row.form.slice(cellFrom, end < 0 ? undefined : end)
}

const kindOf = remembered((text): NameLabel => {
  const before = text
    .replace(otherEnding, '')
    .replace(/(?<![\s:.\-–_(])[\s:.\-–_(]+$/, '')
    .replace(/(?<!\p{L})(?:n|no|nro)$/u, '')
    .trimEnd()
  if (strong.test(before)) return 'strong'
  if (notTheirs.test(before) || office.test(before)) return 'other'
  if (role.test(before)) return 'role'
  if (weak.test(before)) return 'weak'
  if (/(?<!\p{L})beneficiari[oa]$/u.test(before)) return 'payee'
  return null
})
