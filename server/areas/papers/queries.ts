import { sql } from 'kysely'
import type { Db } from '#server/shared/tenancy.ts'
import { visibleDocuments } from '#server/shared/reading/documents.ts'
import { latestConsent } from '#server/shared/reading/people.ts'
import type { Viewer } from '#server/shared/visibility.ts'

/** The facts that decide whether paper can be attached to a document; undefined out of reach. */
export function paperDocument(db: Db, viewer: Viewer, id: number) {
  return visibleDocuments(db, viewer, ['published', 'cancelled'])
    .where('documents.id', '=', id)
    .select([
      'documents.state',
      'documents.signing',
      'documents.published_at',
      'documents.period',
      latestConsent('documents.employee_id').as('consent'),
    ])
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
