import type { Db } from '../../shared/tenancy.ts'

/** A revision's file (0: the newest) with what its document is now; undefined where there is none. */
export function revisionFile(db: Db, id: number, revision: number) {
  return db
    .selectFrom('documents')
    .innerJoin('document_revisions', 'document_revisions.document_id', 'documents.id')
    .innerJoin('files', 'files.id', 'document_revisions.file_id')
    .select([
      'files.key',
      'files.size',
      'document_revisions.sha256',
      'documents.file_name as fileName',
      'documents.pages',
      'documents.state',
      'document_revisions.n as revision',
    ])
    .where('documents.id', '=', id)
    .where('document_revisions.n', '=', (where) =>
      revision === 0 ? where.ref('documents.revision') : where.val(revision),
    )
    .executeTakeFirst()
}
