import { z } from 'zod'
import { approvalKinds } from './approvals.ts'
import { call, paging } from './call.ts'
import { id, instant } from './fields.ts'

const asked = z.object({
  /** The approval, by which it is read and decided. */
  id,
  clase: z.enum(approvalKinds),
  titulo: z.string(),
  /** The person whom it concerns; null where it concerns several. */
  colaborador: z.string().nullable(),
  pedido_por: z.string(),
  desde: instant,
})
export type TeamRequest = z.output<typeof asked>

/**
 * Requests that wait at the employees' site for somebody whom a step names: each of them, and nothing else of the person whom it
 * concerns. They are read and decided by the calls of `approvals`.
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
}
