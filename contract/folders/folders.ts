import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { id } from '../fields.ts'

/** A folder, in the specification's words. Its rules hold for every type in it. */
export const folder = z.object({
  idCarpeta: id,
  nombre: z.string(),
  tipo: z.enum(['documents', 'forms', 'personal']),
  /** Off: employees don't see it, HR does. */
  visible: z.boolean(),
  firmable: z.boolean(),
  /** Hidden from the employee once signed. */
  efimero: z.boolean(),
  idTemplate: id.nullable(),
  orden: z.int(),
  prioridadFirma: z.int(),
  /** Folders that stay closed while something in this one waits for the employee's signature. */
  bloquea: z.array(id),
})
export type Folder = z.infer<typeof folder>

/** A document type, which the specification calls a subfolder. */
export const documentType = z.object({
  idSubCarpeta: id,
  idCarpeta: id,
  carpeta: z.string(),
  name: z.string(),
  alias: z.string(),
  idTemplate: id.nullable(),
  /** Generic: the same file for many. */
  sinCodigo: z.boolean(),
  parser: z.enum(['file_name', 'first_page']).nullable(),
  eform: z.boolean(),
  xml: z.boolean(),
  recibo: z.boolean(),
  sendIa: z.boolean(),
  confidencial: z.boolean(),
  /** Whether its documents belong to a month. */
  periodo: z.boolean(),
  /** Whether the employee is asked to sign. */
  firmable: z.boolean(),
  /** Whether the type configures the position of signatures; otherwise they are at the foot of the last page. */
  posicion: z.boolean(),
  visible: z.boolean(),
  max_files: z.int().nullable(),
  min_files: z.int().nullable(),
})
export type DocumentType = z.infer<typeof documentType>

/** Searching, publishing and administering all need the list of folders. */
const need = [
  actions.documentSearch,
  actions.personalPublishing,
  actions.genericPublishing,
  actions.massivePublishing,
  actions.employees,
  actions.folders,
] as const

export const folders = {
  available: call({
    method: 'GET',
    path: '/v2/folders/available',
    need,
    summary: 'The folders within the viewer’s folder filter.',
    answer: z.array(folder),
  }),
  types: call({
    method: 'GET',
    path: '/v2/subfolders/available',
    need,
    summary: 'The types of a folder.',
    input: z.object({ id_carpeta: id }),
    answer: z.array(documentType),
  }),
  publishable: call({
    method: 'POST',
    path: '/folders/documentTypes/available',
    need: [actions.personalPublishing, actions.genericPublishing, actions.massivePublishing],
    summary: 'The types that the viewer can publish.',
    answer: z.array(documentType),
    idempotent: false,
  }),
  searchable: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/documentsTypesUserFilters',
    need,
    summary: 'The types that the viewer can search.',
    answer: z.array(documentType),
  }),
  inUse: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/filtersType',
    need,
    summary: 'The types of which somebody within reach has a document: what a list can be narrowed by.',
    answer: z.array(documentType),
  }),
}
