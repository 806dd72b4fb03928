import { sql } from 'kysely'
import { refuse } from '../errors.ts'
import { countedAddress, countedNetwork } from './counted-address.ts'
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
  const { hits, left } = await count(counter, key, windowSeconds)
  return hits <= max
    ? { allowed: true, retryAfterSeconds: 0 }
    : { allowed: false, retryAfterSeconds: Math.max(1, left) }
}

/** Adds to a counter; the count within the window, and the seconds that are left of it. */
async function count(counter: Counter, key: string, windowSeconds: number, more: 0 | 1 = 1) {
  const { rows } = await sql<{ hits: number; left: number }>`
    insert into throttles as t (key, hits) values (${hashed(counter, key)}, ${more})
    on conflict (key) do update set
      hits = case when t.since <= now() - make_interval(secs => ${windowSeconds}) then ${more} else t.hits + ${more} end,
      since = case when t.since <= now() - make_interval(secs => ${windowSeconds}) then now() else t.since end
    returning hits, least(${windowSeconds}::int, ceil(extract(epoch from since) + ${windowSeconds} - extract(epoch from now())))::int as left
  `.execute(counter.database.db)
  return rows[0] ?? { hits: 0, left: 0 }
}

/** Refuses with TOO_MANY_REQUESTS beyond so many calls a minute. */
export async function limit(counter: Counter, key: string, perMinute: number): Promise<void> {
  const { allowed, retryAfterSeconds } = await hit(counter, key, { max: perMinute, windowSeconds: 60 })
  if (!allowed) refuse('TOO_MANY_REQUESTS', undefined, { segundos: retryAfterSeconds })
}

/** A sign-in attempt: the user as the caller names them, and the address. */
export interface Attempt {
  user: string
  address: string
}

/** An attempt that was counted, before its password is checked. */
export interface CountedAttempt {
  /**
   * Whether its password may be checked: behind a lock a few are, and after them right and wrong ones get the same
   * answer.
   */
  mayLook: boolean
  /** Whether this user is locked for this address; revealed only after the right password. */
  locked: boolean
  retryAfterSeconds: number
  /** Attempts within the window, this one included; those behind a lock count once they prove wrong. */
  hits: number
  /** Attempts since the lock began, this one included; 0 without a lock. */
  behind: number
}

const mostWrong = 10
/** Passwords that are checked behind a lock. */
const mostBehindLock = 5
const windowMinutes = 15
const mostUsers = 100
/** Wrong passwords of one user in a day, over all addresses, from which on their answers are held back. */
const mostWrongADay = 100
const firstLockSeconds = 30
const longestLockSeconds = 3600
const firstDelay = 500
const longestDelay = 5000

const isOver = sql`coalesce(t.blocked_until, t.since) <= now() - make_interval(mins => ${windowMinutes})`
const isLocked = sql`coalesce(t.blocked_until > now(), false)`
const nextLock = sql`now() + make_interval(secs =>
  least(${longestLockSeconds}, ${firstLockSeconds} * power(2, least(t.hits + 1 - ${mostWrong}, 10))))`

/**
 * Counts an attempt before its password is looked at, so that many at once are no more than so many one after the
 * other. From the tenth within fifteen minutes on, each locks this user for this address, twice as long as before;
 * {@link noteRight} and {@link giveBack} undo it.
 */
export async function takeAttempt(counter: Counter, attempt: Attempt): Promise<CountedAttempt> {
  const { rows } = await sql<{ hits: number; behind: number; left: number }>`
    insert into throttles as t (key, hits) values (${pairKey(counter, attempt)}, 1)
    on conflict (key) do update set
      hits = case when ${isOver} then 1 when ${isLocked} then t.hits else t.hits + 1 end,
      since = case when ${isOver} then now() else t.since end,
      behind = case when ${isLocked} then t.behind + 1 else 0 end,
      blocked_until = case when ${isOver} then null when ${isLocked} then t.blocked_until
        when t.hits + 1 >= ${mostWrong} then ${nextLock} end
    returning hits, behind, ceil(extract(epoch from coalesce(blocked_until, now()) - now()))::int as left
  `.execute(counter.database.db)
  const { hits, behind, left } = rows[0] ?? { hits: 1, behind: 0, left: 0 }
  return { mayLook: behind <= mostBehindLock, locked: behind > 0, retryAfterSeconds: left, hits, behind }
}

