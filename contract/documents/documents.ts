import { z } from 'zod'
import { actions } from '../actions.ts'
import { call, paging } from '../call.ts'
import { date, id, instant, month } from '../fields.ts'
import { verificationReport } from '../verification.ts'

/**
 * A document's state as people name it, in one word made of three facts. Lists, filters and counts all read this
 * table: the server makes conditions of it, and {@link documentWord} finds the word of a document.
 */
export const documentWords = {
  anulado: { state: 'cancelled' },
  falta_la_firma_de_la_empresa: { state: 'waiting_company_signature' },
  no_conforme: { state: 'published', signing: 'no_conforme' },
  conforme: { state: 'published', signing: 'conforme' },
  pendiente: { state: 'published', signing: 'pending' },
  leido: { state: 'published', signing: 'none', read: true },
  sin_leer: { state: 'published', signing: 'none', read: false },
  en_aprobacion: { state: 'waiting_approval' },
  rechazado: { state: 'rejected' },
} as const satisfies Record<string, WordFacts>

export type DocumentWord = keyof typeof documentWords
export const documentWordNames = Object.keys(documentWords) as [DocumentWord, ...DocumentWord[]]
export const documentState = z.enum(documentWordNames)

/** The facts that determine a status word; an absent fact matches any value. */
export interface WordFacts {
  state: ListedState | SentState
  signing?: Signing
  read?: boolean
}
/** States that every list of documents includes. */
export type ListedState = 'waiting_company_signature' | 'published' | 'cancelled'
/**
 * States of a document sent by an employee: waiting for a decision, or rejected. Listed on request, to viewers who may
 * decide.
 */
export type SentState = 'waiting_approval' | 'rejected'
/** The words of {@link SentState}. */
export const sentWords: readonly DocumentWord[] = ['en_aprobacion', 'rechazado']
type Signing = 'none' | 'pending' | 'conforme' | 'no_conforme'

/** The one word for a document in this state. */
export function documentWord(
  state: ListedState | SentState,
  signing: Signing,
  firstReadAt: Date | string | null,
): DocumentWord {
  const read = firstReadAt !== null
  const fits = (facts: WordFacts) =>
    facts.state === state && (facts.signing ?? signing) === signing && (facts.read ?? read) === read
  const word = documentWordNames.find((name) => fits(documentWords[name]))
  if (!word) throw new Error(`no word for ${state}, ${signing}`)
  return word
}

/** Sort columns of the list, each with an index; a hyphen in front sorts descending. */
const sortable = ['colaborador', 'periodo', 'publicado'] as const
export const documentSort = z.enum([...sortable, ...sortable.map((name) => `-${name}` as const)])
export type DocumentSort = z.infer<typeof documentSort>

/** Identifiers that one search takes. */
const mostIdentifiers = 100

const ids = z.array(id).min(1).max(100)

/** CM by hand, CD massive, EFORMS forms and sworn statements, KO imported scans. */
export const origins = ['CM', 'CD', 'EFORMS', 'KO'] as const
export type Origin = (typeof origins)[number]

const filters = {
  /** Beginnings of names, or identifiers (national id, file number) separated by commas. */
  buscar: z
    .string()
    .max(3000)
    .refine((text) => text.split(',').length <= mostIdentifiers, 'TOO_MANY_IDENTIFIERS')
    .optional(),
  periodo: month.optional(),
  /** Months, both included. */
  periodo_desde: month.optional(),
  periodo_hasta: month.optional(),
  tipo: ids.optional(),
  carpeta: ids.optional(),
  /** Sector, place and position of the day of publication. */
  sector: ids.optional(),
  locacion: ids.optional(),
  cargo: ids.optional(),
  /** Days of publication, both included. */
  desde: date.optional(),
  hasta: date.optional(),
  /** Days of the employee's signature, both included. */
  firmado_desde: date.optional(),
  firmado_hasta: date.optional(),
  /** Whether the employee opened it. */
  lectura: z.enum(['leido', 'sin_leer']).optional(),
  origen: z.array(z.enum(origins)).min(1).optional(),
  /** The company's certificates that signed it. */
  certificado: ids.optional(),
  /** Only employees without a mail address. */
  sin_correo: z.boolean().optional(),
  /** Only what waits for a signature beyond the days that its type gives. */
  firma_vencida: z.boolean().optional(),
  /** Only documents of this publication. */
  proceso: id.optional(),
  /** Papers that lapse, up to that day. */
  vence_hasta: date.optional(),
}
export const documentFilters = z.object(filters)
export type DocumentFilters = z.output<typeof documentFilters>
/** The words that a search is narrowed to; without them, all but what employees sent. */
export const wantedStates = z.array(documentState).min(1).optional()

