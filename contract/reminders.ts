import { z } from 'zod'
import { actions } from './actions.ts'
import { call, paging } from './call.ts'
import { date, id, instant, month, selectedIds } from './fields.ts'

/** Hours within which nobody is reminded twice. */
export const quietHours = 24
export const longestEvery = 60

/** The documents to remind of: all that wait, narrowed by these. */
const wanted = {
  tipo: z.array(id).min(1).max(100).optional(),
  periodo: month.optional(),
  sector: z.array(id).min(1).max(100).optional(),
  /** Only documents of this publication. */
  proceso: id.optional(),
  /** Only these documents. */
  documento: selectedIds.optional(),
  /** Only beyond the days that its type gives to sign. */
  vencidos: z.boolean().default(false),
}
export const reminderWanted = z.object(wanted)
export type ReminderWanted = z.output<typeof reminderWanted>
export type ReminderInput = z.input<typeof reminderWanted>

const counted = z.object({
  documentos: z.int(),
  /**
   * People to be mailed; people without a mail who have a device; people without either; people reminded within the
   * quiet hours.
   */
  con_correo: z.int(),
  en_dispositivo: z.int(),
  sin_correo: z.int(),
  ya_avisados: z.int(),
  /** The newest mail of this kind to any of them. */
  ultimo: instant.nullable(),
})

/** Mails written of how many; 0 of 0 until the people are listed. */
const progress = z.object({ hechos: z.int(), total: z.int() })

const unreached = z.object({
  id,
  colaborador: z.string(),
  numero_legajo: z.string(),
  sector: z.string().nullable(),
})

const scheduled = z.object({
  id,
  pedido: z.object({
    tipos: z.array(z.string()),
    periodo: z.iso.date().nullable(),
    sectores: z.array(z.string()),
    proceso: id.nullable(),
    vencidos: z.boolean(),
    /** How many documents were chosen one by one; null where none were. */
    documentos: z.int().nullable(),
  }),
  /** Null: once. */
  cada_dias: z.int().nullable(),
  hasta: z.iso.date().nullable(),
  creado: instant,
  creado_por: z.string(),
  proximo: instant.nullable(),
  terminado: instant.nullable(),
  termino: z.enum(['once', 'nothing_left', 'last_day', 'cancelled', 'no_right']).nullable(),
  veces: z.int(),
  enviados: z.int(),
  ultimo: z
    .object({
      proceso: id,
      fecha: instant,
      enviados: z.int(),
      sin_correo: z.int(),
      ya_avisados: z.int(),
      documentos: z.int(),
      /** While it is being sent. */
      en_curso: progress.nullable(),
    })
    .nullable(),
})
export type ScheduledReminder = z.output<typeof scheduled>

const reminds = [actions.signatureReminder] as const
const tells = [actions.publicationNotices] as const

/** Reminding people of what waits for their signature, once or again and again until nothing does. */
export const reminders = {
  list: call({
    method: 'GET',
    path: '/scheduler/signatureReminders',
    need: reminds,
    summary: 'Reminders with what they did, those that go on first, then the newest.',
    input: z.object({ ...paging }),
    answer: z.array(scheduled),
    paged: true,
  }),
  count: call({
    method: 'POST',
    path: '/scheduler/signatureReminders/preview',
    need: reminds,
    summary:
      'Whom a reminder would reach now: with a mail, without one, told already. By POST, since documents may be many.',
    input: z.object(wanted),
    answer: counted.extend({
      plazos: z.boolean(),
      /** The reminder that is being sent now, by anybody of the company. */
      en_curso: progress.nullable(),
    }),
    errors: ['SELECTION_TOO_LARGE'],
    idempotent: false,
  }),
  unreached: call({
    method: 'POST',
    path: '/scheduler/signatureReminders/unreached',
    need: reminds,
    summary: 'The people whom a reminder would not reach: without a mail and without a device.',
    input: z.object({ ...wanted, ...paging }),
    answer: z.array(unreached),
    paged: true,
    errors: ['SELECTION_TOO_LARGE'],
    idempotent: false,
  }),
  create: call({
    method: 'POST',
    path: '/scheduler/signatureReminders',
    need: reminds,
    summary:
      'Reminds now, and with `cada_dias` again every so many days until all have signed or the last day has passed.',
    input: z.object({
      ...wanted,
      cada_dias: z.int().min(1).max(longestEvery).optional(),
      hasta: date.optional(),
    }),
    answer: scheduled,
    errors: [
      'REMINDER_NOBODY',
      'REMINDER_UNTIL_PAST',
      'REMINDER_UNTIL_ALONE',
      'REMINDER_UNDER_WAY',
      'SELECTION_TOO_LARGE',
    ],
  }),
  cancel: call({
    method: 'DELETE',
    path: '/scheduler/signatureReminders/{id}',
    need: reminds,
    summary: 'Stops a reminder that goes on; what was sent stays sent.',
    input: z.object({ id }),
    answer: scheduled,
    errors: ['REMINDER_ENDED', 'PROCESS_NOT_YOURS'],
  }),
}

const notice = z.object({
  id,
  tipo: z.string().nullable(),
  periodo: z.iso.date().nullable(),
  etiqueta: z.string().nullable(),
  publicado: instant.nullable(),
  documentos: z.int(),
  sin_leer: z.int(),
  /** Time of the last reminder to those who had not read. */
  avisado: instant.nullable(),
})
export type PublicationNotice = z.output<typeof notice>

/** Renewed notices of publications whose employees have not read them. */
export const publicationNotices = {
  list: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/notifications',
    need: tells,
    summary: 'Publications with how much of them nobody has read, the newest first.',
    input: z.object({ ...paging }),
    answer: z.array(notice),
    paged: true,
  }),
  count: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/notifications/{id}',
    need: tells,
    summary: 'Whom a notice would reach now.',
    input: z.object({ id }),
    answer: counted,
  }),
  send: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/notifications/{id}',
    need: tells,
    summary: 'Tells again, by mail, those who have not read what a publication brought.',
    input: z.object({ id }),
    answer: z.object({ proceso: id }),
    errors: ['REMINDER_NOBODY', 'REMINDER_UNDER_WAY'],
  }),
}
