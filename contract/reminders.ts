import { z } from 'zod'
import { actions } from './actions.ts'
import { call, paging } from './call.ts'
import { date, id, instant, month } from './fields.ts'

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
  /** Only beyond the days that its type gives to sign. */
  vencidos: z.boolean().default(false),
}
export const reminderWanted = z.object(wanted)
export type ReminderWanted = z.output<typeof reminderWanted>

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
})

const scheduled = z.object({
  id,
  pedido: z.object({
    tipos: z.array(z.string()),
    periodo: z.iso.date().nullable(),
    sectores: z.array(z.string()),
    proceso: id.nullable(),
    vencidos: z.boolean(),
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
    method: 'GET',
    path: '/scheduler/signatureReminders/preview',
    need: reminds,
    summary: 'Whom a reminder would reach now: with a mail, without one, told already.',
    input: z.object(wanted),
    answer: counted.extend({ plazos: z.boolean() }),
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
    errors: ['REMINDER_NOBODY', 'REMINDER_UNTIL_PAST', 'REMINDER_UNTIL_ALONE'],
  }),
  cancel: call({
    method: 'DELETE',
    path: '/scheduler/signatureReminders/{id}',
    need: reminds,
    summary: 'Stops a reminder that goes on; what was sent stays sent.',
    input: z.object({ id }),
    answer: scheduled,
    errors: ['REMINDER_ENDED'],
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
    errors: ['REMINDER_NOBODY'],
  }),
}
