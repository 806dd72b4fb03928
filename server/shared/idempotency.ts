import { sql } from 'kysely'
import { refuse } from './errors.ts'
import type { Tx } from './tenancy.ts'

export interface IdempotencyKey {
  key: string
  requestHash: string
}

/**
 * The answer stored for a key, if any. @throws {Refusal} IDEMPOTENCY_KEY_REUSED where the key was used for another
 * request
 */
export async function answeredBefore(
  tx: Tx,
  userId: number,
  { key, requestHash }: IdempotencyKey,
): Promise<{ answer: unknown } | null> {
  const known = await tx.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!known) return null
  if (known.request_hash !== requestHash) refuse('IDEMPOTENCY_KEY_REUSED')
  return { answer: known.answer }
}

/**
 * Waits for a concurrent act with the same key, so that a client that retries while its first request is running gets
 * that request's answer instead of a second act.
 */
export async function answeredMeanwhile<T>(
  tx: Tx,
  userId: number,
  key: IdempotencyKey | null,
): Promise<{ answer: T } | null> {
  if (!key) return null
  const name = `${tx.company} ${userId} ${key.key}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx.db)
  return (await answeredBefore(tx, userId, key)) as { answer: T } | null
}

/** Stores the answer of an act in the act's own transaction. Keys are swept after 24 hours. */
export async function keepAnswer(
  tx: Tx,
  userId: number,
  { key, requestHash }: IdempotencyKey,
  answer: unknown,
): Promise<void> {
  await tx.db
    .insertInto('idempotency_keys')
    .values({
      company_id: tx.company,
      user_id: userId,
      key,
      request_hash: requestHash,
      answer: JSON.stringify(answer),
    })
    .execute()
}
