import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { documentFilters, documentSort, wantedStates } from './documents.ts'
import { id } from '../fields.ts'

/** Documents that one zip takes. */
export const mostZipped = 500
/** Above so many documents a download is announced to the company's administrators. */
export const announcedAbove = 500

/** Formats of a search's download: one row per document, or per observation. */
export const searchExports = ['planilla', 'csv', 'observaciones'] as const
export type SearchExport = (typeof searchExports)[number]
export type ExportKind = SearchExport | 'zip'

const prepared = z.object({
  id,
  /** Documents. */
  total: z.int(),
  /** Those of a zip that stay out, since they were cancelled. */
  anulados: z.int(),
})

const progress = z.object({
  estado: z.enum(['waiting', 'running', 'done', 'stopped']),
  total: z.int(),
  hechos: z.int(),
  anulados: z.int(),
  /** Documents of a zip whose file could not be read; its index lists them too. */
  fallidos: z.array(z.object({ id, colaborador: z.string(), documento: z.string() })),
})

/** Many documents downloaded at once: prepared, then got as one file, of which one can ask how far it is. */
export const documentExports = {
  search: call({
    method: 'POST',
    path: '/v2/admin-mod/documents/exports',
    need: [actions.documentSearch],
    summary: 'Prepares a download of all that a search finds, as a spreadsheet, CSV or its observations.',
    input: documentFilters.extend({
      formato: z.enum(searchExports),
      estado: wantedStates,
      orden: documentSort.default('-publicado'),
    }),
    answer: prepared,
    errors: ['TOO_MANY_IDENTIFIERS', 'EXPORT_EMPTY', 'EXPORT_TOO_LARGE'],
  }),
  zip: call({
    method: 'POST',
    path: '/v2/admin-mod/documents/exports/zip',
    need: [actions.documentDetail],
    summary: 'Prepares a zip of chosen documents; those beyond reach are not there, cancelled ones stay out.',
    input: z.object({ ids: z.array(id).min(1).max(mostZipped, 'EXPORT_TOO_MANY_DOCUMENTS') }),
    answer: prepared,
    errors: ['EXPORT_EMPTY', 'EXPORT_TOO_MANY_DOCUMENTS'],
  }),
  progress: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/exports/{id}',
    need: [actions.documentSearch, actions.documentDetail],
    summary: 'How far a download of one’s own is.',
    input: z.object({ id }),
    answer: progress,
  }),
  file: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/exports/{id}/file',
    need: [actions.documentSearch, actions.documentDetail],
    summary: 'The file of a prepared download, once: each document in it is written down as it goes.',
    input: z.object({ id }),
    answer: 'file',
    errors: ['EXPORT_TAKEN'],
  }),
}
