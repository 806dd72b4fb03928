import { z } from 'zod'
import { actions } from '../actions.ts'
import { call, paging } from '../call.ts'
import { longestReason } from '../documents/acts.ts'
import { documentState } from '../documents/documents.ts'
import { id, instant, writtenText } from '../fields.ts'

const publication = z.object({
  /** The process's. */
  id,
  tipo: z.string().nullable(),
  periodo: z.iso.date().nullable(),
  etiqueta: z.string().nullable(),
  archivo: z.string().nullable(),
  publicado: instant.nullable(),
  quien: z.string(),
  /** Documents within reach that are still published. */
  documentos: z.int(),
  deshecha: instant.nullable(),
})
export type UndoablePublication = z.output<typeof publication>

const foreseen = publication.extend({
  /** Published documents by the employee's knowledge: neither read nor signed, and the others. */
  sin_leer: z.int(),
  leidos: z.int(),
  firmados: z.int(),
  anulados: z.int(),
  /** Documents of people beyond reach, which stay. */
  fuera_de_alcance: z.int(),
  /** How many of those who read or signed have a mail address. */
  correos: z.int(),
  /** While it is being undone. */
  en_curso: z.object({ hechos: z.int(), total: z.int() }).nullable(),
  /** The newest undoing that ended. */
  ultimo: z.object({ documentos: z.int(), fecha: instant, quien: z.string(), motivo: z.string() }).nullable(),
})
export type UndoForeseen = z.output<typeof foreseen>

const known = z.object({
  id,
  colaborador: z.string(),
  cuil: z.string(),
  estado: documentState,
  leido: instant.nullable(),
  firmado: instant.nullable(),
})

const need = [actions.undoPublication] as const

/** Taking back all that one process published, in one act. */
export const undo = {
  list: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/undo',
    need,
    summary: 'Publications of which something within reach was published, the newest first.',
    input: z.object({ ...paging }),
    answer: z.array(publication),
    paged: true,
  }),
  one: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/undo/{id}',
    need,
    summary: 'What undoing a publication would do, or how far it is.',
    input: z.object({ id }),
    answer: foreseen,
    renews: false,
  }),
  known: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/undo/{id}/documents',
    need,
    summary:
      'Documents of a publication that their people read or signed: they are told when these are undone.',
    input: z.object({ id, ...paging }),
    answer: z.array(known),
    paged: true,
  }),
  undo: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/undo/{id}',
    need,
    stepUp: true,
    summary:
      'Annuls what stands of a publication: at once what nobody read; what was read or signed only where asked for, with a reason.',
    input: z.object({
      id,
      /** Whether read and signed documents are undone too. */
      incluir_leidos: z.boolean().default(false),
      /** Needed where they do; who had read or signed reads it. */
      motivo: writtenText.max(longestReason).optional(),
    }),
    answer: z.object({ proceso: id, documentos: z.int() }),
    errors: ['UNDO_NOTHING_STANDS', 'UNDO_REASON_REQUIRED', 'UNDO_UNDER_WAY'],
  }),
}
