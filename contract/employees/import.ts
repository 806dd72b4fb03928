import { z } from 'zod'
import { actions } from '../actions.ts'
import { call, paging } from '../call.ts'
import { id, instant } from '../fields.ts'
import { employees } from './employees.ts'
import { endReasons } from './record.ts'

const administers = [actions.employeeAdministration] as const
const ends = [actions.employees] as const
/** Each kind of file has an action of its own, which the server checks for the file at hand. */
const files = [actions.employeeAdministration, actions.employees, actions.integrationProfiles] as const

export const importRows = 50_000
export const importBytes = 5 * 1_048_576
/** Cells of a file that can be mended on the screen; more are quicker mended in the spreadsheet. */
export const mostMended = 500
/** The last row of a spreadsheet: empty rows before it aren't counted. */
const lastLine = 1_048_576

/** The kinds of files of people, which are kinds of process: all have one dry run, its groups and its acts. */
export const fileKinds = ['employee_import', 'unsubscription', 'integration_profiles'] as const
export type FileKindName = (typeof fileKinds)[number]

/** Refusals of a table of people that can't be read, whatever its kind. */
export const fileFaults = [
  'IMPORT_EMPTY',
  'IMPORT_TOO_MANY_ROWS',
  'IMPORT_COLUMN_TWICE',
  'IMPORT_NOT_READABLE',
  'IMPORT_WORKBOOK_NOT_READABLE',
  'IMPORT_TOO_LARGE',
  'IMPORT_MERGED_CELLS',
] as const

/** The effect of a line: refused, creates an employee, changes one, none, or excluded by the user. */
export const lineKinds = ['faulty', 'new', 'changed', 'unchanged', 'left_out'] as const
export const importGroups = [...lineKinds, 'absent'] as const
export type ImportGroup = (typeof importGroups)[number]

/** The groups in which a file of integration profiles is downloaded: lines of a kind, faulty ones by their field. */
export const groupLines = {
  updated: { grupo: 'changed' },
  not_found: { grupo: 'faulty', campo: 'cuil' },
  inactive: { grupo: 'faulty', campo: 'estado' },
  duplicate: { grupo: 'faulty', campo: 'linea' },
} as const satisfies Record<string, { grupo: (typeof lineKinds)[number]; campo?: string }>
export type ResultGroup = keyof typeof groupLines
const resultGroups = Object.keys(groupLines) as [ResultGroup, ...ResultGroup[]]

/** Which acts are possible at which step. */
export const importStates = {
  assign: ['preview'],
  confirm: ['preview'],
  leaveOut: ['preview'],
  mend: ['preview'],
  checkDigits: ['preview'],
  cancel: ['uploaded', 'reading', 'preview'],
  invite: ['done'],
} as const

const status = z.enum(['in_progress', 'completed_with_observations', 'error', 'successful', 'cancelled'])

const state = z.object({
  id,
  clase: z.enum(fileKinds),
  archivo: z.string(),
  estado: status,
  paso: z.enum(['uploaded', 'reading', 'preview', 'running', 'done']),
  creado: instant,
  /** Lines read or written so far, of how many. */
  hechas: z.int(),
  filas: z.int(),
  /** Duration of the dry run, in milliseconds. */
  leido_en: z.int().nullable(),
  codificacion: z.string(),
  /** Lines in another encoding than most, the first of them by number. */
  otra_codificacion: z.object({ cantidad: z.int(), lineas: z.array(z.int()) }),
  separador: z.string(),
  /** Columns whose titles aren't known, with the field that was assigned to each; `posicion` counts from 0. */
  columnas_ajenas: z.array(z.object({ posicion: z.int(), titulo: z.string(), campo: z.string().nullable() })),
  /** The fields that no column has: each may be assigned. */
  campos_libres: z.array(z.string()),
  /** The fields that the file has. */
  campos: z.array(z.string()),
  cantidades: z.object({
    faulty: z.int(),
    new: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    left_out: z.int(),
    absent: z.int(),
  }),
  /** How many lines fail in which field; a line counts under each that fails. */
  fallas: z.array(z.object({ campo: z.string(), cantidad: z.int() })),
  /** Sectors, locations, positions and cost centres that would be made. */
  nuevos: z.array(z.object({ campo: z.string(), nombre: z.string() })),
  /** Lines whose tax id has a check digit that doesn't fit, where the company allows it. */
  digitos: z.int(),
  /** Whether the company refuses such lines. */
  digitos_bloquean: z.boolean(),
  /** Why it went back to the dry run, or stopped. */
  aviso: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Created employees with a mail who are not invited yet. */
  por_invitar: z.int(),
  invitados: z.int(),
  /** Invitations of its people that are being mailed now. */
  invitando: z.object({ hechos: z.int(), total: z.int() }).nullable(),
  /** Choices made beside the file, such as the reason of an unsubscription. */
  opciones: z.record(z.string(), z.string()),
})
export type ImportState = z.output<typeof state>

