import { z } from 'zod'
import { call } from './call.ts'
import { id, instant } from './fields.ts'

/** Lines of one sort that the start of the employees' site shows. */
export const mostShown = 10

const paper = z.object({ id, tipo: z.string() })

const notification = paper.extend({
  /** The paper. */
  id_documento: id,
  evento: z.enum(['paper_approved', 'paper_rejected']),
  cuando: instant,
})

/** The places of the employees' site, and what waits in each. */
export const places = {
  home: call({
    method: 'GET',
    path: '/v2/me/home',
    need: 'self',
    summary:
      'Everything that waits for the person: to sign, to mend, to send anew, to decide; and what is under way.',
    answer: z.object({
      /** Documents that wait for the person's signature. */
      firmar: z.int(),
      /** Documents of the last thirty days that ask for no signature, and that the person hasn't read. */
      sin_leer: z.int(),
      /** Papers that came back, with what to mend. */
      devueltos: z.array(paper.extend({ motivo: z.string() })),
      /** Papers of record that lapse within thirty days or have lapsed, and that no newer one replaces. */
      por_vencer: z.array(paper.extend({ id_tipo: id, vence: z.iso.date() })),
      /** Requests that wait for the person's own decision. */
      decidir: z.int(),
      /** The newest papers that wait for the company, and the group of a workflow that has each. */
      en_curso: z.array(paper.extend({ enviado: instant, grupo: z.string().nullable() })),
      /** Decisions on their papers that the person has not seen yet, the newest first. */
      novedades: z.array(notification),
      /** Posts for the person that are shown today, and those of them that ask to be read and weren't. */
      cartelera: z.object({ total: z.int(), por_leer: z.array(z.object({ id, titulo: z.string() })) }),
      /** The person can send papers, or has sent one. */
      envia: z.boolean(),
    }),
  }),
  seen: call({
    method: 'PUT',
    path: '/v2/me/notifications',
    need: 'self',
    summary: 'Marks notices as seen: they are not shown again.',
    input: z.object({ ids: z.array(id).min(1).max(100) }),
    answer: z.object({ vistos: z.int() }),
  }),
}
