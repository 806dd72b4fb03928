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

export async function hasFactor(db: Db, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether somebody has a factor that passes a lock of wrong passwords: codes by mail, or a passkey. */
export async function passesLock(db: Db, userId: number): Promise<boolean> {
  const own = await factorsOf(db, userId)
  return own.some(({ kind }) => kind !== 'totp')
}

/** A profile's requirement of a second factor. `from` null: from the beginning. */
export function requirementOf(db: Db, profileId: number) {
  return db
    .selectFrom('profiles')
    .select(['mfa_required as required', 'mfa_from as from'])
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
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
