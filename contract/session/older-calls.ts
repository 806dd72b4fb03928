import { z } from 'zod'
import { call } from '../call.ts'

/** Calls that older pages and links make; each does what one of today's does. */
export const olderCalls = {
  salir: call({
    method: 'POST',
    path: '/salir',
    need: 'public',
    summary: 'Ends the session, if there is one, like the logout call. Never refuses.',
    answer: z.object({}),
    restricted: true,
    idempotent: false,
  }),
  media: call({
    method: 'GET',
    path: '/openMedia',
    need: 'public',
    summary: 'The logo of the bearer’s company; without one, the default picture.',
    input: z.object({ ruta: z.enum(['logo']), t: z.string().max(40).optional() }),
    answer: 'file',
    ratePerMinute: 120,
  }),
}
