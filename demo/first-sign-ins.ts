import { sql } from 'kysely'
import { type EventDetail, recordEvents } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { consentText } from '#server/areas/account/operations.ts'

/**
 * Completes first sign-ins as an invitation would: a password set by a link, the first sign-in, and the consent to
 * electronic documents, with the evidence of each. Only a made-up past may record this: the product itself never
 * records acts that a person did not do. All of them or none.
 */
export async function openFirst(
  tx: Tx,
  ids: readonly number[],
  { hash, language, at, detail }: { hash: string; language: 'es' | 'pt'; at: Date; detail: EventDetail },
): Promise<void> {
  if (ids.length === 0) return
  const { numUpdatedRows } = await tx.db
    .updateTable('users')
    .set((is) => ({
      password_hash: hash,
      password_changed_at: at,
      password_origin: 'link' as const,
      credential_version: is('credential_version', '+', 1),
      may_sign_since: at,
      first_sign_in_done_at: at,
    }))
    .where('id', '=', sql<number>`any(${ids})`)
    .where('password_hash', 'is', null)
    .executeTakeFirst()
  if (Number(numUpdatedRows) !== ids.length) throw new Error('somebody has a password already')
  await tx.db
    .updateTable('credential_links')
    .set({ cancelled_at: at })
    .where('user_id', '=', sql<number>`any(${ids})`)
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
  await tx.db
    .insertInto('consents')
    .values(
      ids.map((user_id) => ({
        company_id: tx.company,
        user_id,
        decision: 'given' as const,
        text_version: consentText,
        language,
        decided_at: at,
      })),
    )
    .execute()
  const acts = [
    ['link_used', { kind: 'invitation' }],
    ['password_changed', { origin: 'link' }],
    ['consent_given', { text: consentText }],
  ] as const
  await recordEvents(
    tx,
    ids.flatMap((id) =>
      acts.map(([act, data]) => ({
        subject: { kind: 'credential' as const, id },
        act,
        actorId: id,
        at,
        data,
        detail,
      })),
    ),
  )
}
