import type { Db } from '#server/shared/tenancy.ts'

/** The factors of a person that count, the oldest first. */
export function factorsOf(db: Db, userId: number) {
  return db
    .selectFrom('factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute()
}

/** One factor of a person, whether it counts already or is still being set up. */
export function factorOf(db: Db, userId: number, id: number) {
  return db
    .selectFrom('factors')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** By what, and when, a session was last proved. */
export function proofOf(db: Db, sessionId: number) {
  return db
    .selectFrom('sessions')
    .select(['factor', 'factor_at'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
}

/** Recovery codes that were not used yet. */
export async function codesLeft(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
