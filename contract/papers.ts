import { z } from 'zod'
import { actions } from './actions.ts'
import { call } from './call.ts'
import { date, id, instant } from './fields.ts'

/** A scan of a document that its employee signed on paper. */
export const paper = z.object({
  id,
  decision: z.enum(['conforme', 'no_conforme']),
  /** The date on the paper. */
  fecha: z.iso.date(),
  adjunto: instant,
  adjunto_por: z.string(),
  tipo: z.enum(['pdf', 'jpg', 'png']),
  /** Bytes. */
  tamano: z.int(),
  /** SHA-256 of the scan, hexadecimal. */
  huella: z.string(),
})
export type Paper = z.output<typeof paper>

export const papers = {
  list: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/{id}/papers',
    need: [actions.documentDetail],
    summary: 'The scans of paper of a document, and whether one more can be attached.',
    input: z.object({ id }),
    answer: z.object({ papeles: z.array(paper), admite: z.boolean() }),
  }),
  attach: call({
    method: 'POST',
    path: '/v2/admin-mod/documents/{id}/papers',
    need: [actions.personalPublishing],
    summary: 'Attaches the scan of what an employee, who signs nothing electronically, signed on paper.',
    input: z.object({ id, decision: z.enum(['conforme', 'no_conforme']), fecha: date }),
    upload: { field: 'file', maxBytes: 10_485_760, types: ['pdf', 'jpg', 'png'], required: true },
    answer: paper,
    errors: [
      'PAPER_NOT_EXPECTED',
      'PAPER_DATE',
      'PAPER_NOT_READABLE',
      'PDF_FILE_ACTIVE_CONTENT',
      'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED',
      'SYSTEM_API_WRONG_MIME_TYPE',
      'SYSTEM_API_UPLOAD_INTERRUPTED',
      'SYSTEM_API_BODY_NOT_READABLE',
    ],
  }),
  file: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/{id}/papers/{papel}',
    need: [actions.documentDetail],
    summary: 'The scan itself: written down as seen.',
    input: z.object({ id, papel: id }),
    answer: 'file',
  }),
}
