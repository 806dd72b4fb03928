import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { id } from '../fields.ts'
import { documentType, folder } from './folders.ts'
import { pageOptions } from './configuration.ts'

/**
 * The pages that an employee may be asked to upload: in all and at least. Shown as
 * '{max} Hojas | {min} Obligatorias'.
 */
export const uploadTemplates = [
  { id: 1, max_files: 1, min_files: 1 },
  { id: 2, max_files: 2, min_files: 1 },
  { id: 3, max_files: 2, min_files: 2 },
  { id: 4, max_files: 4, min_files: 1 },
  { id: 5, max_files: 4, min_files: 2 },
  { id: 6, max_files: 10, min_files: 1 },
] as const

const folderFacts = z.object({
  nombre: z.string('10001').trim().min(1, '10001').max(60, '10002'),
  visible: z.boolean().default(true),
  firmable: z.boolean().default(false),
  efimero: z.boolean().default(false),
  idTemplate: id.nullable().default(null),
  orden: z.int('10004').min(0, '10004').max(999, '10004'),
  prioridadFirma: z.int('10005').min(0, '10005').max(999, '10005'),
  /** Folders that it keeps closed while something in it waits for the employee's signature. */
  bloquea: z.array(id).max(200).default([]),
})
export type FolderInput = z.output<typeof folderFacts>

/** A rule that a folder breaks, as a code, with its field. */
export function folderFaults(
  facts: Pick<FolderInput, 'visible' | 'firmable' | 'efimero' | 'idTemplate' | 'bloquea'>,
  before: { idTemplate: number | null } | null,
) {
  const { visible, firmable, efimero, idTemplate, bloquea } = facts
  return [
    efimero && !firmable && ({ code: '10006', field: 'efimero' } as const),
    firmable && !visible && ({ code: '10007', field: 'firmable' } as const),
    bloquea.length > 0 && !visible && ({ code: '10008', field: 'bloquea' } as const),
    !visible &&
      idTemplate !== null &&
      idTemplate !== before?.idTemplate &&
      ({ code: '10009', field: 'idTemplate' } as const),
  ].filter((fault) => fault !== false)
}

const typeFacts = z.object({
  idCarpeta: id,
  name: z.string('10020').trim().min(1, '10020').max(60, '10021'),
  alias: z.string('10023').trim().min(1, '10023').max(30, '10024'),
  /** Template of the upload form; without one the type's own is used. */
  idTemplate: id.nullable().default(null),
  sinCodigo: z.boolean().default(false),
  /** Null: it isn't captured from files; documents are published one by one. */
  parser: z.enum(['file_name', 'first_page'], '10038').nullable().default(null),
  eform: z.boolean().default(false),
  xml: z.boolean().default(false),
  recibo: z.boolean().default(false),
  sendIa: z.boolean().default(false),
  confidencial: z.boolean().default(false),
  periodo: z.boolean().default(true),
  varios_por_periodo: z.boolean().default(false),
  dias_para_firmar: z.int('10030').min(1, '10030').max(365, '10030').nullable().default(null),
  max_files: z.int('10029').min(1, '10029').max(50, '10029').nullable().default(null),
  min_files: z.int('10029').min(1, '10029').max(50, '10029').nullable().default(null),
})
export type TypeInput = z.output<typeof typeFacts>

/** Contradictions of a type with itself, as codes with their fields. */
export function typeFaults(facts: TypeInput) {
  const { max_files: most, min_files: least } = facts
  return [
    (most === null) !== (least === null) && ({ code: '10029', field: 'max_files' } as const),
    most !== null && least !== null && least > most && ({ code: '10028', field: 'min_files' } as const),
    facts.sinCodigo && facts.periodo && ({ code: '10033', field: 'periodo' } as const),
    facts.varios_por_periodo && !facts.periodo && ({ code: '10034', field: 'varios_por_periodo' } as const),
    facts.eform &&
      (facts.sinCodigo || facts.xml || facts.parser !== null) &&
      ({ code: '10037', field: 'eform' } as const),
  ].filter((fault) => fault !== false)
}

