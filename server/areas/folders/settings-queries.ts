import { sql } from 'kysely'
import type { FolderDetail, TypeDetail } from '#contract/folders/settings.ts'
import { refuse } from '#server/shared/errors.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees, visibleTypes } from '#server/shared/visibility.ts'
import { placeColumns } from './configuration-queries.ts'
import { foldersFor, typesFor } from './queries.ts'
import { companyPlace } from './signature-place.ts'

/** The folders within reach as who administers them sees them. */
export async function folderDetails(db: Db, viewer: Viewer): Promise<FolderDetail[]> {
  const folders = await foldersFor(db, viewer)
  const facts = await db
    .selectFrom('folders')
    .leftJoin('document_types as type', (on) =>
      on
        .onRef('type.company_id', '=', 'folders.company_id')
        .onRef('type.folder_id', '=', 'folders.id')
        .on('type.archived_at', 'is', null)
        .on(visibleTypes(viewer, 'type.id')),
    )
    .select(['folders.id', 'folders.system_key', sql<number>`count(type.id)::int`.as('types')])
    .groupBy(['folders.id', 'folders.system_key'])
    .execute()
  const byId = new Map(facts.map((row) => [row.id, row]))
  return folders.map((folder) => {
    const more = byId.get(folder.idCarpeta)
    return { ...folder, fijo: (more?.system_key ?? null) !== null, tipos: more?.types ?? 0 }
  })
}

/** @throws {Refusal} NOT_FOUND: there is none, or it is out of reach */
export async function folderDetail(db: Db, viewer: Viewer, id: number): Promise<FolderDetail> {
  const found = (await folderDetails(db, viewer)).find((folder) => folder.idCarpeta === id)
  return found ?? refuse('NOT_FOUND')
}

/** Types within reach as who administers them sees them: only documents within reach are counted. */
export async function typeDetails(
  db: Db,
  viewer: Viewer,
  only: { folderId: number } | { typeId: number },
): Promise<TypeDetail[]> {
  const types = await typesFor(db, viewer, { ...only, own: true })
  if (types.length === 0) return []
  const seen = visibleEmployees(viewer, 'd.employee_id')
  const facts = await db
    .selectFrom('document_types as t')
    .innerJoin('document_type_versions as v', (on) =>
      on
        .onRef('v.company_id', '=', 't.company_id')
        .onRef('v.type_id', '=', 't.id')
        .onRef('v.version', '=', 't.version'),
    )
    .select(placeColumns)
    .select([
      't.id',
      't.version',
      't.several_a_period',
      't.days_to_sign',
      sql<number>`(select count(*)::int from (select from documents d where d.company_id = t.company_id
        and d.type_id = t.id and ${seen} limit 10000) counted)`.as('documents'),
    ])
    .where(
      't.id',
      'in',
      types.map(({ idSubCarpeta }) => idSubCarpeta),
    )
    .execute()
  const byId = new Map(facts.map((row) => [row.id, row]))
  return types.map((type) => {
    const more = byId.get(type.idSubCarpeta)
    return {
      ...type,
      version: more?.version ?? 1,
      varios_por_periodo: more?.several_a_period ?? false,
      dias_para_firmar: more?.days_to_sign ?? null,
      documentos: more?.documents ?? 0,
      firma_empresa: more ? companyPlace(more) : null,
    }
  })
}

/** @throws {Refusal} NOT_FOUND: there is none, or it is out of reach */
export async function typeDetail(db: Db, viewer: Viewer, typeId: number): Promise<TypeDetail> {
  const [found] = await typeDetails(db, viewer, { typeId })
  return found ?? refuse('NOT_FOUND')
}

/** Which folders close which, in the whole company. */
export function blocksOf(db: Db): Promise<{ folder_id: number; blocked_folder_id: number }[]> {
  return db.selectFrom('folder_blocks').select(['folder_id', 'blocked_folder_id']).execute()
}

/** Whether any document was ever kept under one of these types, within reach or not. */
export async function hasDocuments(db: Db, typeIds: readonly number[]): Promise<boolean> {
  if (typeIds.length === 0) return false
  const found = await db
    .selectFrom('documents')
    .select('id')
    .where('type_id', 'in', typeIds)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether self-service keeps its sworn statements in one of the types, while it is on or something of it waits. */
export async function keepsStatements(db: Db, typeIds: readonly number[]): Promise<boolean> {
  if (typeIds.length === 0) return false
  const found = await db
    .selectFrom('self_service')
    .select('section')
    .where('type_id', 'in', typeIds)
    .where('enabled', '=', true)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether somebody's folder filter names the folder. */
export async function isInFilters(db: Db, folderId: number): Promise<boolean> {
  const found = await db
    .selectFrom('user_folder_filters')
    .select('id')
    .where('folder_id', '=', folderId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a document type is the only one of its folder. */
export async function isLastType(db: Db, id: number, folderId: number): Promise<boolean> {
  const other = await db
    .selectFrom('document_types')
    .select('id')
    .where('folder_id', '=', folderId)
    .where('id', '<>', id)
    .where('archived_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/** Whether a folder holds a type of salary receipts. */
export async function holdsSalary(db: Db, folderId: number): Promise<boolean> {
  const found = await db
    .selectFrom('document_types')
    .select('id')
    .where('folder_id', '=', folderId)
    .where('is_salary', '=', true)
    .where('archived_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Whether the first receipts of salary in a folder would be seen by managers who have it. Where it holds such receipts
 * already, it was given to each of them by name.
 */
export async function opensToManagers(db: Db, folderId: number): Promise<boolean> {
  if (await holdsSalary(db, folderId)) return false
  const manager = await db
    .selectFrom('user_folder_filters as filter')
    .innerJoin('user_profiles as held', 'held.user_id', 'filter.user_id')
    .innerJoin('profiles', 'profiles.id', 'held.profile_id')
    .where('filter.folder_id', '=', folderId)
    .where('profiles.kind', '=', 'manager')
    .select('filter.id')
    .limit(1)
    .executeTakeFirst()
  return manager !== undefined
}
