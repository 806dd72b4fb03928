import { z } from 'zod'
import { actions } from './actions.ts'
import { call } from './call.ts'
import { id, instant } from './fields.ts'

/** Characters of a summary, of a field's name and of its value; fields at most. */
export const analysisLimits = { summary: 600, name: 60, value: 200, fields: 12 } as const

const field = z.strictObject({
  nombre: z.string().trim().min(1).max(analysisLimits.name),
  valor: z.string().trim().min(1).max(analysisLimits.value),
})

/** The exact answer required of a model; anything more, less or longer is refused. */
export const suggestion = z.strictObject({
  resumen: z.string().trim().min(1).max(analysisLimits.summary),
  campos: z.array(field).max(analysisLimits.fields),
})
export type Suggestion = z.infer<typeof suggestion>

/** Where the installation sends to, and what of it the company accepted. */
const stand = z.object({
  /** The host's name; null: this installation has none, and nothing can be accepted. */
  direccion: z.string().nullable(),
  modelo: z.string().nullable(),
  /** Null: not accepted, or accepted of another address than today's. */
  aceptado: z.object({ direccion: z.string(), pais: z.string(), salarios: z.boolean() }).nullable(),
})

const need = [actions.generalSettings] as const
const address = z.string().trim().toLowerCase().min(1).max(253)

/**
 * Analysis of documents by a model outside, off until an administrator accepts its address and country by name; of
 * salary documents not before a second acceptance.
 */
export const analysis = {
  stand: call({
    method: 'GET',
    path: '/v2/admin-mod/analysis',
    need,
    summary: 'Where documents would be sent to be analysed, and whether the company accepted it.',
    answer: stand,
  }),
  accept: call({
    method: 'PUT',
    path: '/v2/admin-mod/analysis',
    need,
    summary: 'Accepts, by its name, the address that documents are sent to, and the country that it lies in.',
    input: z.object({ direccion: address, pais: z.string().trim().min(2).max(60) }),
    answer: stand,
    errors: ['ANALYSIS_NOT_CONFIGURED', 'ANALYSIS_ADDRESS_OTHER'],
  }),
  acceptSalary: call({
    method: 'PUT',
    path: '/v2/admin-mod/analysis/salary',
    need,
    summary: 'Accepts it for salary documents too, once it is accepted for others.',
    input: z.object({ direccion: address }),
    answer: stand,
    errors: ['ANALYSIS_NOT_CONFIGURED', 'ANALYSIS_ADDRESS_OTHER', 'ANALYSIS_NOT_ACCEPTED'],
  }),
  withdraw: call({
    method: 'DELETE',
    path: '/v2/admin-mod/analysis',
    need,
    summary: 'Sends nothing any more; what was suggested stays.',
    answer: stand,
  }),
  ofDocument: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/{id}/analysis',
    need: [actions.documentDetail],
    summary: 'What a model suggested about a document; a suggestion and nothing else.',
    input: z.object({ id }),
    answer: z.object({
      estado: z.enum(['ninguno', 'espera', 'hecho', 'fallo']),
      resumen: z.string().nullable(),
      campos: z.array(field),
      fecha: instant.nullable(),
      modelo: z.string().nullable(),
      direccion: z.string().nullable(),
    }),
  }),
}