const line = z.object({
  /** Line of the file, whose header is line 1; null for an absent employee. */
  linea: z.int().nullable(),
  id: id.nullable(),
  nombre: z.string(),
  cuil: z.string(),
  /** The line's values by field. */
  celdas: z.record(z.string(), z.string()),
  fallas: z.array(z.object({ campo: z.string(), code: z.string(), mensaje: z.string() })),
  cambios: z.array(z.object({ campo: z.string(), antes: z.string(), ahora: z.string() })),
})
export type ImportLine = z.output<typeof line>

/**
 * Import of employees from a spreadsheet: a dry run that lists every effect, and one act that applies all of it or
 * nothing.
 */
export const employeeImport = {
  upload: call({
    method: 'POST',
    path: '/v2/admin-mod/users/import',
    need: administers,
    summary:
      'Takes a table of employees, as CSV or as the first sheet of an XLSX, and begins its dry run. Nothing is saved of anybody.',
    upload: { field: 'archivo', maxBytes: importBytes, types: ['xlsx', 'csv'], required: true },
    answer: state,
    errors: [...fileFaults, 'IMPORT_COLUMN_MISSING'],
    ratePerMinute: 60,
  }),
  list: call({
    method: 'GET',
    path: '/v2/admin-mod/users/import',
    need: administers,
    summary: 'The viewer’s own imports of the last days, the newest first.',
    answer: z.array(
      state.pick({ id: true, archivo: true, estado: true, paso: true, creado: true, filas: true }),
    ),
  }),
  template: call({
    method: 'GET',
    path: '/v2/admin-mod/users/import/template',
    need: administers,
    summary:
      'A file with every column that an import reads, in the caller’s language: required ones marked, and a row as an example, which an import skips.',
    input: z.object({ formato: z.enum(['xlsx', 'csv']).default('xlsx') }),
    answer: 'file',
  }),
  one: call({
    method: 'GET',
    path: '/v2/admin-mod/users/import/{id}',
    need: files,
    summary: 'Where an import stands and what it would do, or did.',
    input: z.object({ id }),
    answer: state,
  }),
  lines: call({
    method: 'GET',
    path: '/v2/admin-mod/users/import/{id}/rows',
    need: files,
    summary: 'The lines of an import that share a fate; absent: who is not in the file, and is not touched.',
    input: z.object({ id, ...paging, grupo: z.enum(importGroups), campo: z.string().max(60).optional() }),
    answer: z.array(line),
    paged: true,
  }),
  leaveOut: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/import/{id}/rows/{linea}',
    need: files,
    summary:
      'Takes a line out of an import that was not confirmed, or puts it back; the dry run is done again, as if the file did not have it.',
    input: z.object({
      id,
      linea: z.int().min(2).max(lastLine),
      afuera: z.boolean(),
    }),
    answer: state,
    errors: ['IMPORT_WRONG_STEP'],
  }),
  mend: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/import/{id}/rows/{linea}/cells/{campo}',
    need: files,
    summary:
      'Gives a cell of an import that was not confirmed another value; the dry run is done again, as if the file had it.',
    input: z.object({
      id,
      linea: z.int().min(2).max(lastLine),
      campo: z.string().max(60),
      valor: z.string().max(500),
    }),
    answer: state,
    errors: ['IMPORT_WRONG_STEP', 'IMPORT_TOO_MANY_MENDED'],
  }),
  assign: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/import/{id}/columns/{posicion}',
    need: administers,
    summary:
      'Assigns a field to a column whose title isn’t known, or takes it from it (null); the dry run is done again.',
    input: z.object({ id, posicion: z.int().min(0).max(16_383), campo: z.string().max(60).nullable() }),
    answer: state,
    errors: ['IMPORT_WRONG_STEP', 'IMPORT_COLUMN_TWICE', 'IMPORT_COLUMN_UNKNOWN'],
  }),
  checkDigits: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/import/{id}/check-digits',
    need: [actions.generalSettings],
    summary:
      'Sets whether the company refuses tax ids with a wrong check digit wherever somebody is registered; the dry run is done again.',
    input: z.object({ id, bloquear: z.boolean() }),
    answer: state,
    errors: ['IMPORT_WRONG_STEP'],
  }),
  faulty: call({
    method: 'GET',
    path: '/user-management/massive/download/{id}',
    need: files,
    summary:
      'The faulty lines of an import as a CSV, each with what is wrong, to be mended and uploaded; of a file of integration profiles one of its groups.',
    input: z.object({ id, grupo: z.enum(resultGroups).optional() }),
    answer: 'file',
  }),
  confirm: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/import/{id}/confirm',
    need: files,
    summary: 'Does what the dry run said: all of it, or nothing. Faulty lines stay out. Invites nobody.',
    input: z.object({ id }),
    answer: state,
    errors: [
      'IMPORT_WRONG_STEP',
      'IMPORT_NOTHING_TO_DO',
      'IMPORT_FAULTY_LEFT_OUT',
      'IMPORT_NEW_PLACES',
      'IMPORT_CHECK_DIGITS',
    ],
  }),
  cancel: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/import/{id}/cancel',
    need: files,
    summary: 'Drops an import that was not confirmed.',
    input: z.object({ id }),
    answer: state,
    errors: ['IMPORT_WRONG_STEP'],
  }),
  invite: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/import/{id}/invite',
    need: administers,
    summary:
      'Mails an invitation to everybody whom an import made and who has a mail. The count is confirmed.',
    input: z.object({ id }),
    answer: state,
    errors: ['IMPORT_WRONG_STEP', 'IMPORT_NOTHING_TO_DO', 'IMPORT_INVITATIONS', 'INVITATIONS_UNDER_WAY'],
  }),
}