/** The lock of a user for an address, in whole seconds that are left; 0 without one. Counts nothing. */
export async function readLock(counter: Counter, attempt: Attempt): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select ceil(extract(epoch from blocked_until - now()))::int as left from throttles
    where key = ${pairKey(counter, attempt)} and blocked_until > now()
  `.execute(counter.database.db)
  return rows[0]?.left ?? 0
}

/** The consequences of a wrong password. Delays are in milliseconds; none is a refusal. */
export interface Wrong {
  /** True for the first lock only, when the person is mailed. */
  lockedNow: boolean
  /** True once a day, for the wrong password from which on a user's answers are held back whatever the address. */
  manyToday: boolean
  /** Delay of the answer for this user: locked for this address, or tried many times today. */
  delay: number
  /** Delay of the answer for an address that tries many users. */
  addressDelay: number
}

/**
 * Notes that an attempt was wrong, or was not checked. Behind a lock a wrong one makes it longer; the first of a
 * pair is one more user that this address tried.
 */
export async function noteWrong(
  counter: Counter,
  attempt: Attempt,
  { mayLook, locked, hits, behind }: CountedAttempt,
): Promise<Wrong> {
  if (!mayLook) return { lockedNow: false, manyToday: false, delay: longestDelay, addressDelay: 0 }
  if (locked)
    await sql`update throttles as t set hits = t.hits + 1, blocked_until = ${nextLock}
      where key = ${pairKey(counter, attempt)} and ${isLocked}`.execute(counter.database.db)
  const today = await count(counter, `person\n${attempt.user}`, 86_400)
  const address = `users\n${countedNetwork(attempt.address)}`
  const users = await count(counter, address, windowMinutes * 60, hits === 1 ? 1 : 0)
  return {
    lockedNow: hits === mostWrong && !locked,
    manyToday: today.hits === mostWrongADay,
    delay: Math.max(delayOf(behind), delayOf(today.hits - mostWrongADay + 1)),
    addressDelay: Math.min(longestDelay, Math.max(0, users.hits - mostUsers) * 100),
  }
}

/** The delay of the nth answer that is held back, in milliseconds: half a second, doubling to five. */
export function delayOf(nth: number): number {
  return nth < 1 ? 0 : Math.min(longestDelay, firstDelay * 2 ** (nth - 1))
}

/** Forgets a user's wrong passwords from an address, after the right one or another proof of the person. */
export async function noteRight(counter: Counter, attempt: Attempt): Promise<void> {
  await counter.database.db.deleteFrom('throttles').where('key', '=', pairKey(counter, attempt)).execute()
}

/**
 * Takes back an attempt whose password was another user's of the same name, or was not looked at, unless others
 * followed it. What was looked at behind a lock stays looked at.
 */
export async function giveBack(counter: Counter, attempt: Attempt, { hits }: CountedAttempt): Promise<void> {
  await sql`update throttles set hits = hits - 1,
      blocked_until = case when blocked_until is not null then now() end
    where key = ${pairKey(counter, attempt)} and hits = ${hits} and behind = 0`.execute(counter.database.db)
}

/** Deletes counts whose windows are over. */
export async function sweepThrottles(counter: Counter): Promise<void> {
  await sql`delete from throttles where since < now() - interval '1 day'
    and coalesce(blocked_until, since) < now() - interval '1 day'`.execute(counter.database.db)
}

function pairKey(counter: Counter, attempt: Attempt): string {
  return hashed(counter, `wrong\n${countedAddress(attempt.address)}\n${attempt.user}`)
}

function hashed(counter: Counter, key: string): string {
  return keyedHash(counter.config.appSecret, 'throttle', key)
}
