import { z } from 'zod'
import { actions } from '../actions.ts'
import { call, paging } from '../call.ts'
import { id, instant } from '../fields.ts'
import { type MailEvent, mailEvents } from '../mails.ts'
import { bounceCauses } from '../processes/follow-up.ts'

/** Months for which a person's mails are listed. */
export const mailMonths = 12

const row = z.object({
  id,
  evento: z.enum(Object.keys(mailEvents) as [MailEvent, ...MailEvent[]]),
  estado: z.enum(['enviado', 'fallido', 'en_camino']),
  /** When it was sent; where it wasn't, when it was asked for. */
  cuando: instant,
  /** The cause of the last failure; null without one. */
  causa: z.enum(bounceCauses).nullable(),
  intentos: z.int(),
})
export type MailOfEmployee = z.output<typeof row>

/** The mails that were sent to an employee. Their words, addresses, links and codes aren't in the answer. */
export const employeeMails = {
  list: call({
    method: 'GET',
    path: '/v2/admin-mod/users/{id}/mails',
    need: [actions.employees],
    summary:
      'Mails to an employee within reach in the last 12 months, the newest first, with their delivery.',
    input: z.object({ id, ...paging }),
    answer: z.array(row),
    paged: true,
  }),
}
