import { isOfCountry } from '#contract/employees/extras.ts'
import { employeeChanges, employeeCreation, sexes } from '#contract/employees/record.ts'
import type { Country } from '#contract/fields.ts'
import { nationalIds } from '#contract/employees/national-ids.ts'
import { idWords } from '#locales/countries.ts'
import es from '#locales/es/employees.json' with { type: 'json' }
import pt from '#locales/pt/employees.json' with { type: 'json' }
import { refuse } from '#server/shared/errors.ts'
import { fold } from '#server/shared/text/fold.ts'

/** A field that a column of a spreadsheet can hold. */
export type ImportField = Exclude<keyof typeof employeeCreation.shape, 'id_empleador'>

/** In the order of the template; what makes an employee stands first. */
export const importFields = Object.keys(employeeCreation.shape)
  .filter((name): name is ImportField => name !== 'id_empleador')
  .toSorted((one, other) => rank(one) - rank(other))

function rank(field: string): number {
  const first = [
    'cuil',
    'dni',
    'apellido',
    'nombre',
    'numero_legajo',
    'fecha_contratacion',
    'sector',
    'locacion',
    'mail',
  ]
  const at = first.indexOf(field)
  return at < 0 ? first.length : at
}

/** A new employee without those that the import finds by other means. */
export const newLine = employeeCreation.omit({ reporta: true, id_empleador: true })
/** Fields that may change for an existing employee. */
export const changedLine = employeeChanges.omit({ reporta: true, id_empleador: true })

/** Accepted titles of a column: the field's wire name, or its words in either language. */
const titles = new Map<string, ImportField>([
  ...importFields.flatMap((field): [string, ImportField][] => [
    [fold(field), field],
    [fold(field.replaceAll('_', ' ')), field],
    ...(field in es.campo
      ? [[fold(es.campo[field as keyof typeof es.campo]), field] as [string, ImportField]]
      : []),
    ...(field in pt.campo
      ? [[fold(pt.campo[field as keyof typeof pt.campo]), field] as [string, ImportField]]
      : []),
  ]),
  ['fecha de ingreso', 'fecha_contratacion'],
  ['fecha de nacimiento', 'fecha_nacimiento'],
  ['data de admissao', 'fecha_contratacion'],
  ['data de nascimento', 'fecha_nacimiento'],
  ['nombres', 'nombre'],
  ['apellidos', 'apellido'],
  ['puesto', 'cargo'],
  ['como se lo llama', 'apodo'],
  ['como e chamado', 'apodo'],
  ['e-mail', 'mail'],
  ['email', 'mail'],
])

/** Titles of our own file of faulty lines, which comes back mended. */
export const ownTitles = [
  es.importar.columnaFila,
  es.importar.columnaMotivo,
  pt.importar.columnaFila,
  pt.importar.columnaMotivo,
].map(fold)

/** The field of each column, or null for a column that is ignored. */
export function columnsOfHeader(header: readonly string[], country: Country): (ImportField | null)[] {
  const words = idWords(country === 'BR' ? 'pt-BR' : `es-${country}`)
  const columns = header.map((title) => fieldOfTitle(title, country))
  const twice = columns.find((field, at) => field !== null && columns.indexOf(field) !== at)
  if (twice) refuse('IMPORT_COLUMN_TWICE', 'archivo', { columna: header[columns.indexOf(twice)] ?? twice })
  if (!columns.includes('cuil')) refuse('IMPORT_COLUMN_MISSING', 'archivo', { columna: words.cuil })
  return columns
}

function fieldOfTitle(title: string, country: Country): ImportField | null {
  const words = idWords(country === 'BR' ? 'pt-BR' : `es-${country}`)
  // The template marks required columns.
  const said = fold(title.endsWith('*') ? title.slice(0, -1) : title)
  if (ownTitles.includes(said)) return null
  const byCountry = said === fold(words.cuil) ? 'cuil' : said === fold(words.dni) ? 'dni' : undefined
  const field = titles.get(said) ?? byCountry ?? null
  // Where both ids are one document, it is read once.
  return field && isOf(field, country) ? field : null
}

