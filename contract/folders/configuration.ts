import { z } from 'zod'
import { makeFault } from '../errors.ts'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { id } from '../fields.ts'

/** Bytes of the PDF on which pages and signatures are set. */
export const sampleBytes = 5 * 1_048_576

/** Papers by their shorter and longer side, in millimetres. */
export const papers = {
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  Legal: [216, 356],
  Letter: [216, 279],
} as const

/** The least and the most of a page, shorter and longer side, in millimetres. */
export const pageBounds = { shorter: [147, 298], longer: [209, 421] } as const
/** A signature that can still be read, in millimetres. */
export const leastSignature = { width: 30, height: 10 } as const

const millimetres = z.number().min(0).max(421)
/** Millimetres from the top left corner of the page as it is shown. */
export const box = z.object({ x: millimetres, y: millimetres, width: millimetres, height: millimetres })
export type Box = z.infer<typeof box>

export const pageOptions = ['first', 'last', 'custom'] as const
export const turns = [0, 90, 180, 270] as const

const facts = z.object({
  /** The page that carries the signatures. */
  pagina: z.enum(pageOptions, 'SIGNATURE_PAGE_MISSING'),
  /** From 1, of a chosen page. */
  numero: z
    .int('SIGNATURE_PAGE_NUMBER_INVALID')
    .min(1, 'SIGNATURE_PAGE_NUMBER_INVALID')
    .max(500, 'SIGNATURE_PAGE_NUMBER_INVALID')
    .nullable()
    .default(null),
  /** Null: the usual place at the page's foot. */
  empresa: box.nullable().default(null),
  colaborador: box.nullable().default(null),
  papel: z.enum(['A3', 'A4', 'A5', 'Legal', 'Letter'], 'NO_SUPPORTED').default('A4'),
  orientacion: z.enum(['portrait', 'landscape'], 'ORIENTATION_INVALID').default('portrait'),
  /** How much pages are turned, clockwise, when a payroll is split. */
  giro: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)], 'ROTATION_INVALID').default(0),
  /** The visible part of each page, as shown after rotation; null: all. */
  corte: box.nullable().default(null),
  /** Two receipts a sheet: each half is a page, and `corte` is the first half, to which the boxes refer. */
  dos_por_hoja: z.boolean().default(false),
  /** Pages of each receipt; null: found by reading. */
  paginacion: z
    .int('RECEIPT_PAGES_INVALID')
    .min(1, 'RECEIPT_PAGES_INVALID')
    .max(20, 'RECEIPT_PAGES_INVALID')
    .nullable()
    .default(null),
  /** The sample is the company's own PDF, kept with the type; else a blank page of the paper. */
  pdf_propio: z.boolean().default(false),
})
export type TypeConfiguration = z.output<typeof facts>

/** The page, in millimetres, to which a configuration's boxes refer: the cut where there is one. */
export function pageOf({
  papel,
  orientacion,
  corte,
}: Pick<TypeConfiguration, 'papel' | 'orientacion' | 'corte'>): { width: number; height: number } {
  if (corte) return { width: corte.width, height: corte.height }
  const [shorter, longer] = papers[papel]
  return orientacion === 'portrait' ? { width: shorter, height: longer } : { width: longer, height: shorter }
}

