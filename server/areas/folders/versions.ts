import { sql } from 'kysely'
import type { Tx } from '../../shared/tenancy.ts'

/**
 * A new version of a type, with the pages and positions of the one before; the database itself adds the type's
 * rules as they stand. Answers its number.
 */
export async function nextVersion(tx: Tx, typeId: number, actorId: number): Promise<number> {
  const { version } = await tx.db
    .updateTable('document_types')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', typeId)
    .returning('version')
    .executeTakeFirstOrThrow()
  await sql`insert into document_type_versions (company_id, type_id, version, signature_page,
      signature_page_number, company_box, employee_box, orientation, paper, rotation, cut, pagination, own_pdf,
      created_by)
    select company_id, type_id, ${version}, signature_page, signature_page_number, company_box, employee_box,
      orientation, paper, rotation, cut, pagination, own_pdf, ${actorId}
    from document_type_versions where type_id = ${typeId} and version = ${version - 1}`.execute(tx.db)
  return version
}
