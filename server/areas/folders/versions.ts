import { sql } from 'kysely'
import type { DocumentTypeVersionsTable } from '../../db/schema.ts'
import type { Tx } from '../../shared/tenancy.ts'

/** What nobody changes of a version. */
type Kept = 'company_id' | 'type_id' | 'version' | 'rules' | 'created_by' | 'created_at'

/**
 * A new version of a type: what the one before said of pages, positions and reading, but for what is given; the
 * database itself adds the type's rules as they stand. Answers its number.
 */
export async function nextVersion(
  tx: Tx,
  typeId: number,
  actorId: number,
  changes: Partial<Record<Exclude<keyof DocumentTypeVersionsTable, Kept>, unknown>> = {},
): Promise<number> {
  const { version } = await tx.db
    .updateTable('document_types')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', typeId)
    .returning('version')
    .executeTakeFirstOrThrow()
  const said = JSON.stringify({ ...changes, version, created_by: actorId, created_at: new Date() })
  await sql`insert into document_type_versions
    select (jsonb_populate_record(before, ${said}::jsonb)).* from document_type_versions before
    where before.type_id = ${typeId} and before.version = ${version - 1}`.execute(tx.db)
  return version
}
