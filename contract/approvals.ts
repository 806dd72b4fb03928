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

const refusals = [
  'APPROVAL_DECIDED',
  'APPROVAL_OWN',
  'APPROVAL_ACT_NOT_OFFERED',
  'APPROVAL_CAME_BACK',
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
    answer: approval,
  }),
  ofSubject: call({
    method: 'GET',
    path: '/v2/approvals/subject',
    need: 'session',
    summary: 'The newest approval of a subject that the viewer may decide or asked for.',
    input: z.object({ clase: z.enum(approvalKinds), asunto: id }),
    answer: approval,
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
    answer: approval,
    errors: refusals,
  }),
  withdraw: call({
    method: 'POST',
    path: '/v2/approvals/{id}/withdraw',
    need: 'session',
    summary: 'Takes back what the viewer asked for and nobody has decided.',
    input: z.object({ id }),
    answer: approval,
    errors: ['APPROVAL_DECIDED'],
  }),
}
