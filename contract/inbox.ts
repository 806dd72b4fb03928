import { z } from 'zod'
import { actions } from './actions.ts'
import { approvalKinds, decision, turn } from './approvals.ts'
import { call } from './call.ts'
import type { ErrorName } from './errors.ts'
import { date, id, instant, month, named, writtenText } from './fields.ts'
import { changeKinds } from './self-service/self-service.ts'

/** Rows a page, the page from 1, and where to begin, which is always 0. Up to 5,000 rows at once. */
const range = z
  .string()
  .regex(/^([1-9]\d{0,2}|[1-4]\d{3}|5000),([1-9]\d{0,3}),0$/)
  .default('25,1,0')

/** Lists of the inbox beside that of papers: kinds of approvals say in which of them they stand. */
export const inboxLists = ['publicaciones', 'cambios'] as const
export type InboxList = (typeof inboxLists)[number]

/** Papers that one act decides at most. */
export const mostDecided = 100

const waiting = z.object({
  id,
  /** The approval, by which it is decided. */
  id_aprobacion: id,
  id_colaborador: id,
  colaborador: z.string(),
  cuil: z.string(),
  sector: z.string().nullable(),
  id_tipo: id,
  tipo: z.string(),
  carpeta: z.string(),
  periodo: z.string().nullable(),
  archivo: z.string(),
  /** When it came, or came back. */
  enviado: instant,
  /** It was returned, and waits for its sender. */
  devuelto: z.boolean(),
  /** When it was returned last; null for one that never was. */
  devuelto_el: instant.nullable(),
})
export type WaitingPaper = z.output<typeof waiting>

const ids = z.array(id).min(1).max(100)
const filters = {
  /** Beginnings of a name, or an identifier. */
  buscar: z.string().trim().max(100).optional(),
  tipo: ids.optional(),
  carpeta: ids.optional(),
  sector: ids.optional(),
  locacion: ids.optional(),
  colaborador: id.optional(),
  /** Days on which it was sent, both included. */
  desde: date.optional(),
  hasta: date.optional(),
  /** Only what was returned and waits for its sender; otherwise only what waits for the company. */
  devueltos: z.boolean().optional(),
  /** Among papers that wait for the company: only what the viewer decides, or only what others decide. */
  turno: z.enum(['mio', 'otros']).optional(),
  /** Only of people who left. */
  inactivos: z.boolean().optional(),
}
export type InboxFilters = z.output<z.ZodObject<typeof filters>>

/** Its number is null where more wait than are counted. */
const counted = named.extend({ total: z.int().nullable() })

const decided = z.object({
  hechos: z.array(id),
  /** Papers that weren't decided, and why. */
  rechazados: z.array(z.object({ id, code: z.string(), message: z.string() })),
})

const reason = writtenText.min(4).max(255)
const refusals = [
  'APPROVAL_DECIDED',
  'APPROVAL_ENDED',
  'APPROVAL_OWN',
  'APPROVAL_CAME_BACK',
] as const satisfies readonly ErrorName[]

const page = z.object({ a: id, b: z.int().min(0).max(1000) })

