import { z } from 'zod'
import { actions } from '../actions.ts'
import { call, paging } from '../call.ts'
import { documentState, type ListedState } from './documents.ts'
import { date, id, instant, writtenText } from '../fields.ts'

/** Which states of a document allow an act. The server refuses by it, the screens offer by it. */
export const documentActs: Readonly<Record<'cancel' | 'replace' | 'change', readonly ListedState[]>> = {
  cancel: ['waiting_company_signature', 'published'],
  replace: ['waiting_company_signature', 'published'],
  change: ['waiting_company_signature', 'published'],
}

/** Documents that one act cancels: those of one page of results. */
export const mostCancelled = 100
/** Longest reason of an annulment, which the employee reads. Characters. */
export const longestReason = 500
export const longestObservation = 500

/** The right to publish to a person, or to undo a publication, includes annulling and answering. */
const need = [actions.personalPublishing, actions.undoPublication] as const

/** Why, as the employee reads it. */
export const reason = writtenText.min(3).max(longestReason)
const text = writtenText.min(1).max(longestObservation)

const massiveIds = z
  .array(z.int('MASSIVE_CANCEL_WRONG_TYPE').min(1, 'MASSIVE_CANCEL_WRONG_TYPE'), {
    error: ({ input }) => (input === undefined ? 'MASSIVE_CANCEL_REQUIRED' : 'MASSIVE_CANCEL_WRONG_TYPE'),
  })
  .min(1, 'MASSIVE_CANCEL_REQUIRED')
  .max(mostCancelled, 'MASSIVE_CANCEL_MAXIMUM_EXCEEDED')
  .refine((ids) => new Set(ids).size === ids.length, 'MASSIVE_CANCEL_DUPLICATED')

const observation = z.object({
  id,
  texto: z.string(),
  autor: z.string(),
  fecha: instant,
  /** Whether the viewer may delete it. */
  borrable: z.boolean(),
})
export type Observation = z.output<typeof observation>

/** An event of a document, or a mail about it. */
const traceRow = z.object({
  clase: z.enum(['hecho', 'correo']),
  id,
  fecha: instant,
  /** The act, or the mail's event. */
  hecho: z.string(),
  /** Null: the system did it. */
  quien: z.string().nullable(),
  /** Whether the employee did it, whose document it is. */
  del_colaborador: z.boolean(),
  /** 'Chrome en Android'; null where none is known. */
  dispositivo: z.string().nullable(),
  direccion: z.string().nullable(),
  /** A reason, a comment. */
  texto: z.string().nullable(),
  pagina: z.int().nullable(),
  /** For an event: whether a seal covers it. */
  sellado: z.boolean().nullable(),
  /** For a mail. Sent means accepted by the mail server; delivery is unknown. */
  correo: z
    .object({
      para: z.string(),
      estado: z.enum(['queued', 'sent', 'failed']),
      enviado: instant.nullable(),
      motivo: z.string().nullable(),
      intentos: z.int(),
    })
    .nullable(),
})
export type TraceRow = z.output<typeof traceRow>

const disagreementState = z.enum(['open', 'kept', 'replaced', 'cancelled'])

const disagreement = z.object({
  /** The document's. */
  id,
  id_colaborador: id,
  colaborador: z.string(),
  cuil: z.string(),
  tipo: z.string(),
  periodo: z.string().nullable(),
  etiqueta: z.string().nullable(),
  estado: documentState,
  /** Why the employee does not agree, in their words. */
  motivo: z.string().nullable(),
  abierto: instant,
  caso: disagreementState,
  respuesta: z.string().nullable(),
  respondido: instant.nullable(),
  respondido_por: z.string().nullable(),
})
export type Disagreement = z.output<typeof disagreement>

