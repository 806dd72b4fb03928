import { sql } from 'kysely'
import type { DocumentTypeVersionsTable } from '#server/db/schema.ts'
import type { Tx } from '#server/shared/tenancy.ts'

/** Columns of a version that never change. */
type Kept = 'company_id' | 'type_id' | 'version' | 'rules' | 'created_by' | 'created_at'

/**
 * A new version of a type: what the one before said of pages, positions and reading, but for what is given; the
 * database itself adds the type's rules as they stand. `like` is a version of another type that it follows instead.
 * Answers its number.
 */
export async function nextVersion(
  tx: Tx,
  typeId: number,
  actorId: number,
  changes: Partial<Record<Exclude<keyof DocumentTypeVersionsTable, Kept>, unknown>> = {},
  like?: { typeId: number; version: number },
): Promise<number> {
  const { version } = await tx.db
    .updateTable('document_types')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', typeId)
    .returning('version')
    .executeTakeFirstOrThrow()
  const own = { type_id: typeId, version, created_by: actorId, created_at: new Date() }
  const said = JSON.stringify({ ...changes, ...own })
  const follows = like ?? { typeId, version: version - 1 }
  await sql`insert into document_type_versions
    select (jsonb_populate_record(before, ${said}::jsonb)).* from document_type_versions before
    where before.type_id = ${follows.typeId} and before.version = ${follows.version}`.execute(tx.db)
  return version
}