const row = z.object({
  id,
  id_colaborador: id,
  colaborador: z.string(),
  cuil: z.string(),
  /** The employee's file number. */
  legajo: z.string(),
  tipo: z.string(),
  periodo: z.string().nullable(),
  etiqueta: z.string().nullable(),
  /** At the day of publication. */
  sector: z.string().nullable(),
  locacion: z.string().nullable(),
  estado: documentState,
  publicado: instant.nullable(),
  leido: instant.nullable(),
  firmado: instant.nullable(),
  anulado: instant.nullable(),
})
export type DocumentRow = z.output<typeof row>

const sectorTotals = z.object({
  /** Null: published to somebody without a sector. */
  id: id.nullable(),
  sector: z.string().nullable(),
  total: z.int(),
  leidos: z.int(),
  conforme: z.int(),
  no_conforme: z.int(),
  pendiente: z.int(),
})
export type SectorTotals = z.output<typeof sectorTotals>

/** The address or code of the company by which the account of a signature's or a consent's author was opened. */
export const companyAccess = z.object({
  clase: z.enum(['mail', 'printed_code']),
  por: z.string().nullable(),
  fecha: instant,
  /** Nobody objected in time, a second person confirmed, or the company lets printed codes sign; null: it waited. */
  abierta: z.enum(['silence', 'second_person', 'setting']).nullable(),
  abierta_por: z.string().nullable(),
})

const signature = z.object({
  revision: z.int(),
  firmante: z.enum(['company', 'employee']),
  /** As printed in the signature. */
  nombre: z.string(),
  /** The position of the company's signer; null for an employee. */
  cargo: z.string().nullable(),
  decision: z.enum(['conforme', 'no_conforme']).nullable(),
  comentario: z.string().nullable(),
  metodo: z.enum(['password', 'certificate_password', 'passkey', 'totp', 'provider']),
  credencial: z.enum(['own', 'printed_code', 'company_address']).nullable(),
  /** The person of the company who put the address or printed the code, the date, and what opened signing. */
  acceso: companyAccess.nullable(),
  nivel: z.enum(['B-B', 'B-T']),
  algoritmo: z.string(),
  serie: z.string(),
  /** SHA-256 of the revision that it made, hexadecimal. */
  huella: z.string(),
  fecha: instant,
  /** As people call the signer's browser ('Chrome en Android'), and the address it came from. */
  dispositivo: z.string().nullable(),
  direccion: z.string().nullable(),
})
export type DocumentSignature = z.output<typeof signature>

const detail = row.omit({ legajo: true }).extend({
  archivo: z.string(),
  origen: z.enum(origins),
  creado: instant,
  creado_por: z.string(),
  paginas: z.int(),
  /** Bytes of the newest revision. */
  tamano: z.int(),
  revision: z.int(),
  huella: z.string(),
  tiene_xml: z.boolean(),
  /** Whether its publication sends a mail to the employee. */
  avisa: z.boolean(),
  carpeta: z.string(),
  empleador: z.string().nullable(),
  sector: z.string().nullable(),
  locacion: z.string().nullable(),
  cargo: z.string().nullable(),
  vence: z.string().nullable(),
  codigo_verificacion: z.string(),
  motivo_anulacion: z.string().nullable(),
  anulado_por: z.string().nullable(),
  firmas: z.array(signature),
  /** How often the employee opened it. */
  aperturas: z.int(),
  observaciones: z.int(),
  /** The document that this one took the place of, and the one that took its own. */
  reemplaza: id.nullable(),
  reemplazado_por: id.nullable(),
  /** State of the case that a signature without agreement opened; null where there is none. */
  caso: z.enum(['open', 'kept', 'replaced', 'cancelled']).nullable(),
  dni: z.string(),
  numero_legajo: z.string(),
  estado_colaborador: z.enum(['onboarding', 'active', 'inactive']),
  sector_actual: z.string().nullable(),
  locacion_actual: z.string().nullable(),
})
export type DocumentDetail = z.output<typeof detail>