export const documentActCalls = {
  cancel: call({
    method: 'PATCH',
    path: '/v2/admin-mod/documents/cancel/{id}',
    need,
    stepUp: true,
    summary: 'Annuls a document for good: nobody opens its file any more. Who had read or signed it is told.',
    input: z.object({ id, motivo: reason }),
    answer: z.object({ id }),
    errors: ['DOCUMENT_ALREADY_CANCELLED'],
  }),
  cancelMany: call({
    method: 'PATCH',
    path: '/v2/admin-mod/documents/cancel',
    need,
    stepUp: true,
    summary: 'Annuls several documents, all or none.',
    input: z.object({ ids: massiveIds, motivo: reason }),
    answer: z.object({ anulados: z.int() }),
    errors: [
      'MASSIVE_CANCEL_NONEXISTENT',
      'MASSIVE_CANCEL_DUPLICATED',
      'MASSIVE_CANCEL_REQUIRED',
      'MASSIVE_CANCEL_WRONG_TYPE',
      'MASSIVE_CANCEL_MAXIMUM_EXCEEDED',
      'DOCUMENT_ALREADY_CANCELLED',
    ],
  }),
  change: call({
    method: 'PATCH',
    path: '/v2/admin-mod/documents/{id}',
    need: [actions.personalPublishing],
    summary:
      'Changes what is known of a document beside its file: its label and the day on which it lapses. Empty clears.',
    input: z.object({
      id,
      etiqueta: writtenText.max(60).nullable().optional(),
      vence: date.nullable().optional(),
    }),
    answer: z.object({ id, etiqueta: z.string().nullable(), vence: z.string().nullable() }),
    errors: ['DOCUMENT_ALREADY_CANCELLED'],
  }),
  observations: call({
    method: 'GET',
    path: '/v2/documentobservation/question',
    need: [actions.documentDetail],
    summary: 'The observations of a document, the newest first. They are HR’s own: no employee sees them.',
    input: z.object({ id, ...paging }),
    answer: z.array(observation),
    paged: true,
  }),
  observe: call({
    method: 'POST',
    path: '/v2/documentobservation/question',
    need: [actions.documentDetail],
    summary: 'Adds an observation to a document (`id`).',
    input: z.object({ id, observacion: text }),
    answer: observation,
  }),
  forgetObservation: call({
    method: 'DELETE',
    path: '/v2/documentobservation/question',
    need: [actions.documentDetail],
    summary: 'Deletes an observation (`id`): one’s own, or any with the action of employee administration.',
    input: z.object({ id }),
    answer: z.object({ id }),
  }),
  trace: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/{id}/events',
    need: [actions.documentDetail],
    summary: 'Everything that happened to a document and every mail about it, the newest first.',
    input: z.object({ id, ...paging }),
    answer: z.array(traceRow),
    paged: true,
  }),
  resend: call({
    method: 'POST',
    path: '/v2/admin-mod/documents/{id}/mails/{correo}/resend',
    need,
    summary: 'Sends a mail that failed once more, to the address that its person has now.',
    input: z.object({ id, correo: id }),
    answer: z.object({ para: z.string() }),
    errors: ['DOCUMENT_MAIL_NOT_FAILED', 'DOCUMENT_MAIL_NO_ADDRESS'],
  }),
  report: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/{id}/traceability',
    need: [actions.documentDetail],
    summary: 'The traceability report as a PDF, with each event’s path to the root that seals it.',
    input: z.object({ id }),
    answer: 'file',
    ratePerMinute: 30,
  }),
  disagreements: call({
    method: 'GET',
    path: '/v2/admin-mod/disagreements',
    need: [actions.documentSearch],
    summary: 'The cases that a signature without agreement opened, the oldest open one first.',
    input: z.object({ ...paging, caso: disagreementState.default('open') }),
    answer: z.array(disagreement),
    paged: true,
  }),
  disagreement: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/{id}/disagreement',
    need: [actions.documentDetail],
    summary: 'The case of one document.',
    input: z.object({ id }),
    answer: disagreement,
  }),
  answerDisagreement: call({
    method: 'POST',
    path: '/v2/admin-mod/documents/{id}/disagreement',
    need,
    summary:
      'Answers a case and closes it: the document is kept. Annulling or replacing the document closes it too.',
    input: z.object({ id, respuesta: reason }),
    answer: disagreement,
    errors: ['DISAGREEMENT_CLOSED'],
  }),
}
