import { z } from 'zod'
import { actions } from './actions.ts'
import { call } from './call.ts'
import { id, instant } from './fields.ts'

/** Rows a page, the page from 1, and where to begin, which is always 0. */
const range = z
  .string()
  .regex(/^([1-9]\d{0,3}),([1-9]\d{0,3}),0$/)
  .default('25,1,0')

/** A document that an employee sent and that nobody has approved or refused. */
const waiting = z.object({
  id,
  id_colaborador: id,
  colaborador: z.string(),
  cuil: z.string(),
  tipo: z.string(),
  carpeta: z.string(),
  periodo: z.string().nullable(),
  archivo: z.string(),
  enviado: instant,
})

export const inbox = {
  documents: call({
    method: 'GET',
    path: '/v2/uploaddocuments/documentWaiting',
    need: [actions.taskInbox],
    summary: 'Documents of people within reach that wait for approval, the oldest first.',
    input: z.object({ pagination: range }),
    answer: z.array(waiting),
    paged: true,
  }),
  tasks: call({
    method: 'GET',
    path: '/v2/admin/inbox',
    need: [actions.taskInbox],
    summary: 'Everything that waits for the viewer’s decision, the oldest first.',
    input: z.object({ pagination: range }),
    answer: z.array(waiting.extend({ clase: z.literal('documento') })),
    paged: true,
  }),
}
