import { z } from 'zod'
import { call, paging } from './call.ts'
import type { ErrorName } from './errors.ts'
import { id, instant, writtenText } from './fields.ts'

/** Kinds of things that need somebody else's decision. */
export const approvalKinds = [
  'document',
  'change',
  'leave',
  'publication',
  'single_publication',
  'person_seen',
  'administrator',
  'undo_unsubscribe',
  'destruction',
] as const
export type ApprovalKind = (typeof approvalKinds)[number]

export const approvalState = z.enum(['pending', 'returned', 'approved', 'rejected', 'withdrawn'])
export type ApprovalState = z.infer<typeof approvalState>

/** Which states of an approval allow which act. The server refuses by it, the screens offer by it. */
export const approvalActs = {
  decide: ['pending'],
  withdraw: ['pending', 'returned'],
} as const satisfies Record<string, readonly ApprovalState[]>

/** To how many open steps the lists of what waits count; a number one higher stands for more. */
export const mostCounted = 1000

export const decisionActs = ['aprobar', 'rechazar', 'devolver'] as const
export type DecisionAct = (typeof decisionActs)[number]

/** A decision on an approval: the person, the time, and the reason where it was not approved. */
export const decision = z.object({
  acto: z.enum(decisionActs),
  quien: z.string(),
  /** The person in whose place it was decided. */
  por: z.string().nullable(),
  cuando: instant,
  motivo: z.string().nullable(),
})

const approval = z.object({
  id,
  clase: z.enum(approvalKinds),
  /** The subject's own id: of a publication, its process; of a change of an administrator, the employee. */
  asunto: id,
  titulo: z.string(),
  /** The person whom it concerns; null where it concerns several, or nobody. */
  colaborador: z.string().nullable(),
  estado: approvalState,
  pedido_por: z.string(),
  pedido: instant,
  vence: instant.nullable(),
  /** Decisions so far: person, time, and the reason where it was not approved. */
  decisiones: z.array(decision),
  /** Whether the viewer may decide it now. */
  decide: z.boolean(),
  /** Whether the viewer asked for it, and may take it back. */
  retira: z.boolean(),
})
export type Approval = z.output<typeof approval>

/** The step of an approval that is open, and the people who decide it. */
export const turn = z.object({
  /** The step that is open, from 1, and how many there are. */
  paso: z.int(),
  pasos: z.int(),
  /** The name of the workflow's group; null where no group decides. */
  grupo: z.string().nullable(),
  /** When the step opened, or came back: a decision may name it, so that nothing is decided that was not seen. */
  desde: instant,
  /** Each person of the group decides. */
  todos: z.boolean(),
  /** People whose decision is wanted, with the person who stands in for each today. Empty: Human Resources decide. */
  espera_a: z.array(z.object({ nombre: z.string(), suplente: z.string().nullable() })),
  /** Whether the viewer decides now. */
  decide: z.boolean(),
  /** In whose place the viewer decides; null: in their own. */
  por: z.string().nullable(),
})
export type Turn = z.output<typeof turn>

/** One approval, with the step that is open; null once it has ended. */
const shown = approval.extend({
  turno: turn.nullable(),
  /** Decisions that its kind offers. */
  actos: z.array(z.enum(decisionActs)),
})
export type ShownApproval = z.output<typeof shown>

/** A document on which an approval decides. */
const heldDocument = z.object({
  id,
  colaborador: z.string(),
  tipo: z.string(),
  periodo: z.iso.date().nullable(),
  paginas: z.int(),
})
export type HeldDocument = z.output<typeof heldDocument>

const refusals = [
  'APPROVAL_DECIDED',
  'APPROVAL_ENDED',
  'APPROVAL_OWN',
  'APPROVAL_ACT_NOT_OFFERED',
  'APPROVAL_CAME_BACK',
  'DOCUMENT_OF_ANOTHER',
] as const satisfies readonly ErrorName[]

/** One machine for everything that needs a second person's word. */
export const approvals = {
  mine: call({
    method: 'GET',
    path: '/v2/approvals',
    need: 'session',
    summary: 'Steps that the viewer may decide, the oldest first.',
    input: z.object(paging),
    paged: true,
    answer: z.array(approval),
  }),
  one: call({
    method: 'GET',
    path: '/v2/approvals/{id}',
    need: 'session',
    summary: 'An approval that the viewer may decide or asked for, with what was decided of it.',
    input: z.object({ id }),
    answer: shown,
  }),
  documents: call({
    method: 'GET',
    path: '/v2/approvals/{id}/documents',
    need: 'session',
    summary:
      'The documents on which an approval decides, by the names of their people, for whoever may decide it now.',
    input: z.object({ id, ...paging, buscar: z.string().trim().max(100).optional() }),
    paged: true,
    answer: z.array(heldDocument),
  }),
  page: call({
    method: 'GET',
    path: '/v2/approvals/{id}/documents/{documento}/pages/{n}',
    need: 'session',
    summary: 'A page (from 1) of such a document as a picture, `ancho` pixels wide: written down as seen.',
    input: z.object({
      id,
      documento: id,
      n: z.int().min(1).max(1000),
      ancho: z.int().min(100).max(2000).default(1000),
    }),
    answer: 'file',
    errors: ['PAGE_REQUESTED_NOT_FOUND'],
  }),
  ofSubject: call({
    method: 'GET',
    path: '/v2/approvals/subject',
    need: 'session',
    summary: 'The newest approval of a subject that the viewer may decide or asked for.',
    input: z.object({ clase: z.enum(approvalKinds), asunto: id }),
    answer: shown,
  }),
  decide: call({
    method: 'POST',
    path: '/v2/approvals/{id}/decide',
    need: 'session',
    summary:
      'Approves, rejects for good, or returns for correction. One decision closes the step: a second person is told who was faster.',
    input: z.object({
      id,
      acto: z.enum(decisionActs),
      /** Needed where it isn't approved. */
      motivo: writtenText.min(4).max(255).optional(),
      /** Whether the subject was opened before the decision. */
      visto: z.boolean().default(false),
      /** The step as it was seen: since when it is open. */
      desde: instant.optional(),
    }),
    answer: shown,
    errors: refusals,
  }),
  withdraw: call({
    method: 'POST',
    path: '/v2/approvals/{id}/withdraw',
    need: 'session',
    summary: 'Takes back what the viewer asked for and nobody has decided.',
    input: z.object({ id }),
    answer: shown,
    errors: ['APPROVAL_DECIDED', 'APPROVAL_ENDED'],
  }),
}
