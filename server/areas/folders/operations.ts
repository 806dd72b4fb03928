import type { Insertable } from 'kysely'
import type { DocumentTypesTable, DocumentTypeVersionsTable, FoldersTable } from '../../db/schema.ts'
import type { Context } from '../../shared/context.ts'
import type { Tx } from '../../shared/tenancy.ts'
import { typeDetail } from './settings-queries.ts'

export { inspectSample } from './configuration.ts'

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
  'company_id' | 'id' | 'folder_id' | 'version' | 'archived_at'
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

/** Makes a document type in a folder, with the first version of what it says of pages and signatures. */
export async function createType(
  tx: Tx,
  folderId: number,
  facts: TypeFacts,
  { companyBox, employeeBox, ...version }: VersionFacts = {},
): Promise<number> {
  const { id } = await tx.db
    .insertInto('document_types')
    .values({ company_id: tx.company, folder_id: folderId, ...facts })
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
export async function insistOnType(tx: Tx, ctx: Context, typeId: number): Promise<void> {
  await typeDetail(tx.db, ctx.session, typeId)
}
