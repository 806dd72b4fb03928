import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { id, instant } from '../fields.ts'

/** Layouts of a type that are read by and shown: those that were published last. */
export const mostLayouts = 20

const need = [actions.folders] as const

const known = z.object({
  formato: z.int(),
  version: z.int(),
  /** People from whose receipts it was learned. */
  colaboradores: z.int(),
  /** The file that taught its newest version; null: its publication is out of reach. */
  archivo: z.string().nullable(),
  guardado: instant,
})
export type KnownLayout = z.output<typeof known>

/** Layouts of payrolls that publications of a type have taught. */
export const typeLayouts = {
  list: call({
    method: 'GET',
    path: '/v2/subfolders/{id}/layouts',
    need,
    summary: 'The layouts by which a type’s files of few receipts are read, the one published last first.',
    input: z.object({ id }),
    answer: z.array(known).max(mostLayouts),
  }),
  forget: call({
    method: 'POST',
    path: '/v2/subfolders/{id}/layouts/{formato}/forget',
    need,
    summary: 'Forgets all versions of a layout of a type: files that are read from now on don’t know it.',
    input: z.object({ id, formato: z.int().min(1) }),
    answer: z.array(known).max(mostLayouts),
  }),
}
