import type { Tx } from '#server/shared/tenancy.ts'

/** The links on their way die, but for those to object to an address. */
export async function endInvitations(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.db
    .updateTable('credential_links')
    .set({ cancelled_at: now })
    .where('user_id', '=', id)
    .where('kind', '<>', 'mail_objection')
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
}
