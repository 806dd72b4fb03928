import type { Db } from '#server/shared/tenancy.ts'

/** Notices that a person hasn't seen, the newest first. */
export function unseen(db: Db, user: number, limit: number) {
  return db
    .selectFrom('notifications')
    .innerJoin('documents', 'documents.id', 'notifications.subject_id')
    .innerJoin('document_types as type', 'type.id', 'documents.type_id')
    .where('notifications.user_id', '=', user)
    .where('notifications.read_at', 'is', null)
    .orderBy('notifications.at', 'desc')
    .limit(limit)
    .select([
      'notifications.id',
      'notifications.subject_id as id_documento',
      'notifications.event as evento',
      'notifications.at as cuando',
      'type.name as tipo',
    ])
    .execute()
}
