import { z } from 'zod'
import { actions } from './actions.ts'
import { call } from './call.ts'
import { id, instant } from './fields.ts'

/** Documents of one type and period that were published lately, and what became of them. */
const publication = z.object({
  id_tipo: id,
  tipo: z.string(),
  periodo: z.string().nullable(),
  publicado: instant,
  total: z.int(),
  conforme: z.int(),
  no_conforme: z.int(),
  pendiente: z.int(),
})
export type Publication = z.output<typeof publication>

export const home = {
  documents: call({
    method: 'GET',
    path: '/v2/home/documents',
    need: [actions.documentSearch],
    summary: 'What waits of the documents within reach, and what was published lately.',
    answer: z.object({
      /** Documents whose company signature was begun and not ended; `desde`: the oldest. */
      falta_firma_empresa: z.object({ total: z.int(), desde: instant.nullable() }),
      /** Signed without agreement, and nobody has answered. */
      no_conforme: z.int(),
      /** People who have something of a period to sign, newest period first, two periods at most. */
      sin_firmar: z.array(z.object({ periodo: z.string(), personas: z.int() })),
      publicaciones: z.array(publication),
    }),
  }),
}