/** The columns of a file of unsubscriptions. */
export const unsubscriptionFields = ['cuil', 'fechabaja', 'observaciones'] as const

/** Many ends of stays by a file, with one reason: the same dry run and acts as an import has. */
export const unsubscription = {
  upload: call({
    method: 'POST',
    path: '/v2/admin-mod/users/unsubscribe',
    need: ends,
    summary:
      'Takes a CSV of cuil, fechabaja and observaciones and the reason of all ends, and begins its dry run. Nobody’s stay ends before it is confirmed.',
    input: z.object({ motivo: z.enum(endReasons) }),
    upload: { field: 'archivo', maxBytes: importBytes, types: ['xlsx', 'csv'], required: true },
    answer: state,
    errors: [...fileFaults, 'END_FILE_WITHOUT_HEADER', 'END_REASON_OTHER_STATE'],
    ratePerMinute: 60,
  }),
  list: call({
    method: 'GET',
    path: '/v2/admin-mod/users/unsubscribe',
    need: ends,
    summary: 'The viewer’s own files of unsubscriptions of the last days, the newest first.',
    answer: z.array(
      state.pick({ id: true, archivo: true, estado: true, paso: true, creado: true, filas: true }),
    ),
  }),
  template: call({
    method: 'GET',
    path: '/v2/admin-mod/users/unsubscribe/template',
    need: ends,
    summary:
      'A CSV with the header of an unsubscription: an example, or with `armar` a line for each active employee that the filters find.',
    input: employees.ids.input.extend({ armar: z.boolean().default(false) }),
    answer: 'file',
    errors: ['TOO_MANY_IDENTIFIERS'],
  }),
}
