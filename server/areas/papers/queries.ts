import { sql } from 'kysely'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees, visibleTypes } from '#server/shared/visibility.ts'

/** What decides whether paper can be attached to a document; undefined out of reach. */
export function paperDocument(db: Db, viewer: Viewer, id: number) {
  return db
    .selectFrom('documents')
    .where('documents.id', '=', id)
    .where('documents.state', 'in', ['published', 'cancelled'])
    .where(visibleEmployees(viewer, 'documents.employee_id'))
    .where(visibleTypes(viewer, 'documents.type_id'))
    .select(['documents.state', 'documents.signing', 'documents.published_at', 'documents.period'])
    .select((of) =>
      of
        .selectFrom('consents')
        .select('consents.decision')
        .whereRef('consents.user_id', '=', 'documents.employee_id')
        .orderBy('consents.id', 'desc')
        .limit(1)
        .as('consent'),
    )
    .executeTakeFirst()
}

/** The scans of a document, in the order in which they were attached. */
export function papersOf(db: Db, documentId: number) {
  return db
    .selectFrom('document_papers')
    .innerJoin('files', 'files.id', 'document_papers.file_id')
    .innerJoin('users', 'users.id', 'document_papers.attached_by')
    .select([
      'document_papers.id',
      'document_papers.decision',
      'document_papers.signed_on as fecha',
      'document_papers.attached_at as adjunto',
      sql<string>`users.sort_name`.as('adjunto_por'),
      'files.type as tipo',
      'files.size as tamano',
      'files.sha256 as huella',
      'files.key',
    ])
    .$narrowType<{ tipo: 'pdf' | 'jpg' | 'png' }>()
    .where('document_papers.document_id', '=', documentId)
    .orderBy('document_papers.id')
    .execute()
}