/** A folder as it is administered. */
const folderDetail = folder.extend({
  /** The system finds it by its name, which stays. */
  fijo: z.boolean(),
  /** Its types within reach. */
  tipos: z.int(),
})
export type FolderDetail = z.infer<typeof folderDetail>

/** Where a type's company signs: on which page, and by thirds of it. */
export const companyPlace = z.object({
  pagina: z.enum(pageOptions),
  /** From 1, of a chosen page. */
  numero: z.int().nullable(),
  /** Pages of each document; null: they differ. */
  paginacion: z.int().nullable(),
  alto: z.enum(['arriba', 'medio', 'abajo']),
  ancho: z.enum(['izquierda', 'centro', 'derecha']),
})
export type CompanyPlace = z.infer<typeof companyPlace>

/** A type as it is administered. */
const typeDetail = documentType.extend({
  version: z.int(),
  varios_por_periodo: z.boolean(),
  dias_para_firmar: z.int().nullable(),
  /** Documents within reach, 10,000 at most. */
  documentos: z.int(),
  /** Null: it signs at the foot of the last page. */
  firma_empresa: companyPlace.nullable(),
})
export type TypeDetail = z.infer<typeof typeDetail>

/** The most that anything is counted to here. */
export const countedAtMost = 10_000

const affected = z.array(
  z.object({
    idCarpeta: id,
    nombre: z.string(),
    /** Employees within reach who gain or lose access, 10,000 at most. */
    colaboradores: z.int(),
  }),
)

/** The effect of changing a folder's rules on documents and employees within reach; numbers are 10,000 at most. */
const consequences = z.object({
  /** Published in it, and in its employees' lists as long as it is visible. */
  documentos: z.int(),
  /** How many of those wait for their employee's signature. */
  pendientes: z.int(),
  /** Signed, conforme or not, including those that an ephemeral folder no longer shows. */
  firmados: z.int(),
  /** Other folders that would open. */
  abre: affected,
  /** Other folders that would close. */
  cierra: affected,
})
export type Consequences = z.infer<typeof consequences>

/** Reasons that prevent archiving a folder, within reach; numbers are 10,000 at most. */
const holds = z.object({
  documentos: z.int(),
  /** Something is kept in it, within reach or not. */
  guarda: z.boolean(),
  /** Users whose folder filter names it, and the first fifty of them. */
  filtros: z.int(),
  usuarios: z.array(z.object({ idUsuario: id, nombre: z.string() })),
  /** It keeps others closed, or another keeps it. */
  bloqueo: z.boolean(),
})
export type FolderHolds = z.infer<typeof holds>

const need = [actions.folders] as const
const folderCodes = ['10003', '10010', '10011', '10012', '10013', '10018', '10019'] as const
const folderRules = ['10001', '10002', '10004', '10005', '10006', '10007', '10008', '10009'] as const
const typeCodes = [
  '10009',
  '10010',
  '10018',
  '10020',
  '10021',
  '10022',
  '10023',
  '10024',
  '10025',
  '10026',
  '10028',
  '10029',
  '10030',
  '10033',
  '10034',
  '10035',
  '10036',
  '10037',
  '10038',
  'THERE_HAS_SUBFOLDER_WITH_IA_ACTIVE',
] as const

