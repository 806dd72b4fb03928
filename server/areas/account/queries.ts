import type { Db } from '../../shared/tenancy.ts'

/** Hashes of the last passwords before the present one. */
export async function formerHashes(db: Db, userId: number, count: number): Promise<string[]> {
  if (count <= 1) return []
  const rows = await db
    .selectFrom('password_history')
    .select('hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(count - 1)
    .execute()
  return rows.map((row) => row.hash)
}

/** How often the password was changed since an instant. */
export async function changesSince(db: Db, userId: number, since: Date): Promise<number> {
  const row = await db
    .selectFrom('password_history')
    .select((eb) => eb.fn.countAll<number>().as('changes'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.changes
}