export const inbox = {
  documents: call({
    method: 'GET',
    path: '/v2/uploaddocuments/documentWaiting',
    need: [actions.taskInbox],
    summary: 'Papers of people within reach that wait for approval, the oldest first.',
    input: z.object({ pagination: range, ...filters }),
    answer: z.array(waiting),
    paged: true,
  }),
  filters: call({
    method: 'GET',
    path: '/v2/uploaddocuments/documentWaitingFilters',
    need: [actions.taskInbox],
    summary:
      'The types, folders, sectors and locations of what waits longest, with how many each has; counted to 1,000.',
    answer: z.object({
      tipos: z.array(counted),
      carpetas: z.array(counted),
      sectores: z.array(counted),
      locaciones: z.array(counted),
      devueltos: z.int(),
      /** Papers that others decide. */
      de_otros: z.int(),
      inactivos: z.int(),
      /** Steps of other kinds that the viewer decides, by the list in which they stand. */
      otros: z.array(z.object({ bandeja: z.enum(inboxLists), total: z.int() })),
    }),
  }),
  tasks: call({
    method: 'GET',
    path: '/v2/admin/inbox',
    need: [actions.taskInbox],
    summary:
      'Open steps of every kind that the viewer may decide, the oldest first; of one list with `bandeja`.',
    input: z.object({ pagination: range, bandeja: z.enum(inboxLists).optional() }),
    answer: z.array(
      z.object({
        /** The approval. */
        id,
        clase: z.enum(approvalKinds),
        asunto: id,
        titulo: z.string(),
        colaborador: z.string().nullable(),
        pedido_por: z.string(),
        desde: instant,
        /** The section of a change of a person's own data; null for anything else. */
        seccion: z.enum(changeKinds).nullable(),
        /** Facts speak for a look at it before it is decided. */
        alerta: z.boolean(),
      }),
    ),
    paged: true,
  }),
  paper: call({
    method: 'GET',
    path: '/v2/uploaddocuments/documentWaiting/{id}',
    need: [actions.taskInbox],
    summary: 'One paper that waits, with how it came and who decided so far.',
    input: z.object({ id }),
    answer: waiting.extend({
      /** The sender's first name. */
      nombre: z.string(),
      paginas: z.int(),
      revision: z.int(),
      con_periodo: z.boolean(),
      /** The newest paper of the type that is of record: its id, and until when it was valid. */
      anterior: z.object({ id, vence: z.iso.date().nullable(), publicado: instant }).nullable(),
      /** Why the paper that it replaces was rejected. */
      rechazo: z.string().nullable(),
      /** The open step and its people; null once it is decided. */
      turno: turn.nullable(),
      /** The type may be put right: those that take uploads. */
      tipos: z.array(named),
      decisiones: z.array(decision),
    }),
  }),
  approve: call({
    method: 'PUT',
    path: '/v2/uploaddocuments/documentWaiting/{id}/changeStatus',
    need: [actions.taskInbox],
    summary: 'Approves a paper, and puts its type, month or last day right before.',
    input: z.object({
      id,
      tipo: id.optional(),
      periodo: month.nullable().optional(),
      /** The day on which the paper itself lapses. */
      vence: date.nullable().optional(),
      /** Whether it was opened before. */
      visto: z.boolean().default(false),
      /** The step as it was seen: since when it is open. */
      desde: instant.optional(),
    }),
    answer: z.object({ id }),
    errors: [
      ...refusals,
      'UPLOAD_TYPE_NOT_OFFERED',
      'UPLOAD_PERIOD_REQUIRED',
      'UPLOAD_PERIOD_NOT_EXPECTED',
      'UPLOAD_PERIOD_TAKEN',
      'INBOX_EXPIRY_PAST',
      'INBOX_TYPE_OF_WORKFLOW',
    ],
  }),
  reject: call({
    method: 'DELETE',
    path: '/v2/uploaddocuments/documentWaiting/{id}/changeStatus',
    need: [actions.taskInbox],
    summary: 'Rejects a paper for good. Its sender is told, and nobody else sees it any more.',
    input: z.object({ id, comments: reason, visto: z.boolean().default(false), desde: instant.optional() }),
    answer: z.object({ id }),
    errors: refusals,
  }),
  approveMany: call({
    method: 'PUT',
    path: '/v2/uploaddocuments/documentWaiting/changeStatus',
    need: [actions.taskInbox],
    summary: 'Approves up to a hundred papers, each by itself: what can’t be approved is answered with why.',
    input: z.object({ ids: z.array(id).min(1).max(mostDecided, 'INBOX_TOO_MANY') }),
    answer: decided,
    errors: ['INBOX_TOO_MANY', 'INBOX_TWICE'],
  }),
  rejectMany: call({
    method: 'DELETE',
    path: '/v2/uploaddocuments/documentWaiting/changeStatus',
    need: [actions.taskInbox],
    summary: 'Rejects up to a hundred papers for one reason, each by itself.',
    input: z.object({ ids: z.array(id).min(1).max(mostDecided, 'INBOX_TOO_MANY'), comments: reason }),
    answer: decided,
    errors: ['INBOX_TOO_MANY', 'INBOX_TWICE'],
  }),
  pages: call({
    method: 'GET',
    path: '/v2/uploaddocuments/pages/{a}/{b}',
    need: [actions.taskInbox],
    summary: 'How many pages a waiting paper’s revision has (0: the newest).',
    input: page,
    answer: z.object({ paginas: z.int(), revision: z.int() }),
  }),
  image: call({
    method: 'GET',
    path: '/v2/uploaddocuments/dowloadS3/{a}/{b}/{c}',
    need: [actions.taskInbox],
    summary: 'A page (from 1) of a waiting paper as a picture, `ancho` pixels wide: written down as seen.',
    input: page.extend({ c: z.int().min(1), ancho: z.int().min(100).max(2000).default(1200) }),
    answer: 'file',
    errors: ['PAGE_REQUESTED_NOT_FOUND'],
  }),
}
