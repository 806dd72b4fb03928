import { composeRegex } from '#server/shared/text/composed.ts'
import { countries, type Country } from '#contract/fields.ts'
import { remembered } from './remembered.ts'
import { cellsOf, columnsIn, edgesOf, hasAmount, textBefore, wordsAt } from './rows.ts'
import type { Row } from './rows.ts'

/** The kind of value that a label announces. */
export type Label = 'id' | 'employer' | 'other' | 'file' | null

/** Words of an id's label, plain; letters may be parted by points, as in C.U.I.L. */
const everywhere =
  'documento|docto|doc|pasaporte|dni|identidad|identificacion|id|cedula|ced|cedula de (?:identidad|ciudadania|extranjeria)|nacional'
const idLabels: Readonly<Record<Country, string>> = {
  AR: 'cuil|cuit ?[/-] ?cuil|cuil ?[/-] ?cuit|lc|le',
  BO: 'ci|carnet',
  BR: 'cpf|cpf ?/ ?mf|cic|rg',
  CL: 'rut|run|ci|rol unico(?: tributario)?',
  CO: 'cc|ce|ti|pep|ppt',
  CR: 'dimex|cedula fisica',
  EC: 'ci|cc',
  MX: 'rfc|curp|nss|imss|no imss|afiliacion|seguro social|seguridad social|registro federal de contribuyentes',
  PE: 'ce|carnet?|extranjeria|carne de extranjeria',
  PY: 'ci|cic|cip',
  UY: 'ci',
}
const idOf = Object.fromEntries(
  Object.entries(idLabels).map(([country, words]) => [country, ending(`${everywhere}|${words}`)]),
)

const employer = ending(
  'cuit|cnpj|cgc|ruc|nit|cei|cedula juridica|ced juridica|juridica|razon social|registro patronal|reg patronal|patronal|empresa|empleador|empleadora|empregador|patron|emisor|pagador|compania|sociedad|representante|representante legal|apoderado|firmante|contador|gerente|certificado|rut empresa|inscripcion|bps|mtss',
)
const file = ending(
  'legajo|leg|matricula|ficha|interno|chapa|re|(?:clave|codigo|cod|id|num|n|no|nro|numero|registro)(?: (?:de|del|do))? (?:empleado|empregado|trabajador|trab|funcionario|func|colaborador|personal|interno)|empleado|empregado',
)
/** A person's code before a number; over a column it is a concept's. */
const code = ending('codigo|cod')
/** Other people than the employee, as a column's head names them. */
const otherPeople =
  'conyuge|esposa|esposo|hijos?|hija|dependientes?|dependentes?|beneficiario|jefe|supervisor|responsable|autorizo|liquidador'
const other = ending(
  `${otherPeople}|tel|telefono|telefone|tels|fono|celular|cel|movil|whatsapp|fax|contacto|ramal|anexo|cuenta|cta|cuentas?(?: bancaria| corriente| sueldo| de ahorros?)?|cte|conta|conta corrente|cbu|cvu|clabe|cci|iban|alias|ahorros?|caja|banco|bco|agencia|ag|sucursal|suc|folio|factura|recibo|comprobante|poliza|afiliado|obra social|expediente|resolucion|contrato|monto|importe|total|neto|liquido|bruto|sueldo|salario|basico|valor|valores|saldo|haberes?|descuentos?|deducciones|pis|pasep|nis|ctps|serie|cuspp|afp|isapre|uuid|cep|cp|postal|fecha|data|hora|lote|pedido|secuencia|operacion|transferencia|transaccion|aportes?|base|unidades|cantidad|vendedor|cliente|reserva|orden|siniestro|convenio|dias|horas|acumulado|remuneracion|remunerativo|proventos|vencimentos|vencimientos|percepciones|ingresos|egresos|imponible|alcance|credito|deposito|referencia|ref|nota|concepto|numero de control|control|habilitacion|padron|finca|medidor|matricula profesional`,
)

