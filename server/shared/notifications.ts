import type { NotificationsTable } from '../db/schema.ts'
import type { Tx } from './tenancy.ts'

/** Writes down something that happened to somebody's request, which their site tells them once. */
export async function notify(
  tx: Tx,
  {
    user,
    event,
    subject,
    at,
  }: { user: number; event: NotificationsTable['event']; subject: number; at: Date },
): Promise<void> {
  await tx.db
    .insertInto('notifications')
    .values({ company_id: tx.company, user_id: user, event, subject_id: subject, at })
    .execute()
}
