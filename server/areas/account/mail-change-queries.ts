import { randomBytes } from 'node:crypto'
import { fold } from '#server/shared/text/fold.ts'
import { hashOf } from '#server/shared/identity/session.ts'
import { isGoodLink } from '#server/shared/identity/links.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'

/** A change of address that a link of it names. */
export interface FoundChange {
  id: number
  link_id: number
  kind: 'mail_change' | 'mail_undo'
  user_id: number
  former: string | null
  mail: string
}

/**
 * The change that a good link names; undefined for one that was used, replaced, cancelled or is past its time. A
 * link to confirm dies with another change of the address in force; a link back lives until it is used, or until
 * Human Resources sets an address.
 */
export async function changeByToken(db: Db, hash: string, now: Date): Promise<FoundChange | undefined> {
  return db
    .selectFrom('credential_links as link')
    .innerJoin('users', (on) =>
      on.onRef('users.company_id', '=', 'link.company_id').onRef('users.id', '=', 'link.user_id'),
    )
    .innerJoin('mail_changes as change', (on) =>
      on
        .onRef('change.company_id', '=', 'link.company_id')
        .on((is) =>
          is.or([
            is('change.confirm_link_id', '=', is.ref('link.id')),
            is('change.undo_link_id', '=', is.ref('link.id')),
          ]),
        ),
    )
    .select([
      'change.id',
      'link.id as link_id',
      'link.kind',
      'change.user_id',
      'change.former',
      'change.mail',
    ])
    .where('link.hash', '=', hash)
    .where(isGoodLink(now))
    .where((is) =>
      is.or([
        is('link.kind', '=', 'mail_undo'),
        is.and([
          is('link.kind', '=', 'mail_change'),
          is('link.mail_key', 'is not distinct from', is.ref('users.mail_key')),
        ]),
      ]),
    )
    .$narrowType<{ kind: 'mail_change' | 'mail_undo' }>()
    .executeTakeFirst()
}

/** Makes a link of one's own account. The token is returned once; only its hash is stored. */
export async function openLink(
  tx: Tx,
  user: { id: number; mail_key: string | null },
  kind: 'mail_change' | 'mail_undo' | 'mail_objection' | 'bank_objection' | 'reset',
  expires: Date,
  now: Date,
): Promise<{ id: number; token: string }> {
  const token = `${tx.company}.${randomBytes(32).toString('base64url')}`
  const { id } = await tx.db
    .insertInto('credential_links')
    .values({
      company_id: tx.company,
      user_id: user.id,
      kind,
      hash: hashOf(token),
      mail_key: user.mail_key,
      expires_at: expires,
      created_at: now,
      created_by: user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** Whether somebody else of the company has an address. */
export async function isTaken(db: Db, mail: string, but: number): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('mail_key', '=', fold(mail))
    .where('id', '<>', but)
    .executeTakeFirst()
  return found !== undefined
}

/** The password opens nothing any more, and stays in the history. */
export async function voidPassword(
  tx: Tx,
  user: { id: number; password_hash: string | null },
  now: Date,
): Promise<void> {
  if (!user.password_hash) return
  await tx.db
    .insertInto('password_history')
    .values({ company_id: tx.company, user_id: user.id, hash: user.password_hash, created_at: now })
    .execute()
  await tx.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
}