/** The columns of a file whose titles aren't known, but for those of our own file and for empty ones. */
export function unknownColumns(
  header: readonly string[],
  columns: readonly (string | null)[],
  country: Country,
): { posicion: number; titulo: string; campo: string | null }[] {
  return header.flatMap((titulo, posicion) =>
    titulo === '' || ownTitles.includes(fold(titulo)) || fieldOfTitle(titulo, country)
      ? []
      : [{ posicion, titulo, campo: columns[posicion] ?? null }],
  )
}

/**
 * The columns after a field was assigned to one whose title isn't known.
 *
 * @throws {Refusal} NOT_FOUND, IMPORT_COLUMN_UNKNOWN, IMPORT_COLUMN_TWICE
 */
export function assignColumn(
  { header, columns }: { header: readonly string[]; columns: readonly (string | null)[] },
  { posicion, campo }: { posicion: number; campo: string | null },
  country: Country,
): (string | null)[] {
  const assignable = unknownColumns(header, columns, country).some((one) => one.posicion === posicion)
  if (!assignable) refuse('NOT_FOUND')
  const field = campo === null ? null : templateFields(country).find((one) => one === campo)
  if (field === undefined) refuse('IMPORT_COLUMN_UNKNOWN', 'campo')
  const other = field === null ? -1 : columns.indexOf(field)
  if (other >= 0 && other !== posicion)
    refuse('IMPORT_COLUMN_TWICE', 'campo', { columna: header[other] ?? campo ?? '' })
  return columns.map((one, at) => (at === posicion ? field : one))
}

/** The fields of a kept file's columns; a name that isn't known counts as ignored. */
export function fieldsOf(columns: readonly (string | null)[]): (ImportField | null)[] {
  return columns.map((name) => importFields.find((field) => field === name) ?? null)
}

/** The titles of a new file in a language: a country's own words for its ids. */
export function titlesOf(fields: readonly ImportField[], language: 'es' | 'pt', country: Country): string[] {
  const words = language === 'pt' ? pt : es
  const ids = idWords(country === 'BR' ? 'pt-BR' : `es-${country}`)
  return fields.map((field) =>
    field === 'cuil' || field === 'dni' ? ids[field] : words.campo[field as keyof typeof words.campo],
  )
}

/** The fields of a template in a country: where both ids are one document, it has one column. */
export function templateFields(country: Country): ImportField[] {
  return importFields.filter((field) => isOf(field, country))
}

/** Whether a new employee needs a field of a file. The user name may be left to the tax id, Argentina's DNI is in it. */
function isRequired(field: ImportField, country: Country): boolean {
  if (field === 'usuario') return false
  if (field === 'dni') return country !== 'AR'
  return !employeeCreation.shape[field].safeParse(undefined).success
}

/** The template's heads, the required ones marked, and its example. */
export function templateRows(
  language: 'es' | 'pt',
  country: Country,
): { heads: string[]; example: string[] } {
  const fields = templateFields(country)
  const { ejemplo } = (language === 'pt' ? pt : es).importar
  return {
    heads: titlesOf(fields, language, country).map((title, at) => {
      const field = fields[at]
      return field && isRequired(field, country) ? `${title} *` : title
    }),
    example: fields.map((field) => (field in ejemplo ? ejemplo[field as keyof typeof ejemplo] : '')),
  }
}

const examples = [es, pt].map(({ importar }) => fold(importar.ejemplo.cuil))

/** The rows of a file without the template's example. */
export function withoutExample<R extends { cells: readonly string[] }>(
  rows: readonly R[],
  columns: readonly (string | null)[],
): R[] {
  const at = columns.indexOf('cuil')
  return rows.filter(({ cells }) => !examples.includes(fold(cells[at] ?? '')))
}

/** Whether a country has a field: both ids where they are two documents, extras of its own. */
function isOf(field: ImportField, country: Country): boolean {
  return isOfCountry(field, country) && (field !== 'dni' || !nationalIds[country].same)
}

/** A closed value by its word in either language, as a person writes it into a cell. */
export function closedValue(field: ImportField, text: string): string {
  const said = fold(text)
  if (field === 'sex')
    return sexes.find((sex) => [es.sexo[sex], pt.sexo[sex]].some((word) => fold(word) === said)) ?? text
  if (field === 'confidencial')
    return ['si', 'sim', 'x'].includes(said) ? '1' : said === 'no' || said === 'nao' ? '0' : text
  return text
}
