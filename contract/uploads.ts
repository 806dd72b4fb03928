import { z } from 'zod'
import { call, paging } from './call.ts'
import type { ErrorName } from './errors.ts'
import { id, instant, month } from './fields.ts'

/** The largest sheet, and all of a paper's sheets together, in bytes. */
export const sheetBytes = 10 * 1_048_576
export const paperBytes = 30 * 1_048_576
/** Shorter side in pixels below which a photograph reads badly. */
export const legibleSide = 800
/** Sheets of one paper at most, whatever its type. */
export const mostSheets = 10

/** The states of a paper that an employee sent, as its sender sees them. */
export const paperStates = ['en_espera', 'devuelto', 'aprobado', 'rechazado', 'retirado', 'anulado'] as const
export type PaperState = (typeof paperStates)[number]

/** The states from which its sender may act. The server refuses by it, the screens offer by it. */
export const paperActs = {
  mend: ['devuelto'],
  withdraw: ['en_espera', 'devuelto'],
  sendAgain: ['rechazado'],
} as const satisfies Record<string, readonly PaperState[]>

const offered = z.object({
  id,
  tipo: z.string(),
  carpeta: z.string(),
  /** Sheets that it takes at most and at least. */
  maximo: z.int(),
  minimo: z.int(),
  con_periodo: z.boolean(),
})
export type OfferedType = z.output<typeof offered>

/** Days before a paper lapses on which its owner is asked for another one. */
export const lapsingDays = 30

const sheet = z.object({
  id,
  clase: z.enum(['foto', 'pdf']),
  hojas: z.int(),
  /** A photograph whose shorter side has less than {@link legibleSide} pixels. */
  se_lee_mal: z.boolean(),
})
export type UploadedSheet = z.output<typeof sheet>

const paper = z.object({
  id,
  id_tipo: id,
  tipo: z.string(),
  carpeta: z.string(),
  periodo: z.iso.date().nullable(),
  estado: z.enum(paperStates),
  hojas: z.int(),
  enviado: instant,
  /** The group of a workflow that has it now; null where Human Resources do, or nobody any more. */
  grupo: z.string().nullable(),
  /** When it was decided or returned, by whom, and the reason where it wasn't approved. */
  decidido: instant.nullable(),
  quien: z.string().nullable(),
  motivo: z.string().nullable(),
  /** Until when the paper itself is valid. */
  vence: z.iso.date().nullable(),
  /** The rejected paper that this one replaces. */
  en_lugar_de: id.nullable(),
  /** Whether its pages can still be seen: those of a rejected one go after some weeks. */
  se_ve: z.boolean(),
})
export type SentPaper = z.output<typeof paper>

const sheets = z.array(id).min(1).max(mostSheets)

const sheetFaults = [
  'UPLOAD_SHEETS_MISSING',
  'UPLOAD_SHEETS_TOO_MANY',
  'UPLOAD_SHEET_TWICE',
  'UPLOAD_SHEET_GONE',
  'UPLOAD_TOO_LARGE',
  'UPLOAD_SIGNED_PDF_ALONE',
  'UPLOAD_SAME_FILE',
  'UPLOAD_TYPE_NOT_OFFERED',
  'UPLOAD_NOT_ACTIVE',
  'PDF_FILE_TOO_COMPLEX',
] as const satisfies readonly ErrorName[]

/** Papers that employees send to the company. */
export const uploads = {
  offered: call({
    method: 'GET',
    path: '/v2/me/uploads/types',
    need: 'self',
    summary: 'The document types that the viewer may send, with the sheets that each takes.',
    answer: z.array(offered),
  }),
  mine: call({
    method: 'GET',
    path: '/v2/me/uploads',
    need: 'self',
    summary: 'The papers that the viewer sent, the newest first, with what became of them.',
    input: z.object(paging),
    answer: z.array(paper),
    paged: true,
  }),
  one: call({
    method: 'GET',
    path: '/v2/me/uploads/{id}',
    need: 'self',
    summary: 'One paper that the viewer sent.',
    input: z.object({ id }),
    answer: paper,
  }),
  putSheet: call({
    method: 'POST',
    path: '/v2/me/uploads/pages',
    need: 'self',
    summary:
      'Puts up one sheet: a photograph, which is made anew without its place and camera, or a PDF. It goes after a day unless it is sent.',
    upload: { field: 'file', maxBytes: sheetBytes, types: ['jpg', 'png', 'webp', 'pdf'], required: true },
    answer: sheet,
    errors: [
      'UPLOAD_NOT_ACTIVE',
      'UPLOAD_PICTURE_NOT_READABLE',
      'UPLOAD_PICTURE_TOO_LARGE',
      'UPLOAD_SHEETS_TOO_MANY',
      'SYSTEM_API_INVALID_PDF_FILE_SIZE',
      'PDF_NOT_READABLE',
      'PDF_ENCRYPTED',
      'PDF_FILE_TOO_MANY_PAGES',
      'PDF_FILE_TOO_COMPLEX',
      'PDF_FILE_ACTIVE_CONTENT',
      'PDF_FILE_HIDDEN_CONTENT',
      'PDF_FILE_CHANGED_AFTER_SIGNING',
    ],
    idempotent: false,
    ratePerMinute: 120,
  }),
  send: call({
    method: 'POST',
    path: '/v2/me/uploads',
    need: 'self',
    summary: 'Sends a paper of sheets that were put up. It waits for the company’s decision.',
    input: z.object({
      tipo: id,
      periodo: month.optional(),
      paginas: sheets,
      /** A rejected paper of the same type that it replaces. */
      en_lugar_de: id.optional(),
    }),
    answer: paper,
    errors: [
      ...sheetFaults,
      'UPLOAD_DECIDED',
      'UPLOAD_PERIOD_REQUIRED',
      'UPLOAD_PERIOD_NOT_EXPECTED',
      'UPLOAD_PERIOD_TAKEN',
      'CONFIRMATION_REQUIRED',
    ],
    ratePerMinute: 60,
  }),
  mend: call({
    method: 'PUT',
    path: '/v2/me/uploads/{id}',
    need: 'self',
    summary: 'Sends other sheets in place of those that were returned. It goes back to who returned it.',
    input: z.object({ id, paginas: sheets }),
    answer: paper,
    errors: [...sheetFaults, 'UPLOAD_DECIDED', 'CONFIRMATION_REQUIRED'],
    ratePerMinute: 60,
  }),
  withdraw: call({
    method: 'DELETE',
    path: '/v2/me/uploads/{id}',
    need: 'self',
    summary: 'Takes back a paper that nobody has decided.',
    input: z.object({ id }),
    answer: paper,
    errors: ['UPLOAD_DECIDED'],
  }),
  page: call({
    method: 'GET',
    path: '/v2/me/uploads/{id}/png/{c}',
    need: 'self',
    summary: 'Page c (from 1) of a paper that the viewer sent, as a picture.',
    input: z.object({ id, c: z.int().min(1).max(500) }),
    answer: 'file',
    errors: ['PAGE_REQUESTED_NOT_FOUND'],
  }),
}
