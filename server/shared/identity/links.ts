import { randomBytes } from 'node:crypto'
import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import type { CredentialLinksTable, DB } from '../../db/schema.ts'
import type { Services } from '../services.ts'
import type { Db, Tx } from '../tenancy.ts'
import { hashOf } from './session.ts'

export type LinkKind = CredentialLinksTable['kind']

/**
 * Makes a single-use link to the account's own mail, and returns its address. It carries `<company>.<secret>` in
 * its fragment, which no server log sees; only its hash is kept.
 */
export async function makeLink(
  tx: Tx,
  services: Services,
  link: {
    user: { id: number; mail_key: string | null }
    kind: 'invitation' | 'reset'
    hours: number
    site: 's' | 'e'
    createdBy: number | null
  },
): Promise<string> {
  const now = services.clock()
  const token = `${tx.company}.${randomBytes(32).toString('base64url')}`
  await tx.db
    .insertInto('credential_links')
    .values({
      company_id: tx.company,
      user_id: link.user.id,
      kind: link.kind,
      hash: hashOf(token),
      mail_key: link.user.mail_key,
      expires_at: new Date(now.getTime() + link.hours * 3_600_000),
      created_at: now,
      created_by: link.createdBy,
    })
    .execute()
  return `${services.config.publicUrl}/${link.site}/ingreso#${token}`
}

/** A user's mailed link by its token, when it is still good; else null. */
export async function linkByToken(tx: Tx, services: Services, token: string) {
  const link = await tx.db
    .selectFrom('credential_links')
    .innerJoin('users', (on) =>
      on
        .onRef('users.company_id', '=', 'credential_links.company_id')
        .onRef('users.id', '=', 'credential_links.user_id'),
    )
    .select([
      'credential_links.id',
      'credential_links.user_id',
      'credential_links.kind',
      'credential_links.created_by',
      'users.mail',
      'users.mail_key',
      'users.username',
      'users.first_name',
    ])
    .where('credential_links.hash', '=', hashOf(token))
    .where('credential_links.kind', 'in', ['invitation', 'reset'])
    .where(isGoodLink(services.clock()))
    // A change of mail invalidates it.
    .whereRef('credential_links.mail_key', '=', 'users.mail_key')
    .executeTakeFirst()
  return link ?? null
}

/** Whether a link or code is good: open, and not past its time. The tables it is joined to have no columns of these names. */
export function isGoodLink(now: Date): Expression<SqlBool> {
  const is = expressionBuilder<DB, 'credential_links'>()
  return is.and([isOpenLink(), is('expires_at', '>', now)])
}

/** Whether a link or code was neither used nor cancelled. */
export function isOpenLink(): Expression<SqlBool> {
  const is = expressionBuilder<DB, 'credential_links'>()
  return is.and([is('used_at', 'is', null), is('cancelled_at', 'is', null)])
}

/** Uses a link or code up; false where somebody was faster, or it was cancelled meanwhile. */
export async function useLink(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credential_links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where(isOpenLink())
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Cancels the open links and codes of some users, of these kinds or of all others; what is used or cancelled stays so. */
export async function cancelLinks(
  db: Db,
  users: readonly number[],
  kinds: ['in' | 'not in', readonly LinkKind[]],
  now: Date,
): Promise<void> {
  await db
    .updateTable('credential_links')
    .set({ cancelled_at: now })
    .where('user_id', '=', sql<number>`any(${users}::bigint[])`)
    .where('kind', ...kinds)
    .where(isOpenLink())
    .execute()
}
