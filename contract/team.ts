import { z } from 'zod'
import { approvalKinds, decision, turn } from './approvals.ts'
import { call, paging } from './call.ts'
import { id, instant } from './fields.ts'

const asked = z.object({
  /** The approval, by which it is decided. */
  id,
  clase: z.enum(approvalKinds),
  /** The kind of paper. */
  titulo: z.string(),
  colaborador: z.string(),
  desde: instant,
})
export type TeamRequest = z.output<typeof asked>

/**
 * Requests that wait at the employees' site for somebody whom a step names: each of them, and nothing else of the person whom it
 * concerns. It is decided by `approvals.decide`.
 */
export const team = {
  list: call({
    method: 'GET',
    path: '/v2/me/team',
    need: 'self',
    summary: 'Requests that wait for one’s own decision, the longest waiting first.',
    input: z.object(paging),
    paged: true,
    answer: z.array(asked),
  }),
  one: call({
    method: 'GET',
    path: '/v2/me/team/{id}',
    need: 'self',
    summary: 'A request that waits for one’s own decision.',
    input: z.object({ id }),
    answer: asked.extend({
      /** The sender's first name. */
      nombre: z.string(),
      paginas: z.int(),
      turno: turn,
      decisiones: z.array(decision),
    }),
  }),
  page: call({
    method: 'GET',
    path: '/v2/me/team/{id}/pages/{n}',
    need: 'self',
    summary: 'A page (from 1) of a request’s paper as a picture, `ancho` pixels wide: written down as seen.',
    input: z.object({
      id,
      n: z.int().min(1).max(1000),
      ancho: z.int().min(100).max(2000).default(1000),
    }),
    answer: 'file',
    errors: ['PAGE_REQUESTED_NOT_FOUND'],
  }),
}
