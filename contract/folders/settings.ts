import { z } from 'zod'
import { makeFault } from '../errors.ts'
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
  nombre: z
    .string('FOLDER_NAME_MISSING')
    .trim()
    .min(1, 'FOLDER_NAME_MISSING')
    .max(60, 'FOLDER_NAME_TOO_LONG'),
  visible: z.boolean().default(true),
  firmable: z.boolean().default(false),
  efimero: z.boolean().default(false),
  idTemplate: id.nullable().default(null),
  orden: z.int('FOLDER_ORDER_INVALID').min(0, 'FOLDER_ORDER_INVALID').max(999, 'FOLDER_ORDER_INVALID'),
  prioridadFirma: z
    .int('SIGNING_PRIORITY_INVALID')
    .min(0, 'SIGNING_PRIORITY_INVALID')
    .max(999, 'SIGNING_PRIORITY_INVALID'),
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
    efimero && !firmable && makeFault('FOLDER_EPHEMERAL_UNSIGNED', 'efimero'),
    firmable && !visible && makeFault('FOLDER_SIGNABLE_HIDDEN', 'firmable'),
    bloquea.length > 0 && !visible && makeFault('FOLDER_BLOCKING_HIDDEN', 'bloquea'),
    !visible &&
      idTemplate !== null &&
      idTemplate !== before?.idTemplate &&
      makeFault('FOLDER_TEMPLATE_HIDDEN', 'idTemplate'),
  ].filter((fault) => fault !== false)
}

const typeFacts = z.object({
  idCarpeta: id,
  name: z.string('TYPE_NAME_MISSING').trim().min(1, 'TYPE_NAME_MISSING').max(60, 'TYPE_NAME_TOO_LONG'),
  alias: z.string('TYPE_ALIAS_MISSING').trim().min(1, 'TYPE_ALIAS_MISSING').max(30, 'TYPE_ALIAS_TOO_LONG'),
  /** Template of the upload form; without one the type's own is used. */
  idTemplate: id.nullable().default(null),
  sinCodigo: z.boolean().default(false),
  /** Null: it isn't captured from files; documents are published one by one. */
  parser: z.enum(['file_name', 'first_page'], 'CAPTURE_METHOD_UNKNOWN').nullable().default(null),
  eform: z.boolean().default(false),
  xml: z.boolean().default(false),
  recibo: z.boolean().default(false),
  sendIa: z.boolean().default(false),
  confidencial: z.boolean().default(false),
  periodo: z.boolean().default(true),
  varios_por_periodo: z.boolean().default(false),
  dias_para_firmar: z
    .int('SIGNING_DAYS_INVALID')
    .min(1, 'SIGNING_DAYS_INVALID')
    .max(365, 'SIGNING_DAYS_INVALID')
    .nullable()
    .default(null),
  max_files: z
    .int('TYPE_SHEETS_INVALID')
    .min(1, 'TYPE_SHEETS_INVALID')
    .max(50, 'TYPE_SHEETS_INVALID')
    .nullable()
    .default(null),
  min_files: z
    .int('TYPE_SHEETS_INVALID')
    .min(1, 'TYPE_SHEETS_INVALID')
    .max(50, 'TYPE_SHEETS_INVALID')
    .nullable()
    .default(null),
})
export type TypeInput = z.output<typeof typeFacts>

/** Contradictions of a type with itself, as codes with their fields. */
export function typeFaults(facts: TypeInput) {
  const { max_files: most, min_files: least } = facts
  return [
    (most === null) !== (least === null) && makeFault('TYPE_SHEETS_INVALID', 'max_files'),
    most !== null && least !== null && least > most && makeFault('TYPE_SHEETS_BACKWARDS', 'min_files'),
    facts.sinCodigo && facts.periodo && makeFault('TYPE_GENERIC_WITH_PERIOD', 'periodo'),
    facts.varios_por_periodo &&
      !facts.periodo &&
      makeFault('TYPE_SEVERAL_WITHOUT_PERIOD', 'varios_por_periodo'),
    facts.eform &&
      (facts.sinCodigo || facts.xml || facts.parser !== null) &&
      makeFault('TYPE_FORM_CONFLICT', 'eform'),
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
  /** Self-service keeps its sworn statements in it. */
  autogestion: z.boolean(),
})
export type FolderHolds = z.infer<typeof holds>

const need = [actions.folders] as const
const folderCodes = [
  'FOLDER_NAME_TAKEN',
  'TEMPLATE_UNKNOWN',
  'FOLDER_BLOCKED_UNKNOWN',
  'FOLDER_BLOCKING_CIRCLE',
  'FOLDER_NAME_FIXED',
  'FOLDER_EPHEMERAL_PAYSLIPS',
  'FOLDERS_LIMITED',
  'FOLDER_USED_BY_SELF_SERVICE',
] as const
const folderRules = [
  'FOLDER_NAME_MISSING',
  'FOLDER_NAME_TOO_LONG',
  'FOLDER_ORDER_INVALID',
  'SIGNING_PRIORITY_INVALID',
  'FOLDER_EPHEMERAL_UNSIGNED',
  'FOLDER_SIGNABLE_HIDDEN',
  'FOLDER_BLOCKING_HIDDEN',
  'FOLDER_TEMPLATE_HIDDEN',
] as const
const typeCodes = [
  'FOLDER_USED_BY_SELF_SERVICE',
  'FOLDER_TEMPLATE_HIDDEN',
  'TEMPLATE_UNKNOWN',
  'FOLDER_EPHEMERAL_PAYSLIPS',
  'TYPE_NAME_MISSING',
  'TYPE_NAME_TOO_LONG',
  'TYPE_NAME_TAKEN',
  'TYPE_ALIAS_MISSING',
  'TYPE_ALIAS_TOO_LONG',
  'TYPE_ALIAS_TAKEN',
  'FOLDER_UNKNOWN',
  'TYPE_SHEETS_BACKWARDS',
  'TYPE_SHEETS_INVALID',
  'SIGNING_DAYS_INVALID',
  'TYPE_GENERIC_WITH_PERIOD',
  'TYPE_SEVERAL_WITHOUT_PERIOD',
  'TYPE_PAYSLIPS_ANALYSED',
  'TYPE_PAYSLIPS_FOR_MANAGERS',
  'TYPE_CONFIDENTIAL',
  'TYPE_FORM_CONFLICT',
  'CAPTURE_METHOD_UNKNOWN',
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
    errors: [
      'FOLDER_HAS_DOCUMENTS',
      'FOLDER_IN_FILTERS',
      'FOLDER_USED_BY_SYSTEM',
      'FOLDER_IN_BLOCKING_RULES',
      'FOLDERS_LIMITED',
      'FOLDER_USED_BY_SELF_SERVICE',
    ],
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
    errors: [...typeCodes, 'TYPE_FORM_FIXED', 'TYPE_LAST_IN_FILTERED_FOLDER'],
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
    errors: ['TYPE_GONE_FROM_FOLDER'],
  }),
  removeType: call({
    method: 'DELETE',
    path: '/v2/subfolder/remove/{id}',
    need,
    summary: 'Archives a document type without documents.',
    input: z.object({ id }),
    answer: z.object({}),
    errors: ['TYPE_HAS_DOCUMENTS', 'FOLDER_USED_BY_SELF_SERVICE', 'TYPE_LAST_IN_FILTERED_FOLDER'],
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