/** Folders and document types as who administers them changes them. */
export const folderSettings = {
  list: call({
    method: 'POST',
    path: '/folders/available',
    need,
    summary: 'The folders within reach with how many types each has, in their order.',
    answer: z.array(folderDetail),
    idempotent: false,
  }),
  one: call({
    method: 'GET',
    path: '/v2/folders/{id}',
    need,
    summary: 'A folder with its rules.',
    input: z.object({ id }),
    answer: folderDetail,
  }),
  create: call({
    method: 'POST',
    path: '/v2/folder',
    need,
    summary: 'Makes a folder.',
    input: folderFacts,
    answer: folderDetail,
    errors: [...folderRules, ...folderCodes],
  }),
  change: call({
    method: 'PUT',
    path: '/v2/folder/{id}',
    need,
    summary: 'Changes a folder’s name, order and rules; what the system finds by its name keeps it.',
    input: folderFacts.extend({ id }),
    answer: folderDetail,
    errors: [...folderRules, ...folderCodes],
  }),
  consequences: call({
    method: 'POST',
    path: '/v2/folder/{id}/consequences',
    need,
    summary: 'What employees would see and be asked, in numbers, if a folder’s rules were saved so.',
    input: folderFacts.pick({ visible: true, bloquea: true }).extend({ id }),
    answer: consequences,
    idempotent: false,
  }),
  holds: call({
    method: 'GET',
    path: '/v2/folder/{id}/holds',
    need,
    summary: 'What keeps a folder from being archived.',
    input: z.object({ id }),
    answer: holds,
  }),
  remove: call({
    method: 'DELETE',
    path: '/v2/folder/{id}',
    need,
    summary: 'Archives a folder that holds no documents and that no user’s filter names, with its types.',
    input: z.object({ id }),
    answer: z.object({}),
    errors: ['10014', '10015', '10016', '10017', '10019'],
  }),
  blockable: call({
    method: 'GET',
    path: '/v2/folders/blocker',
    need,
    summary: 'The folders that a new one can keep closed.',
    answer: z.array(folder.pick({ idCarpeta: true, nombre: true })),
  }),
  blockableBy: call({
    method: 'GET',
    path: '/v2/folders/blocker/{id}',
    need,
    summary: 'The folders that this one can keep closed without closing a circle.',
    input: z.object({ id }),
    answer: z.array(folder.pick({ idCarpeta: true, nombre: true })),
  }),
  types: call({
    method: 'GET',
    path: '/documents/typesbyfolder/{id}',
    need,
    summary: 'The types of a folder within reach, with their documents.',
    input: z.object({ id }),
    answer: z.array(typeDetail),
  }),
  type: call({
    method: 'GET',
    path: '/v2/subfolders/{id}',
    need,
    summary: 'A document type with its flags.',
    input: z.object({ id }),
    answer: typeDetail,
  }),
  createType: call({
    method: 'POST',
    path: '/v2/subfolder/create',
    need,
    summary: 'Makes a document type in a folder.',
    input: typeFacts,
    answer: typeDetail,
    errors: typeCodes,
  }),
  copyType: call({
    method: 'POST',
    path: '/v2/subfolder/copy/{id}',
    need,
    summary: 'Makes a document type with the pages, positions, patterns and sample of another.',
    input: typeFacts.extend({ id }),
    answer: typeDetail,
    errors: typeCodes,
  }),
  changeType: call({
    method: 'PUT',
    path: '/v2/subfolder/update/{id}',
    need,
    summary: 'Changes a document type, or moves it; documents keep the version that they were made under.',
    input: typeFacts.extend({ id }),
    answer: typeDetail,
    errors: [...typeCodes, '10027'],
  }),
  placeType: call({
    method: 'PUT',
    path: '/v2/subfolder/order/{id}',
    need,
    summary: 'Puts a document type before another of its folder, or last.',
    input: z.object({
      id,
      /** The type that follows it; null: the moved one becomes the last. */
      antes: id.nullable(),
    }),
    answer: z.object({}),
    errors: ['10055'],
  }),
  removeType: call({
    method: 'DELETE',
    path: '/v2/subfolder/remove/{id}',
    need,
    summary: 'Archives a document type without documents.',
    input: z.object({ id }),
    answer: z.object({}),
    errors: ['10031', '10032'],
  }),
  templates: call({
    method: 'GET',
    path: '/v2/templates/available',
    need,
    summary: 'The templates of an employee’s upload: pages in all and at least.',
    answer: z.array(
      z.object({ id, nombre: z.string(), json: z.object({ max_files: z.int(), min_files: z.int() }) }),
    ),
  }),
  parsers: call({
    method: 'GET',
    path: '/applications/parser',
    need,
    summary: 'The ways to capture whose a document is, the empty one among them.',
    answer: z.array(z.object({ parser: z.enum(['file_name', 'first_page']).nullable(), alias: z.string() })),
  }),
}
