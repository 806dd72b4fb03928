import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { capturePattern, newPattern } from './capture-pattern.ts'
import { id } from '../fields.ts'
import { exceptions } from '../massive/preview.ts'
import { sampleBytes, sampleErrors } from './configuration.ts'

const capture = z.enum(['file_name', 'first_page'])
const need = [actions.folders] as const

const reading = z.object({
  version: z.int(),
  /** Null: it isn't captured from files. */
  parser: capture.nullable(),
  reglas: capturePattern,
})
export type TypeReading = z.output<typeof reading>

const millimetres = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

export const tried = z.object({
  /** The id and the name as printed. */
  id_leido: z.string().nullable(),
  nombre_leido: z.string().nullable(),
  /** The owner that was found, among the employees within reach. */
  colaborador: z.object({ id, nombre: z.string() }).nullable(),
  /** First days. */
  meses: z.array(z.iso.date()),
  /** The preview group of a massive publication that it would be in. */
  grupo: z.enum(['listo', ...exceptions]),
  /** Matches on the first page, in its millimetres. */
  pagina: z.object({ width: z.number(), height: z.number() }),
  marcas: z.array(millimetres.extend({ tipo: z.string(), texto: z.string() })),
})
export type TriedReading = z.output<typeof tried>

/** How massive publishing finds whose a document of a type is. */
export const typeReading = {
  one: call({
    method: 'GET',
    path: '/v2/subfolders/{id}/reading',
    need,
    summary: 'How a type’s documents name their owner, by its newest version.',
    input: z.object({ id }),
    answer: reading,
  }),
  change: call({
    method: 'POST',
    path: '/v2/subfolders/{id}/reading',
    need,
    summary:
      'Sets how a type’s documents name their owner; what is absent is left to the country’s own ways.',
    input: newPattern.extend({ id }),
    answer: reading,
    errors: ['CAPTURE_PATTERN_TOO_MANY_HOLES'],
  }),
  try: call({
    method: 'POST',
    path: '/v2/subfolders/{id}/try',
    need,
    summary:
      'What would be read of a sample, and where, by these patterns; nothing is kept. It reads five pages at most, and names only people within reach.',
    input: newPattern.omit({ lugares: true }).extend({ id, parser: capture.default('first_page') }),
    upload: { field: 'file', maxBytes: sampleBytes, types: ['pdf'], required: true },
    answer: tried,
    errors: [...sampleErrors, 'CAPTURE_PATTERN_TOO_MANY_HOLES'],
    idempotent: false,
    ratePerMinute: 20,
  }),
}
