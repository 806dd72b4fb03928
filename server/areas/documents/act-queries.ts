import type { NotNull } from 'kysely'
import type { ListedState } from '#contract/documents/documents.ts'
import type { Db } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
import { listedDocuments } from './queries.ts'

/** Those of some ids that a viewer may reach. */
export async function reachedIds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<Set<number>> {
  const rows = await listedDocuments(db, viewer)
    .where('documents.id', 'in', ids)
    .select('documents.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Documents with what cancelling and telling of it needs, held until the transaction ends. */
export function documentsToCancel(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('documents')
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .innerJoin('document_types', 'document_types.id', 'documents.type_id')
    .innerJoin('folders', 'folders.id', 'document_types.folder_id')
    .where('documents.id', 'in', ids)
    .select([
      'documents.id',
      'documents.employee_id',
      'documents.state',
      'documents.signing',
      'documents.first_read_at',
      'documents.period',
      'document_types.name as type_name',
      'folders.visible',
      'users.mail',
      'users.first_name',
      'users.sort_name',
      languageOfUser().as('language'),
    ])
    .orderBy('documents.id')
    .forUpdate('documents')
    .execute()
}
export type ToCancel = Awaited<ReturnType<typeof documentsToCancel>>[number]

/** One document within reach, held until the transaction ends, with what of it may be changed. */
export function documentToChange(db: Db, viewer: Viewer, id: number) {
  return listedDocuments(db, viewer)
    .where('documents.id', '=', id)
    .select(['documents.id', 'documents.state', 'documents.label', 'documents.expires_on'])
    .$narrowType<{ state: ListedState }>()
    .forUpdate()
    .executeTakeFirst()
}

/** A document's observations that nobody deleted, the newest first, and how many there are. */
export async function listObservations(
  db: Db,
  documentId: number,
  { limit, offset }: { limit: number; offset: number },
) {
  const standing = db
    .selectFrom('document_observations')
    .where('document_id', '=', documentId)
    .where('deleted_at', 'is', null)
  const rows = await standing
    .innerJoin('users', 'users.id', 'document_observations.author_id')
    .select([
      'document_observations.id',
      'document_observations.text as texto',
      'document_observations.author_id',
      'users.sort_name as autor',
      'document_observations.created_at as fecha',
    ])
    .orderBy('document_observations.id', 'desc')
    .limit(limit)
    .offset(offset)
    .$narrowType<{ autor: NotNull }>()
    .execute()
  const { total } = await standing
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** An observation that wasn't deleted, of a document within reach. */
export function findObservation(db: Db, viewer: Viewer, id: number) {
  return listedDocuments(db, viewer)
    .innerJoin('document_observations', 'document_observations.document_id', 'documents.id')
    .where('document_observations.id', '=', id)
    .where('document_observations.deleted_at', 'is', null)
    .select([
      'document_observations.document_id',
      'document_observations.author_id',
      'document_observations.text',
    ])
    .executeTakeFirst()
}
