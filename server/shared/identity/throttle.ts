import { sql } from 'kysely'
import { refuse } from '../errors.ts'
import { keyedHash } from './secret.ts'
import type { Services } from '../services.ts'

/**
 * Rates and wrong passwords, counted in the database and so shared by all processes, each count a statement of its
 * own that a refused call's rollback doesn't take back. Keys are keyed hashes: no name or address is kept.
 */
type Counter = Pick<Services, 'database' | 'config'>

export interface Allowance {
  allowed: boolean
  /** Whole seconds until it is worth trying again; 0 when allowed. */
  retryAfterSeconds: number
}

/** Increments a counter and returns whether it is still within `max` in `windowSeconds`. */
export async function hit(
  counter: Counter,
  key: string,
  { max, windowSeconds }: { max: number; windowSeconds: number },
): Promise<Allowance> {
  const { rows } = await sql<{ hits: number; left: number }>`
    insert into throttles as t (key, hits) values (${hashed(counter, key)}, 1)
    on conflict (key) do update set
      hits = case when t.since <= now() - make_interval(secs => ${windowSeconds}) then 1 else t.hits + 1 end,
      since = case when t.since <= now() - make_interval(secs => ${windowSeconds}) then now() else t.since end
    returning hits, least(${windowSeconds}::int, ceil(extract(epoch from since) + ${windowSeconds} - extract(epoch from now())))::int as left
  `.execute(counter.database.db)
  const { hits, left } = rows[0] ?? { hits: 0, left: 0 }
  return hits <= max
    ? { allowed: true, retryAfterSeconds: 0 }
    : { allowed: false, retryAfterSeconds: Math.max(1, left) }
}

/** Refuses with TOO_MANY_REQUESTS beyond so many calls a minute. */
export async function limit(counter: Counter, key: string, perMinute: number): Promise<void> {
  const { allowed, retryAfterSeconds } = await hit(counter, key, { max: perMinute, windowSeconds: 60 })
  if (!allowed) refuse('TOO_MANY_REQUESTS', undefined, { segundos: retryAfterSeconds })
}

/** A sign-in attempt: the user name as typed, folded by the caller, with its company if known, and the address. */
export interface Attempt {
  user: string
  address: string
}

export interface Standing {
  /** Whether this user is locked for this address; revealed only after the right password. */
  locked: boolean
  retryAfterSeconds: number
  /** Delay of the answer for an address that tries many users. Never a refusal. */
  delayMilliseconds: number
}

const mostWrong = 10
const windowMinutes = 15
const mostUsers = 100
const firstLockSeconds = 30
const longestLockSeconds = 3600
const longestDelay = 5000

/** The state of an attempt before its password is checked. Counts nothing. */
export async function standingOf(counter: Counter, attempt: Attempt): Promise<Standing> {
  const { pair, address } = keysOf(counter, attempt)
  const { rows } = await sql<{ key: string; hits: number; left: number }>`
    select key, hits, ceil(extract(epoch from coalesce(blocked_until, now()) - now()))::int as left from throttles
    where key in (${pair}, ${address})
      and coalesce(blocked_until, since) > now() - make_interval(mins => ${windowMinutes})
  `.execute(counter.database.db)
  const seconds = Math.max(0, rows.find((row) => row.key === pair)?.left ?? 0)
  const users = rows.find((row) => row.key === address)?.hits ?? 0
  return {
    locked: seconds > 0,
    retryAfterSeconds: seconds,
    delayMilliseconds: Math.min(longestDelay, Math.max(0, users - mostUsers) * 100),
  }
}

/**
 * Counts a wrong password. From the tenth within fifteen minutes on, each locks this user for this address, twice as
 * long as before. `lockedNow` is true for the first lock only, when the person is mailed.
 */
export async function noteWrong(counter: Counter, attempt: Attempt): Promise<{ lockedNow: boolean }> {
  const { pair } = keysOf(counter, attempt)
  const old = sql`coalesce(t.blocked_until, t.since) <= now() - make_interval(mins => ${windowMinutes})`
  const { rows } = await sql<{ hits: number }>`
    insert into throttles as t (key, hits) values (${pair}, 1)
    on conflict (key) do update set
      hits = case when ${old} then 1 else t.hits + 1 end,
      since = case when ${old} then now() else t.since end,
      blocked_until = case when not ${old} and t.hits + 1 >= ${mostWrong} then now() + make_interval(secs =>
        least(${longestLockSeconds}, ${firstLockSeconds} * power(2, least(t.hits + 1 - ${mostWrong}, 10)))) end
    returning hits
  `.execute(counter.database.db)
  const hits = rows[0]?.hits ?? 1
  // The first wrong one of a pair is one more user that this address tried.
  if (hits === 1)
    await hit(counter, addressKey(attempt), { max: mostUsers, windowSeconds: windowMinutes * 60 })
  return { lockedNow: hits === mostWrong }
}

/** The right password, or another proof of the person: what this user got wrong from this address is forgotten. */
export async function noteRight(counter: Counter, attempt: Attempt): Promise<void> {
  await counter.database.db.deleteFrom('throttles').where('key', '=', keysOf(counter, attempt).pair).execute()
}

/** Drops counts that no longer count. */
export async function sweepThrottles(counter: Counter): Promise<void> {
  await sql`delete from throttles where since < now() - interval '1 day'
    and coalesce(blocked_until, since) < now() - interval '1 day'`.execute(counter.database.db)
}

function keysOf(counter: Counter, attempt: Attempt): { pair: string; address: string } {
  return {
    pair: hashed(counter, `wrong\n${attempt.address}\n${attempt.user}`),
    address: hashed(counter, addressKey(attempt)),
  }
}

function addressKey(attempt: Attempt): string {
  return `users\n${attempt.address}`
}

function hashed(counter: Counter, key: string): string {
  return keyedHash(counter.config.appSecret, 'throttle', key)
}
