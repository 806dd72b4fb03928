import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { DocumentTypesTable, DocumentTypeVersionsTable, FoldersTable } from '#server/db/schema.ts'
import type { Context } from '#server/shared/context.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { typeDetail } from './settings-queries.ts'

export { inspectSample, keptSample } from './configuration.ts'
export { addCapturePlaces, savedPlaces, savedReading } from './capture-rules.ts'
export { foldersFor } from './queries.ts'
export { typeDetail } from './settings-queries.ts'
export { findWiderFolders, lockFilters, putFiltersOfManagers } from './user-folders.ts'

/** Millimetres from the top left corner of the page as it is shown. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

type FolderFacts = Pick<
  Insertable<FoldersTable>,
  | 'name'
  | 'system_key'
  | 'kind'
  | 'visible'
  | 'signable'
  | 'ephemeral'
  | 'template_id'
  | 'position'
  | 'signing_priority'
>
type TypeFacts = Omit<
  Insertable<DocumentTypesTable>,
  'company_id' | 'id' | 'folder_id' | 'version' | 'position' | 'archived_at'
>
type VersionFacts = Partial<
  Pick<
    Insertable<DocumentTypeVersionsTable>,
    'signature_page' | 'signature_page_number' | 'orientation' | 'paper' | 'rotation'
  >
> & { companyBox?: Box; employeeBox?: Box }

/**
 * Makes a folder. The table itself refuses what contradicts itself: ephemeral without signable, signable without
 * visible. Answers its id.
 */
export async function createFolder(tx: Tx, facts: FolderFacts): Promise<number> {
  const { id } = await tx.db
    .insertInto('folders')
    .values({ company_id: tx.company, ...facts })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The place after the last type of a folder. */
export function lastPlace(folderId: number): RawBuilder<number> {
  return sql<number>`(select coalesce(max(last.position), 0) + 1 from document_types last where last.folder_id = ${folderId})`
}

/** Makes a document type, the last of its folder, with the first version of what it says of pages and signatures. */
export async function createType(
  tx: Tx,
  folderId: number,
  facts: TypeFacts,
  { companyBox, employeeBox, ...version }: VersionFacts = {},
): Promise<number> {
  const { id } = await tx.db
    .insertInto('document_types')
    .values({ company_id: tx.company, folder_id: folderId, position: lastPlace(folderId), ...facts })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('document_type_versions')
    .values({
      company_id: tx.company,
      type_id: id,
      version: 1,
      company_box: companyBox ? JSON.stringify(companyBox) : null,
      employee_box: employeeBox ? JSON.stringify(employeeBox) : null,
      ...version,
    })
    .execute()
  return id
}

/** @throws {Refusal} NOT_FOUND: there is no such type, or it is out of reach */
export async function requireType(tx: Tx, ctx: Context, typeId: number): Promise<void> {
  await typeDetail(tx.db, ctx.session, typeId)
}
