import { z } from 'zod'
import { actions } from './actions.ts'
import { approvalKinds, approvalState } from './approvals.ts'
import { call, paging } from './call.ts'
import { id, instant, named, writtenText } from './fields.ts'

/** Groups of a workflow, and people of a group, at most. */
export const mostGroups = 10
export const mostMembers = 20

export const workflowState = z.enum(['draft', 'active', 'cancelled'])
export type WorkflowState = z.infer<typeof workflowState>

const group = z.object({
  /** From 1, in the order in which they decide. */
  n: z.int(),
  nombre: z.string(),
  /** Everybody in it decides, and not one for all. */
  todos: z.boolean(),
})

const workflow = z.object({
  id,
  nombre: z.string(),
  /** Counted over the workflows that replaced each other. */
  version: z.int(),
  estado: workflowState,
  modificado: instant,
  modificado_por: z.string(),
  tipos: z.array(named),
  /** It also orders what the company publishes of its types. */
  tambien_publicado: z.boolean(),
})

const member = z.object({
  id,
  nombre: z.string(),
  puesto: z.string().nullable(),
  /** The person can decide today: at work, and with the right to. */
  puede: z.boolean(),
  /** The person who decides in their place today, and until which day. */
  suplente: z.object({ id, nombre: z.string(), hasta: z.iso.date() }).nullable(),
})

const written = z.object({
  nombre: writtenText.max(100).default(''),
  grupos: z
    .array(
      z.object({
        nombre: writtenText.max(60).default(''),
        todos: z.boolean().default(false),
        personas: z.array(id).max(100).default([]),
      }),
    )
    .max(mostGroups)
    .default([]),
  tipos: z.array(id).max(100).default([]),
  /** Documents of these types that the company publishes are held too, until its groups approve them. */
  tambien_publicado: z.boolean().default(false),
  /** Begins to order decisions; otherwise it is kept as a draft, which may be incomplete. */
  activar: z.boolean().default(false),
  /** The active workflow that it takes the place of once it is active. */
  reemplaza: id.nullable().default(null),
})

const faults = [
  'WORKFLOW_NOT_ALLOWED',
  'WORKFLOW_INCOMPLETE',
  'INCORRECT_APPROVING_GROUP',
  'DOCUMENT_EXISTS_IN_WORKFLOW',
  'WORKFLOW_TYPE_NOT_FOUND',
  'WORKFLOW_CHANGED',
] as const

export const workflows = {
  list: call({
    method: 'GET',
    path: '/v2/workflows',
    need: [actions.employees],
    summary: 'Workflows and drafts, those changed last first.',
    input: z.object({
      ...paging,
      buscar: z.string().trim().max(100).optional(),
      estado: workflowState.optional(),
    }),
    paged: true,
    answer: z.array(
      workflow.extend({
        grupos: z.array(group.extend({ personas: z.int() })),
        /** Documents that wait in it now. */
        en_curso: z.int(),
        /** Median hours from the opening of a step to its decision; null where nothing was decided. */
        horas_por_paso: z.number().nullable(),
      }),
    ),
  }),
  one: call({
    method: 'GET',
    path: '/v2/workflows/{id}',
    need: [actions.employees],
    summary: 'A workflow with the people of its groups.',
    input: z.object({ id }),
    answer: workflow.extend({
      grupos: z.array(group.extend({ personas: z.array(member) })),
      reemplaza: id.nullable(),
      en_curso: z.int(),
    }),
  }),
  group: call({
    method: 'GET',
    path: '/v2/workflows/{id}/groups/{n}',
    need: [actions.employees],
    summary: 'The people of a group, with those who decide in their place today.',
    input: z.object({ id, n: z.int().min(1).max(mostGroups) }),
    answer: group.extend({ personas: z.array(member) }),
  }),
  running: call({
    method: 'GET',
    path: '/v2/workflows/{id}/documents',
    need: [actions.employees],
    summary: 'What is in a workflow, within reach: at which group each stands, and since when.',
    input: z.object({ id, ...paging }),
    paged: true,
    answer: z.array(
      z.object({
        /** The subject: a document, or the process of a publication. */
        id,
        clase: z.enum(approvalKinds),
        titulo: z.string(),
        /** The person whom it concerns; null where it concerns several. */
        colaborador: z.string().nullable(),
        estado: approvalState,
        /** The group whose turn it is. */
        grupo: z.int(),
        nombre_grupo: z.string(),
        desde: instant,
        /** The people whose decision it waits for; empty where Human Resources decide in their place. */
        espera_a: z.array(z.string()),
      }),
    ),
  }),
  people: call({
    method: 'GET',
    path: '/v2/workflows/people',
    need: [actions.employees],
    summary: 'People who may stand in a group: at work, with the task inbox or an approver’s profile.',
    input: z.object({ buscar: z.string().trim().max(100).optional() }),
    answer: z.array(named.extend({ puesto: z.string().nullable() })),
  }),
  create: call({
    method: 'POST',
    path: '/v2/workflows',
    need: [actions.employees],
    summary: 'Makes a workflow, or keeps a draft of one.',
    input: written,
    answer: z.object({ id }),
    errors: faults,
  }),
  save: call({
    method: 'PUT',
    path: '/v2/workflows/{id}',
    need: [actions.employees],
    summary: 'Writes a draft anew, and activates it. An active workflow doesn’t change.',
    input: written.extend({ id }),
    answer: z.object({ id }),
    errors: faults,
  }),
  end: call({
    method: 'PATCH',
    path: '/v2/workflows/{id}',
    need: [actions.employees],
    summary:
      'Deactivates a workflow for good, or throws a draft away. What runs in it ends as it began, or goes to the plain inbox.',
    input: z.object({ id, en_curso: z.enum(['terminan', 'bandeja']).default('terminan') }),
    answer: z.object({
      id,
      /** Documents that went to the plain inbox. */
      a_la_bandeja: z.int(),
    }),
    errors: ['WORKFLOW_NOT_ALLOWED', 'WORKFLOW_CHANGED'],
  }),
}