/** Contradictions of a configuration with itself or with a page, as codes with their fields. */
export function configurationFaults(
  facts: TypeConfiguration,
  page: { width: number; height: number },
  pages: number | null,
) {
  const { empresa, colaborador, corte, numero, pagina } = facts
  const outside = (one: Box | null) =>
    one !== null && (one.x + one.width > page.width + 0.05 || one.y + one.height > page.height + 0.05)
  const small = (one: Box | null) =>
    one !== null && (one.width < leastSignature.width || one.height < leastSignature.height)
  const shorter = corte && Math.min(corte.width, corte.height)
  const longer = corte && Math.max(corte.width, corte.height)
  return [
    pagina === 'custom' && numero === null && makeFault('SIGNATURE_PAGE_NUMBER_INVALID', 'numero'),
    pagina === 'custom' &&
      numero !== null &&
      pages !== null &&
      numero > pages &&
      makeFault('SIGNATURE_PAGE_NOT_IN_SAMPLE', 'numero'),
    outside(empresa) && makeFault('SIGNATURE_BOX_OUTSIDE', 'empresa'),
    outside(colaborador) && makeFault('SIGNATURE_BOX_OUTSIDE', 'colaborador'),
    small(empresa) && makeFault('SIGNATURE_BOX_SMALL', 'empresa'),
    small(colaborador) && makeFault('SIGNATURE_BOX_SMALL', 'colaborador'),
    empresa !== null &&
      colaborador !== null &&
      overlap(empresa, colaborador) &&
      makeFault('SIGNATURE_BOXES_OVERLAP', 'colaborador'),
    shorter !== null &&
      longer !== null &&
      (shorter < pageBounds.shorter[0] || longer < pageBounds.longer[0]) &&
      makeFault('CUT_INVALID', 'corte'),
    facts.dos_por_hoja && corte === null && makeFault('CUT_INVALID', 'corte'),
  ].filter((fault) => fault !== false)
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

const configuration = facts.extend({
  version: z.int(),
  /** The PDF on which it was set, where one was kept. */
  muestra: z.object({ archivo: z.string() }).nullable(),
  /** Documents within reach that keep the versions before, 10,000 at most. */
  publicados: z.int(),
})
export type SavedConfiguration = z.output<typeof configuration>

const need = [actions.folders] as const
const administers = [actions.employeeAdministration] as const

/** Reasons to refuse a sample. */
export const sampleErrors = [
  'PDF_NOT_READABLE',
  'PDF_ENCRYPTED',
  'SAMPLE_MISSING',
  'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED',
  'SYSTEM_API_INVALID_PDF_FILE_SIZE',
  'PDF_FILE_TOO_MANY_PAGES',
  'PDF_FILE_TOO_COMPLEX',
  'PDF_FILE_ACTIVE_CONTENT',
  'PDF_FILE_HIDDEN_CONTENT',
  'PDF_FILE_CHANGED_AFTER_SIGNING',
] as const

const upload = { field: 'file', maxBytes: sampleBytes, types: ['pdf'] } as const

/** Where pages of a type are cut and signed. */
export const typeConfiguration = {
  one: call({
    method: 'GET',
    path: '/v2/subfolders/{id}/signatures',
    need,
    summary: 'How pages of a type are turned, cut and signed, by its newest version.',
    input: z.object({ id }),
    answer: configuration,
  }),
  change: call({
    method: 'POST',
    path: '/v2/subfolders/{id}',
    need,
    summary:
      'Sets how pages of a type are turned, cut and signed, on a sample where one is given. What is published keeps the version that it was made under.',
    input: facts.extend({ id }),
    upload: { ...upload, required: false },
    answer: configuration,
    errors: [
      'SIGNATURE_PAGE_MISSING',
      'SIGNATURE_PAGE_NUMBER_INVALID',
      'SIGNATURE_PAGE_NOT_IN_SAMPLE',
      'SIGNATURE_BOX_OUTSIDE',
      'SIGNATURE_BOX_SMALL',
      'ORIENTATION_INVALID',
      'ROTATION_INVALID',
      'CUT_INVALID',
      'RECEIPT_PAGES_INVALID',
      'SIGNATURE_BOXES_OVERLAP',
      'NO_SUPPORTED',
      ...sampleErrors,
    ],
  }),
  sample: call({
    method: 'GET',
    path: '/v2/subfolders/{id}/sample',
    need,
    summary: 'The PDF on which a type’s newest version was set.',
    input: z.object({ id }),
    answer: 'file',
  }),
  pdfInfo: call({
    method: 'POST',
    path: '/v2/signaturePosition/pdfInfo',
    need,
    summary: 'Whether a PDF can be a sample, and the size of its pages in millimetres as they are shown.',
    upload: { ...upload, required: true },
    answer: z.object({
      paginas: z.array(z.object({ ancho: z.number(), alto: z.number() })),
    }),
    errors: sampleErrors,
    idempotent: false,
    ratePerMinute: 60,
  }),
}

/** The folders that narrow what a person of management sees. */
export const userFolders = {
  list: call({
    method: 'GET',
    path: '/v2/admin-mod/userfolder',
    need: administers,
    summary: 'The folder filter of somebody within reach; without rows HR sees all folders, a manager none.',
    input: z.object({ idUsuario: id }),
    answer: z.array(z.object({ id, idUsuario: id, idCarpeta: id, nombre: z.string() })),
  }),
  add: call({
    method: 'POST',
    path: '/v2/admin-mod/userfolder',
    need: administers,
    summary: 'Adds a folder within one’s own reach to somebody’s filter. Nobody changes their own.',
    input: z.object({ idUsuario: id, idCarpeta: id }),
    answer: z.object({ id, idUsuario: id, idCarpeta: id, nombre: z.string() }),
    errors: [
      'OWN_FOLDER_FILTER',
      'FOLDER_OUT_OF_REACH',
      'FOLDER_IN_FILTER_ALREADY',
      'FOLDER_FILTER_WITHOUT_MANAGEMENT',
    ],
    stepUp: 'holds',
  }),
  remove: call({
    method: 'DELETE',
    path: '/v2/admin-mod/userfolder/{id}',
    need: administers,
    summary: 'Takes a folder from somebody’s filter. Nobody changes their own.',
    input: z.object({ id }),
    answer: z.object({}),
    errors: ['OWN_FOLDER_FILTER', 'FOLDER_FILTER_WITHOUT_MANAGEMENT', 'FOLDER_FILTER_OPENS_ALL'],
    stepUp: 'holds',
  }),
}