/** A document's id and a revision; 0 is the newest. */
const revision = z.object({ a: id, b: z.int().min(0) })
const fileErrors = ['DOCUMENT_CANCELLED'] as const

export const documents = {
  list: call({
    method: 'GET',
    path: '/v2/admin-mod/documents',
    need: [actions.documentSearch],
    summary: 'Documents within reach, one line each.',
    input: documentFilters.extend({
      ...paging,
      estado: wantedStates,
      orden: documentSort.default('-publicado'),
    }),
    answer: z.array(row),
    paged: true,
    errors: ['TOO_MANY_IDENTIFIERS'],
  }),
  ids: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/ids',
    need: [actions.documentSearch],
    summary: 'Every document that a search finds, for an act on all of them.',
    input: documentFilters.extend({ estado: wantedStates }),
    answer: z.array(id),
    errors: ['TOO_MANY_IDENTIFIERS', 'SELECTION_TOO_LARGE'],
  }),
  totals: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/totals',
    need: [actions.documentSearch],
    summary:
      'How many documents of a type and period are in each state, and read, within the same filters as the list.',
    input: documentFilters.extend({ periodo: month, tipo: ids }),
    answer: z.object({
      estados: z.partialRecord(documentState, z.int()),
      /** Published to employees: opened by them, or not yet. */
      leidos: z.int(),
      sin_leer: z.int(),
    }),
    errors: ['TOO_MANY_IDENTIFIERS'],
  }),
  sectors: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/totals/sectors',
    need: [actions.documentSearch],
    summary: 'The same numbers for each sector of the day of publication, of what employees have.',
    input: documentFilters.extend({ periodo: month, tipo: ids }),
    answer: z.array(sectorTotals),
    errors: ['TOO_MANY_IDENTIFIERS'],
  }),
  detail: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/{id}',
    need: [actions.documentDetail],
    summary: 'One document: its file, its data, its signatures with their evidence, its employee.',
    input: z.object({ id }),
    answer: detail,
  }),
  check: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/{id}/verification',
    need: [actions.documentDetail],
    summary: 'The signatures of a document’s newest revision, checked now.',
    input: z.object({ id }),
    answer: verificationReport,
    errors: [
      'DOCUMENT_CANCELLED',
      'VERIFICATION_ENCRYPTED',
      'VERIFICATION_NOT_READABLE',
      'VERIFICATION_TOO_SLOW',
    ],
  }),
  download: call({
    method: 'GET',
    path: '/documents/view/{a}/{b}/pdf',
    need: [actions.documentDetail],
    summary: 'The PDF of a revision, to be kept: written down as downloaded.',
    input: revision,
    answer: 'file',
    errors: fileErrors,
  }),
  view: call({
    method: 'GET',
    path: '/documents/view/cache/{a}/{b}',
    need: [actions.documentDetail],
    summary: 'The PDF of a revision, to be looked at: written down as seen.',
    input: revision,
    answer: 'file',
    errors: fileErrors,
  }),
  image: call({
    method: 'GET',
    path: '/documents/view/{a}/{b}/png/{c}',
    need: [actions.documentDetail],
    summary: 'A page (from 1) of a revision as an image, `ancho` pixels wide: written down as seen.',
    input: revision.extend({ c: z.int(), ancho: z.int().min(100).max(2000).default(1000) }),
    answer: 'file',
    errors: [...fileErrors, 'PAGE_REQUESTED_NOT_FOUND'],
  }),
  pages: call({
    method: 'GET',
    path: '/documents/pages/{a}/{b}',
    need: [actions.documentDetail],
    summary: 'How many pages a revision has, and their sizes in millimetres as they are shown.',
    input: revision,
    answer: z.object({
      paginas: z.int(),
      medidas: z.array(z.object({ ancho: z.number(), alto: z.number() })),
    }),
    errors: fileErrors,
  }),
  xml: call({
    method: 'GET',
    path: '/documents/view/{a}/{b}/xml',
    need: [actions.documentDetail],
    summary: 'The XML that came with the document.',
    input: revision,
    answer: 'file',
    errors: fileErrors,
  }),
}
