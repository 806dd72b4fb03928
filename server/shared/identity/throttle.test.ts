import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { testServices } from '../../testing/services.ts'
import type { Services } from '../services.ts'
import {
  type Attempt,
  giveBack,
  hit,
  limit,
  noteRight,
  noteWrong,
  readLock,
  sweepThrottles,
  takeAttempt,
} from './throttle.ts'

let services: Services
beforeAll(async () => {
  services = await testServices()
})

/** Lets time pass for what was counted. */
const later = (minutes: number) =>
  sql`update throttles set since = since - make_interval(mins => ${minutes}),
    blocked_until = blocked_until - make_interval(mins => ${minutes})`.execute(services.database.db)
const tryWrong = async (attempt: Attempt) =>
  noteWrong(services, attempt, await takeAttempt(services, attempt))
const wrong = async (attempt: Attempt, times: number) => {
  for (let n = 0; n < times; n++) await tryWrong(attempt)
}

test('exactly the allowed number of concurrent calls pass, until the window is over', async () => {
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
  expect(await readLock(services, attempt)).toBe(0)
  expect(await tryWrong(attempt)).toMatchObject({ lockedNow: true })
  const first = await readLock(services, attempt)
  expect(first).toBeGreaterThan(25)
  expect(await tryWrong(attempt)).toMatchObject({ lockedNow: false })
  expect(await readLock(services, attempt)).toBeGreaterThan(first * 1.8)
  expect(await readLock(services, { ...attempt, address: '10.0.0.2' })).toBe(0)
  expect(await readLock(services, { ...attempt, user: 'eva' })).toBe(0)
})

test('of many concurrent attempts ten are checked, and five behind the lock', async () => {
  const attempt = { user: 'iris', address: '10.0.0.1' }
  const taken = await Promise.all(Array.from({ length: 40 }, () => takeAttempt(services, attempt)))
  expect(taken.filter(({ locked }) => !locked)).toHaveLength(10)
  expect(taken.filter(({ mayLook }) => mayLook)).toHaveLength(15)
})

test('behind each lock five more are checked, and unchecked ones make no lock longer', async () => {
  const attempt = { user: 'olga', address: '10.0.0.1' }
  await wrong(attempt, 15)
  const lock = await readLock(services, attempt)
  expect(await takeAttempt(services, attempt)).toMatchObject({ mayLook: false, locked: true })
  expect(await tryWrong(attempt)).toMatchObject({ delay: 5000 })
  expect(await readLock(services, attempt)).toBeLessThanOrEqual(lock)
  await later(17)
  const after: boolean[] = []
  for (let n = 0; n < 8; n++) {
    const taken = await takeAttempt(services, attempt)
    after.push(taken.mayLook)
    await noteWrong(services, attempt, taken)
  }
  expect(after).toEqual([true, true, true, true, true, true, false, false])
})

test('answers behind a lock are held back, from half a second doubling to five', async () => {
  const attempt = { user: 'raul', address: '10.0.0.1' }
  const delays: number[] = []
  for (let n = 0; n < 17; n++) delays.push((await tryWrong(attempt)).delay)
  expect(delays).toEqual([...Array(10).fill(0), 500, 1000, 2000, 4000, 5000, 5000, 5000])
})

test('from the hundredth wrong password of a day on, a user’s answers are held back at every address', async () => {
  const user = 'nora'
  for (let n = 0; n < 99; n++)
    expect(await tryWrong({ user, address: `10.4.0.${n}` })).toMatchObject({ delay: 0, manyToday: false })
  const next = async (n: number) => {
    const { delay, manyToday } = await tryWrong({ user, address: `10.4.1.${n}` })
    return [delay, manyToday]
  }
  expect([await next(1), await next(2), await next(3)]).toEqual([
    [500, true],
    [1000, false],
    [2000, false],
  ])
  expect(await tryWrong({ user: 'other', address: '10.4.1.1' })).toMatchObject({ delay: 0 })
  await later(60 * 24)
  expect(await next(4)).toEqual([0, false])
})

test('an IPv6 network of 64 bits is one address, and an IPv4 one is the same through IPv6', async () => {
  const user = 'vera'
  for (let n = 0; n < 10; n++) await tryWrong({ user, address: `2001:db8:1:2::${n}` })
  expect(await readLock(services, { user, address: '2001:db8:1:2:ffff::9' })).toBeGreaterThan(0)
  expect(await readLock(services, { user, address: '2001:db8:1:3::1' })).toBe(0)
  await wrong({ user, address: '::ffff:192.0.2.1' }, 10)
  expect(await readLock(services, { user, address: '192.0.2.1' })).toBeGreaterThan(0)
})

test('the right password forgets the wrong ones; so does a quarter of an hour', async () => {
  const attempt = { user: 'leo', address: '10.0.0.3' }
  await wrong(attempt, 9)
  await noteRight(services, attempt)
  expect(await tryWrong(attempt)).toMatchObject({ lockedNow: false })
  await wrong(attempt, 8)
  await later(16)
  expect(await tryWrong(attempt)).toMatchObject({ lockedNow: false })
  expect(await readLock(services, attempt)).toBe(0)
})

test('an attempt of another user of the same name is taken back, with the lock that it made', async () => {
  const attempt = { user: 'ivo', address: '10.0.0.5' }
  await wrong(attempt, 9)
  await giveBack(services, attempt, await takeAttempt(services, attempt))
  expect(await readLock(services, attempt)).toBe(0)
  expect(await tryWrong(attempt)).toMatchObject({ lockedNow: true })
  await giveBack(services, attempt, await takeAttempt(services, attempt))
  expect(await readLock(services, attempt)).toBeGreaterThan(0)
})

test('taking an attempt back neither prolongs the quarter of an hour nor forgets what a lock counted', async () => {
  const [open, locked] = ['gil', 'mora'].map((user) => ({ user, address: '10.0.0.6' }))
  if (!open || !locked) throw new Error('nobody')
  await wrong(open, 5)
  await wrong(locked, 9)
  await later(14)
  for (const attempt of [open, locked])
    await giveBack(services, attempt, await takeAttempt(services, attempt))
  await later(2)
  expect(await takeAttempt(services, open)).toMatchObject({ hits: 1 })
  expect(await takeAttempt(services, locked)).toMatchObject({ hits: 10 })
})

test('an address that tries more than a hundred users is slowed down, never refused', async () => {
  const from = (n: number) => ({ user: `user${n}`, address: '10.0.0.4' })
  for (let n = 0; n < 99; n++) await wrong(from(n), 1)
  await wrong(from(0), 3)
  expect(await tryWrong(from(99))).toMatchObject({ addressDelay: 0 })
  expect(await tryWrong(from(100))).toMatchObject({ addressDelay: 100, lockedNow: false })
  expect(await readLock(services, from(100))).toBe(0)
  await later(14)
  expect(await tryWrong(from(101))).toMatchObject({ addressDelay: 200 })
  await later(2)
  expect(await tryWrong(from(102))).toMatchObject({ addressDelay: 0 })
})

test('an IPv6 network of one customer that tries many users is held back whole', async () => {
  const from = (n: number) => ({ user: `other${n}`, address: `2001:db8:7:${n.toString(16)}::9` })
  for (let n = 0; n < 100; n++) await wrong(from(n), 1)
  expect(await tryWrong(from(100))).toMatchObject({ addressDelay: 100, lockedNow: false })
  expect(await tryWrong({ user: 'zoe', address: '2001:db8:8::9' })).toMatchObject({ addressDelay: 0 })
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
