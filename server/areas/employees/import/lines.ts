import type { z } from 'zod'
import { makeFault } from '#contract/errors.ts'
import { fromText } from '#contract/from-text.ts'
import { issuesToErrors } from '#contract/issues.ts'
import type { Country } from '#contract/fields.ts'
import type { Fault } from '#server/shared/errors.ts'
import { closedValue, type ImportField } from './columns.ts'

/** A line of a file: its raw cells, and the texts of non-empty fields. */
export interface ReadLine {
  line: number
  cells: string[]
  texts: Partial<Record<ImportField, string>>
  /** The line says no DNI: it is the one within its CUIL, which only somebody new takes. */
  hasDniOfCuil: boolean
  faults: Fault[]
}

const ids: readonly ImportField[] = ['cuil', 'dni', 'curp', 'pis']
const dates: readonly ImportField[] = ['fecha_nacimiento', 'fecha_contratacion']
const phones: readonly string[] = ['phone', 'telefono_emergencia', 'telefono_fijo']

/** Reads a line's cells by the columns of its file. An empty cell says nothing. */
export function readLine(
  { line, cells }: { line: number; cells: string[] },
  columns: readonly (ImportField | null)[],
  country: Country,
): ReadLine {
  const texts: ReadLine['texts'] = {}
  const faults: Fault[] = []
  columns.forEach((field, at) => {
    if (!field) return
    const { text, fault } = readCell(cells[at], field)
    if (fault) faults.push(fault)
    else if (text) texts[field] = plain(field, text)
  })
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    faults.push(makeFault('IMPORT_TOO_MANY_CELLS'))
  const said = texts.cuil
  const hasDniOfCuil = country === 'AR' && !texts.dni && /^\d{11}$/.test(said ?? '')
  if (said && hasDniOfCuil) texts.dni = said.slice(2, 10).replace(/^0+/, '')
  return { line, cells, texts, hasDniOfCuil, faults }
}

/** The text of a cell, or the reason why a spreadsheet's cell says nothing. */
export function readCell(cell: string | undefined, field: string): { text: string; fault: Fault | null } {
  // The apostrophe that keeps a spreadsheet program from reckoning is no part of the value.
  const text = (cell ?? '').trim().replace(/^'(?=[=+\-@])/, '')
  if (isFormula(text, field)) return { text: '', fault: makeFault('IMPORT_FORMULA', field) }
  if (cellError.test(text)) return { text: '', fault: makeFault('IMPORT_CELL_ERROR', field) }
  if (/^\d[.,]\d+E\+?\d+$/i.test(text)) return { text: '', fault: makeFault('IMPORT_ROUNDED_NUMBER', field) }
  return { text, fault: null }
}

/** Errors as programs show them in any language: #N/A, #N/D, #REF!, #¡VALOR!, #¿NOMBRE?. */
const cellError = /^#(?:N\/[AD]|[¡¿]?[\p{Lu}0/_]+[!?])$/u

function isFormula(text: string, field: string): boolean {
  if (/^[=@]/.test(text)) return true
  return /^[+-]/.test(text) && !(phones.includes(field) && /^\+\d/.test(text))
}

/** An id as it is kept: without the signs between its groups, in the digits 0 to 9. */
export function plainId(text: string): string {
  return withAsciiDigits(text)
    .replace(/[\s./−\p{Pd}]/gu, '')
    .toUpperCase()
}

/** Writes decimal digits of any script as 0 to 9: Unicode lists those of each script in their order. */
function withAsciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String((code - zero) % 10)
  })
}

function plain(field: ImportField, text: string): string {
  if (ids.includes(field)) return plainId(text)
  if (dates.includes(field))
    return withAsciiDigits(text)
      .replace(/^(\d)\//, '0$1/')
      .replace(/\/(\d)\//, '/0$1/')
  if (field === 'numero_legajo' || phones.includes(field)) return withAsciiDigits(text)
  return closedValue(field, text)
}

/** The values of a line as a schema takes them, or what is wrong with which field. */
export function valuesOf<S extends z.ZodObject>(
  schema: S,
  texts: ReadLine['texts'],
): { values: z.output<S> | null; faults: Fault[] } {
  const parsed = schema.safeParse(fromText(schema, texts), { reportInput: true })
  return parsed.success
    ? { values: parsed.data, faults: [] }
    : { values: null, faults: issuesToErrors(parsed.error).map(notADate) }
}

/** Reports an invalid date in a spreadsheet's words. */
function notADate(fault: Fault): Fault {
  const isDate = dates.some((field) => field === fault.field)
  return isDate && fault.code === 'SYSTEM_API_WRONG_DATA_TYPE'
    ? { ...fault, code: 'IMPORT_NOT_A_DATE' }
    : fault
}
