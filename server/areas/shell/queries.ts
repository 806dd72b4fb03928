import { draftDays } from '#contract/shell/shell.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'

/** Until when somebody has seen what the bell says; null: never. */
export async function bellSeen(db: Db, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('bell_reads')
    .where('user_id', '=', userId)
    .select('seen_at')
    .executeTakeFirst()
  return row?.seen_at ?? null
}

export async function noteBellSeen(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.db
    .insertInto('bell_reads')
    .values({ company_id: tx.company, user_id: userId, seen_at: now })
    .onConflict((on) => on.columns(['company_id', 'user_id']).doUpdateSet({ seen_at: now }))
    .execute()
}

/** The screens that somebody pinned, the first one first. */
export function favouritesOf(db: Db, userId: number) {
  return db
    .selectFrom('favourites')
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('path')
    .select('path as ruta')
    .execute()
}

export async function pin(tx: Tx, userId: number, path: string): Promise<void> {
  await tx.db
    .insertInto('favourites')
    .values({ company_id: tx.company, user_id: userId, path })
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function unpin(db: Db, userId: number, path: string): Promise<void> {
  await db.deleteFrom('favourites').where('user_id', '=', userId).where('path', '=', path).execute()
}

/** A stored draft of a form, encrypted, unless it has expired. */
export async function draftOf(db: Db, userId: number, key: string, now: Date) {
  const row = await db
    .selectFrom('drafts')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('saved_at', '>', new Date(now.getTime() - draftDays * 86_400_000))
    .select(['sealed', 'saved_at as guardado'])
    .executeTakeFirst()
  return row ?? null
}

/** Drafts that one person has at once: the oldest give way. */
const mostDrafts = 20

export async function keepDraft(
  tx: Tx,
  userId: number,
  key: string,
  sealed: Buffer,
  now: Date,
): Promise<void> {
  await tx.db
    .insertInto('drafts')
    .values({ company_id: tx.company, user_id: userId, key, sealed, saved_at: now })
    .onConflict((on) => on.columns(['company_id', 'user_id', 'key']).doUpdateSet({ sealed, saved_at: now }))
    .execute()
  await tx.db
    .deleteFrom('drafts')
    .where('user_id', '=', userId)
    .where('key', 'in', (oldest) =>
      oldest
        .selectFrom('drafts')
        .where('user_id', '=', userId)
        .orderBy('saved_at', 'desc')
        .offset(mostDrafts)
        .select('key'),
    )
    .execute()
}

export async function dropDraft(db: Db, userId: number, key: string): Promise<void> {
  await db.deleteFrom('drafts').where('user_id', '=', userId).where('key', '=', key).execute()
}