/** Words between a label and its value that say nothing: "CUIL N°:", "Tipo y nro. de". */
const filler =
  /(?:(?<![\s:.,;#°º(\-–—_=|*])[\s:.,;#°º(\-–—_=|*]+|(?<![\p{L}\d])(?:n|no|nro|num|numero|nr|nrs|y|e|de|del|la|el|do|da|tipo|es))$/u
/** Labels that assign an id: to the employee, or to others. */
const mine =
  /(?<!\p{L})(?:(?:del?|do|da) )?(?:el |la )?(?:trabajador(?:\(a\)|a)?|emplead[oa]|empregad[oa]|colaborador(?:a)?|funcionari[oa]|receptor|titular|obrero|asociado|servidor|personal)$/u
const theirs =
  /(?<!\p{L})(?:(?:del?|do|da) )?(?:empresa|empleador(?:a)?|empregador(?:a)?|patron|emisor|compania|pagador|sociedad|representante(?: legal)?|firmante|apoderado|contador)$/u
const others =
  /(?<!\p{L})(?:(?:del?|do|da) )?(?:conyuge|hij[oa](?:\(a\))?|familiar|madre|padre|espos[oa]|concubin[oa]|conviviente|dependiente|dependente|beneficiari[oa]|alimentante|alimentad[oa]|banco|cuenta|cta|jef[ea]|supervisor(?:a)?|responsable|delegad[oa]|testigo|encargad[oa]|autorizad[oa]|autorizo|liquidador(?:a)?)$/u

/** Words before whoever made or signed the paper. */
export const signing =
  '(?:aprobado|autorizado|certificado|confeccionado|elaborado|emitido|firmado|hecho|liquidado|preparado|revisado)(?: por)?|aprobo|autorizo|certific[ao]|confecciono|elaboro|fdo\\.?|reviso|suscribe|por la empresa'

/** Relatives' labels in a cell where the id's label follows a name: "Dependentes: SILVA, ANA CPF". */
const ofOthers = composeRegex(
  `(?<!\\p{L})(?:conyuge|hij[oa]s?|familiar(?:es)?|espos[oa]|concubin[oa]|conviviente|dependi?entes?|alimenta(?:nte|d[oa]|ri[oa]|ntos)|alimenticia|embargo|judicial|representante|representad[oa]|apoderad[oa]|administrador(?:a)?|director(?:a)?|encargad[oa]|gerente|jef[ea]|responsable|${signing})(?!\\p{L})`,
  'u',
)

/** Millimetres from a value up to its head, and where nothing stands between. */
const furthestHead = 11
const furthestNext = 30
/** Fillers are taken off the end at most so often. */
const mostFillers = 24

/** The label before a position. */
export function labelBefore(row: Row, at: number, country: Country): Label {
  return labelsBefore[country](textBefore(row, at))
}

const labelsBefore = forEachCountry(
  (text, country) => labelIn(text, country) ?? (code.test(trimmed(text)) ? 'file' : null),
)

/** The label at the end of a text, for the value that follows. */
function labelIn(text: string, country: Country): Label {
  return labelsOf[country](text)
}

const labelsOf = forEachCountry(readLabel)

function forEachCountry<T>(
  read: (text: string, country: Country) => T,
): Readonly<Record<Country, (text: string) => T>> {
  const all = countries.map((country) => [country, remembered((text) => read(text, country))])
  return Object.fromEntries(all) as Record<Country, (text: string) => T>
}

function readLabel(text: string, country: Country): Label {
  const cell = text.slice(text.lastIndexOf('  ', text.trimEnd().length) + 1)
  let left = trimmed(text)
  if (theirs.test(left)) return 'employer'
  if (others.test(left)) return 'other'
  const whose = mine.test(left)
  if (whose) {
    const bare = trimmed(left.replace(mine, ''))
    if (idOf[country]?.test(bare)) left = bare
    else if (file.test(left)) return 'file'
  }
  if (idOf[country]?.test(left)) {
    // "Familiar: C.U.I.L.": whose it is stands before the label.
    const bare = trimmed(left.replace(idOf[country], ''))
    return [theirs, others].some((who) => who.test(bare)) || ofOthers.test(cell) ? 'other' : 'id'
  }
  if (file.test(left)) return 'file'
  if (employer.test(left)) return 'employer'
  if (other.test(left)) return 'other'
  return null
}

/** Whether a row may be the head of one below it. */
export function reachesDown(rows: readonly Row[], above: number, below: number): boolean {
  const gap = (rows[below]?.y ?? Infinity) - (rows[above]?.y ?? -Infinity)
  return gap <= (above === below - 1 ? furthestNext : furthestHead)
}

/** The text of the nearest cell over a place, plain. */
export function headOver(rows: readonly Row[], row: number, from: number, to: number): string {
  const here = rows[row]
  if (!here) return ''
  const { left, right } = edgesOf(wordsAt(here, from, to))
  for (let above = row - 1; above >= 0; above--) {
    const there = rows[above]
    if (!there || !reachesDown(rows, above, row)) return ''
    const cell = cellsOf(there).find((one) => one.left < right + 1 && one.right > left - 1)
    if (cell) return there.form.slice(cell.from, cell.to)
  }
  return ''
}

/** Whether the row has a head of file numbers, over whatever it stands. */
export function hasFileHead(row: Row, country: Country): boolean {
  return fileHeads[country](row.form)
}

const fileHeads = forEachCountry((form, country) =>
  columnsIn(form).some(({ from, to }) => labelIn(form.slice(from, to), country) === 'file'),
)

/**
 * The column head of a position: the nearest row above with words over it. What stands over a certainly personal id need
 * not be its head, as the title "Recibo de sueldo": there only a label of other people says that it is another's.
 */
export function labelAbove(
  rows: readonly Row[],
  row: number,
  from: number,
  to: number,
  country: Country,
  isPersonal = false,
): Label {
  const here = rows[row]
  if (!here) return null
  const { left, right } = edgesOf(wordsAt(here, from, to))
  let looked = 0
  for (let above = row - 1; above >= 0 && looked < 2; above--) {
    const there = rows[above]
    if (!there || !reachesDown(rows, above, row)) return null
    const cells = cellsOf(there).filter((cell) => cell.left < right + 1 && cell.right > left - 1)
    if (cells.length === 0) continue
    looked++
    // "Neto 643.000,00" says what its own amount is, not what stands below.
    if (hasAmount(there)) continue
    for (const cell of cells) {
      const head = there.form.slice(cell.from, cell.to)
      const label = labelIn(head, country)
      if (label === 'other' && isPersonal && !namesOtherPeople(head)) return null
      if (label) return label
    }
  }
  return null
}

const endsInOtherPeople = ending(otherPeople)

/** Whether a label announces somebody else than the employee. */
function namesOtherPeople(head: string): boolean {
  const left = trimmed(head)
  return others.test(left) || endsInOtherPeople.test(left)
}

function trimmed(text: string): string {
  // C.U.I.L. and R.U.N. are read without their points, before the last letter is taken for a filler.
  let left = text.replace(/(?<!\p{L})(\p{L})\.(?=\p{L}(?!\p{L}))/gu, '$1')
  for (let n = 0; n < mostFillers; n++) {
    const match = filler.exec(left)
    if (!match) break
    left = left.slice(0, match.index)
  }
  // With spaces between them as well.
  return left.replace(/(?<![\p{L}])(\p{L})\.\s?(?=\p{L}(?![\p{L}]))/gu, '$1').replace(/\s+/g, ' ')
}

function ending(words: string): RegExp {
  return composeRegex(`(?<![\\p{L}\\d])(?:${words})$`, 'u')
}
