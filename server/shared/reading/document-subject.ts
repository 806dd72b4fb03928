import { sql } from 'kysely'
import type { KindOfApproval } from '../approval-kinds.ts'
import { visibleEmployees, visibleTypes } from '../visibility.ts'

/** The part that is the same in every kind of approval whose subject is one document. */
export const documentSubject: Pick<KindOfApproval, 'reach' | 'documents' | 'titles'> = {
  reach: (viewer, subject) => sql`exists (select from documents paper where paper.id = ${sql.ref(subject)}
    and ${visibleEmployees(viewer, 'paper.employee_id')} and ${visibleTypes(viewer, 'paper.type_id')})`,
  documents: (subject) => sql`documents.id = ${subject}`,
  async titles(tx, subjects) {
    const rows = await tx.db
      .selectFrom('documents')
      .innerJoin('document_types as type', 'type.id', 'documents.type_id')
      .where('documents.id', '=', sql<number>`any(${subjects})`)
      .select(['documents.id', 'type.name'])
      .execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
}
