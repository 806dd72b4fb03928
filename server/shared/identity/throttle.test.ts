import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { testServices } from '../../testing/services.ts'
import type { Services } from '../services.ts'
import { hit, limit, noteRight, noteWrong, standingOf, sweepThrottles } from './throttle.ts'

let services: Services
beforeAll(async () => {
  services = await testServices()
})

/** Lets time pass for what was counted. */
const later = (minutes: number) =>
  sql`update throttles set since = since - make_interval(mins => ${minutes}),
    blocked_until = blocked_until - make_interval(mins => ${minutes})`.execute(services.database.db)
const wrong = async (attempt: { user: string; address: string }, times: number) => {
  for (let n = 0; n < times; n++) await noteWrong(services, attempt)
}

test('of many at once exactly as many pass as are allowed, until the window is over', async () => {
  const allowance = { max: 5, windowSeconds: 60 }
  const answers = await Promise.all(Array.from({ length: 20 }, () => hit(services, 'mail', allowance)))
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(5)
  for (const answer of answers.filter(({ allowed }) => !allowed)) {
    expect(answer.retryAfterSeconds).toBeGreaterThan(50)
    expect(answer.retryAfterSeconds).toBeLessThanOrEqual(60)
  }
  expect((await hit(services, 'other', allowance)).allowed).toBe(true)
  await later(1)
  expect((await hit(services, 'mail', allowance)).allowed).toBe(true)
})

test('a call that comes too often is refused', async () => {
  await limit(services, 'call', 1)
  await expect(limit(services, 'call', 1)).rejects.toMatchObject({ faults: [{ code: 'TOO_MANY_REQUESTS' }] })
})

test('ten wrong passwords lock that user for that address only, and longer with each more', async () => {
  const attempt = { user: 'ana', address: '10.0.0.1' }
  await wrong(attempt, 9)
  expect((await standingOf(services, attempt)).locked).toBe(false)
  expect(await noteWrong(services, attempt)).toEqual({ lockedNow: true })
  const { retryAfterSeconds: first } = await standingOf(services, attempt)
  expect(first).toBeGreaterThan(25)
  expect(await noteWrong(services, attempt)).toEqual({ lockedNow: false })
  expect((await standingOf(services, attempt)).retryAfterSeconds).toBeGreaterThan(first * 1.8)
  expect((await standingOf(services, { ...attempt, address: '10.0.0.2' })).locked).toBe(false)
  expect((await standingOf(services, { ...attempt, user: 'eva' })).locked).toBe(false)
})

test('the right password forgets the wrong ones; so does a quarter of an hour', async () => {
  const attempt = { user: 'leo', address: '10.0.0.3' }
  await wrong(attempt, 9)
  await noteRight(services, attempt)
  expect(await noteWrong(services, attempt)).toEqual({ lockedNow: false })
  await wrong(attempt, 8)
  await later(16)
  expect(await noteWrong(services, attempt)).toEqual({ lockedNow: false })
  expect((await standingOf(services, attempt)).locked).toBe(false)
})

test('an address that tries more than a hundred users is slowed down, never refused', async () => {
  const from = (n: number) => ({ user: `user${n}`, address: '10.0.0.4' })
  for (let n = 0; n < 100; n++) await wrong(from(n), 1)
  await wrong(from(0), 3)
  expect((await standingOf(services, from(500))).delayMilliseconds).toBe(0)
  await wrong(from(100), 1)
  const standing = await standingOf(services, from(500))
  expect(standing.locked).toBe(false)
  expect(standing.delayMilliseconds).toBeGreaterThan(0)
})

test('no name or address is kept, and old counts are swept', async () => {
  await wrong({ user: 'zoe', address: '10.9.9.9' }, 1)
  const kept = await services.database.db.selectFrom('throttles').select('key').execute()
  expect(kept.length).toBeGreaterThan(0)
  for (const { key } of kept) expect(key).toMatch(/^[0-9a-f]{64}$/)
  await later(60 * 25)
  await sweepThrottles(services)
  expect(await services.database.db.selectFrom('throttles').select('key').execute()).toEqual([])
})
