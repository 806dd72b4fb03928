import { z } from 'zod'
import { actions } from '../actions.ts'
import { call, paging } from '../call.ts'
import { date, id, instant, writtenText } from '../fields.ts'
import { employeeRecord } from './record.ts'

const opens = [actions.employees] as const
const administers = [actions.employeeAdministration] as const

export const longestNote = 1000

/** The acts that change somebody's file, as its history lists them. */
export const fileActs = [
  'created',
  'changed',
  'identified',
  'unsubscribed',
  'stay_ended',
  'end_called_off',
  'end_undone',
  'reactivated',
  'profiles_changed',
  'filters_changed',
  'folder_filter_added',
  'folder_filter_removed',
  'mail_changed',
  'mail_change_undone',
  'mail_objected',
] as const
export type FileAct = (typeof fileActs)[number]

/** A record as it was: a field that isn't known any more is absent. */
const recordThen = employeeRecord
  .omit({
    reportan: true,
    primer_ingreso: true,
    ultimo_ingreso: true,
    invitacion_vence: true,
    propio: true,
    da_de_baja: true,
    espera: true,
  })
  .partial()

const optionalText = z.string().nullable()

const fileThen = z.object({
  /** The day, ISO, at whose end the file is shown. */
  al: z.string(),
  /** The day on which the file was opened; before it there is none. */
  abierto: z.string(),
  ficha: recordThen,
  /** The pairs that a limited profile saw; null: unknown. */
  filtros: z.array(z.object({ sector: optionalText, locacion: optionalText })).nullable(),
  /** The folders that a management profile was narrowed to. */
  carpetas: z.array(z.string()),
  /** Parts without a value: erased from the evidence, or changed before it kept the former value. */
  sin_dato: z.array(z.object({ campo: z.string(), causa: z.enum(['borrado', 'sin_registro']) })),
})
export type FileThen = z.output<typeof fileThen>

/** A value before and after. References are names, days are ISO, accounts are their last four characters. */
const difference = z.object({ campo: z.string(), era: optionalText, es: optionalText })

const change = z.object({
  id,
  cuando: instant,
  /** Null: the system or its operator. */
  quien: optionalText,
  acto: z.enum(fileActs),
  /** Whether a file of people made it. */
  importado: z.boolean(),
  diferencias: z.array(difference),
  /** Whether the values were erased; `diferencias` then names the fields alone. */
  borrado: z.boolean(),
})
export type FileChange = z.output<typeof change>

const note = z.object({
  id,
  texto: z.string(),
  autor: z.string(),
  fecha: instant,
})
export type FileNote = z.output<typeof note>

/** An employee's file beside its record: its state on former days, its changes, and the notes of human resources. */
export const employeeFile = {
  history: call({
    method: 'GET',
    path: '/v2/admin-mod/users/{id}/history',
    need: opens,
    summary:
      'The file as it was at the end of a day (`al`, today if absent) of the company’s zone, rebuilt from its evidence.',
    input: z.object({ id, al: date.optional() }),
    answer: fileThen,
    errors: ['HISTORY_IN_FUTURE', 'HISTORY_BEFORE_FILE'],
  }),
  changes: call({
    method: 'GET',
    path: '/v2/admin-mod/users/{id}/changes',
    need: opens,
    summary: 'The changes of a file, the newest first, with the values before and after.',
    input: z.object({ id, ...paging }),
    answer: z.array(change),
    paged: true,
  }),
  notes: call({
    method: 'GET',
    path: '/v2/admin-mod/users/{id}/notes',
    need: administers,
    summary:
      'The notes of human resources on somebody else, the newest first. No employee sees those on them.',
    input: z.object({ id, ...paging }),
    answer: z.array(note),
    paged: true,
    errors: ['NOTES_OF_ONESELF'],
  }),
  addNote: call({
    method: 'POST',
    path: '/v2/admin-mod/users/{id}/notes',
    need: administers,
    summary: 'Adds a note to somebody else’s file.',
    input: z.object({ id, texto: writtenText.min(1).max(longestNote) }),
    answer: note,
    errors: ['NOTES_OF_ONESELF'],
    ratePerMinute: 60,
  }),
  deleteNote: call({
    method: 'DELETE',
    path: '/v2/admin-mod/users/{id}/notes/{nota}',
    need: administers,
    summary: 'Deletes a note of somebody else’s file. Its text stays in the evidence.',
    input: z.object({ id, nota: id }),
    answer: z.object({ id }),
    errors: ['NOTES_OF_ONESELF'],
  }),
}
