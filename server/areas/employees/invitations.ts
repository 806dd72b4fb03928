import type { Context } from '#server/shared/context.ts'
import { cancelLinks } from '#server/shared/identity/links.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { inviteUser } from '#server/areas/account/operations.ts'
import { endSessions } from '#server/areas/session/operations.ts'

/** Makes somebody's password void, with every session and link, and mails a link for another. */
export async function renewCredentials(
  tx: Tx,
  { services, evidence }: Pick<Context, 'services' | 'evidence'>,
  id: number,
): Promise<void> {
  await tx.db
    .updateTable('users')
    .set((is) => ({
      password_hash: null,
      may_sign_since: null,
      credential_version: is('credential_version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  await endSessions(tx, services, id, null)
  await endInvitations(tx, id, services.clock())
  await inviteUser(tx, services, id, evidence)
}

/** The links on their way die, but for those to object to an address or to an account. */
export async function endInvitations(tx: Tx, id: number, now: Date): Promise<void> {
  await cancelLinks(tx.db, [id], ['not in', ['mail_objection', 'bank_objection']], now)
}
