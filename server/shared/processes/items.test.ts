import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, aPerson, inCompany, type Person } from '#server/testing/factories.ts'
import type { Tx } from '../tenancy.ts'
import { claimNext, lockClaimed, noteOutcomes, releaseClaims, renewClaims, retryFailed } from './claims.ts'
import { addItems, countItems, noteItemsDone, pendingItems, recountItems } from './items.ts'
import { beginProcess, endProcess, lockAtStep, lockProcess, moveProcess, takeOver } from './lifecycle.ts'
import { failPending } from './lost.ts'
import { addDone, noteProgress, paceOf } from './progress.ts'

let app: TestApp
let company: MadeCompany
let person: Person
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  person = await aPerson(app, company)
})

const at = new Date('2026-11-04T15:00:00Z')
const write = <T>(work: (tx: Tx) => Promise<T>) => inCompany(app, company.id, work)

/** A process of three items, the first of which is excluded, and another that nothing may touch. */
let ours: number
let theirs: number
beforeEach(async () => {
  await write(async (tx) => {
    const begin = () => beginProcess(tx, { kind: 'generic', step: 'publishing', by: person.id, at, total: 4 })
    ours = await begin()
    theirs = await begin()
    for (const process of [ours, theirs])
      await addItems(tx, process, [
        { state: 'excluded', data: { fact: 10 } },
        ...[11, 12, 13].map((fact) => ({ data: { fact } })),
      ])
  })
})

const itemsOf = (process: number) =>
  write(({ db }) =>
    db.selectFrom('process_items').selectAll().where('process_id', '=', process).orderBy('n').execute(),
  )
const statesOf = async (process: number) => (await itemsOf(process)).map(({ state }) => state).join(' ')
const rowOf = (process: number) =>
  write(({ db }) =>
    db.selectFrom('processes').selectAll().where('id', '=', process).executeTakeFirstOrThrow(),
  )

/** Items of a process that a worker claims. */
const claim = (name: string, limit: number, process = ours) =>
  write((tx) => claimNext(tx, process, name, { limit, together: async (ids) => ids }))
const claimsOf = async (process: number) => (await itemsOf(process)).map(({ claimed_by }) => claimed_by)

/** Makes the claims of a worker older than they last. */
const forget = (name: string) =>
  write(({ db }) =>
    db
      .updateTable('process_items')
      .set({ claimed_until: new Date(0) })
      .where('claimed_by', '=', name)
      .execute(),
  )
const isClaimed = async (process: number) =>
  (await itemsOf(process)).map(({ claimed_until }) => claimed_until !== null && claimed_until > new Date())

/** Acts, and sees that the other process and its items stay as they are. */
async function leavesTheOther(act: () => Promise<unknown>): Promise<void> {
  const read = async () => [await rowOf(theirs), await itemsOf(theirs)]
  const before = await read()
  await act()
  expect(await read()).toEqual(before)
}

describe('the items of a process', () => {
  test('are numbered in their order, and the next pending ones come first', async () => {
    expect((await itemsOf(ours)).map(({ n, data, state }) => [n, data, state])).toEqual([
      [1, { fact: 10 }, 'excluded'],
      [2, { fact: 11 }, 'pending'],
      [3, { fact: 12 }, 'pending'],
      [4, { fact: 13 }, 'pending'],
    ])
    const next = await write((tx) => pendingItems(tx, ours, 2))
    expect(next.map(({ data }) => data)).toEqual([{ fact: 11 }, { fact: 12 }])
  })

  test('are claimed by one worker, together with what goes with them, and by the next once a claim is over', async () => {
    const [, second, third, fourth] = (await itemsOf(ours)).map(({ id }) => id)
    const other = (await itemsOf(theirs))[1]?.id ?? 0
    await leavesTheOther(async () => {
      const first = await write((tx) =>
        claimNext(tx, ours, 'a', {
          limit: 1,
          together: async (ids) => [
            ...ids,
            ...(await itemsOf(ours)).slice(0, 1).map(({ id }) => id),
            fourth ?? 0,
            other,
          ],
        }),
      )
      expect(new Map(first.map(({ id, n }) => [n, id]))).toEqual(
        new Map([
          [2, second],
          [4, fourth],
        ]),
      )
      expect((await claim('b', 9)).map(({ id }) => id)).toEqual([third])
      expect(await claim('c', 9)).toEqual([])
      // The second item is in another worker's hands.
      await forget('b')
      const rest = await write((tx) =>
        claimNext(tx, ours, 'c', { limit: 9, together: async () => [second ?? 0, third ?? 0] }),
      )
      expect(rest.map(({ id }) => id)).toEqual([third])
    })
    expect(await claimsOf(ours)).toEqual([null, 'a', 'c', 'a'])
  })

  test('are claimed by two workers one after the other: the second takes the next ones', async () => {
    const isWaiting = async () => {
      const { rows } = await app.database.pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.length > 0
    }
    let second: ReturnType<typeof claim> | undefined
    let isOver = false
    const first = await write((tx) =>
      claimNext(tx, ours, 'a', {
        limit: 1,
        together: async (ids) => {
          second = claim('b', 1).finally(() => (isOver = true))
          await vi.waitUntil(async () => isOver || (await isWaiting()))
          return ids
        },
      }),
    )
    expect([first, await second].map((claimed) => claimed?.map(({ n }) => n))).toEqual([[2], [3]])
  })

  test('stay claimed where their worker renews them, and no others', async () => {
    await claim('a', 1)
    await claim('b', 1)
    await claim('a', 1, theirs)
    await forget('a')
    await forget('b')
    await leavesTheOther(() => write((tx) => renewClaims(tx, ours, 'a')))
    expect(await isClaimed(ours)).toEqual([false, true, false, false])
    await claim('b', 1)
    await leavesTheOther(() => write((tx) => releaseClaims(tx, ours, 'a')))
    expect(await isClaimed(ours)).toEqual([false, false, true, false])
  })

  test('of a claim are locked while the process is at a step, pending, and not taken by another worker', async () => {
    const [done, left] = await claim('a', 2)
    await claim('b', 1)
    await claim('a', 3, theirs)
    const locked = (steps: ('publishing' | 'signing')[]) => write((tx) => lockClaimed(tx, ours, 'a', steps))
    expect(await locked(['publishing'])).toEqual(new Set([done?.id, left?.id]))
    await write((tx) => noteOutcomes(tx, [done?.id ?? 0], []))
    expect(await locked(['signing', 'publishing'])).toEqual(new Set([left?.id]))
    expect(await locked(['signing'])).toEqual(new Set())
    await write((tx) => endProcess(tx, ours, { status: 'cancelled', at }))
    expect(await locked(['publishing'])).toEqual(new Set())
  })

  test('are done or failed with their reason, once', async () => {
    const [excluded = 0, first = 0, second = 0, third = 0] = (await itemsOf(ours)).map(({ id }) => id)
    await claim('a', 3)
    const failure = (id: number, code: string, params: { n: number } | null = null) => ({ id, code, params })
    await leavesTheOther(async () => {
      await write((tx) =>
        noteOutcomes(tx, [first, excluded], [failure(second, 'ONE', { n: 7 }), failure(third, 'TWO')]),
      )
      // A worker that comes late changes nothing.
      await write((tx) => noteOutcomes(tx, [second], [failure(first, 'LATE'), failure(excluded, 'LATE')]))
    })
    expect(
      (await itemsOf(ours)).map(({ state, failure: code, data, claimed_until }) => [
        state,
        code,
        data,
        claimed_until,
      ]),
    ).toEqual([
      ['excluded', null, { fact: 10 }, null],
      ['done', null, { fact: 11 }, null],
      ['failed', 'ONE', { fact: 12, params: { n: 7 } }, null],
      ['failed', 'TWO', { fact: 13 }, null],
    ])
    await write((tx) =>
      noteOutcomes(
        tx,
        [],
        (['ONE', 'TWO'] as const).map((code) => failure(0, code)),
      ),
    )
    await leavesTheOther(async () => {
      expect(await write((tx) => recountItems(tx, ours))).toEqual({ done: 1, failed: 2, pending: 0 })
    })
    expect(await rowOf(ours)).toMatchObject({ total: 4, done: 1, failed: 2 })
  })

  test('that failed for one reason are pending again, and those with another reason stay failed', async () => {
    for (const process of [ours, theirs]) {
      const [, first = 0, second = 0] = (await itemsOf(process)).map(({ id }) => id)
      await write((tx) =>
        noteOutcomes(
          tx,
          [],
          [
            { id: first, code: 'ONE', params: null },
            { id: second, code: 'TWO', params: null },
          ],
        ),
      )
    }
    await leavesTheOther(async () => {
      expect(await write((tx) => retryFailed(tx, ours, 'ONE'))).toBe(true)
      expect(await write((tx) => retryFailed(tx, ours, 'ONE'))).toBe(false)
    })
    const items = await itemsOf(ours)
    expect(items.map(({ state, failure }) => [state, failure])).toEqual([
      ['excluded', null],
      ['pending', null],
      ['failed', 'TWO'],
      ['pending', null],
    ])
    expect(await write(({ db }) => countItems(db, ours))).toEqual({ done: 0, failed: 1, pending: 2 })
  })

  test('that are done are counted in their own process', async () => {
    await leavesTheOther(async () => {
      const next = await write((tx) => pendingItems(tx, ours, 2))
      await write((tx) => noteItemsDone(tx, ours, next))
      await write((tx) => addDone(tx, ours, 5))
    })
    expect(await statesOf(ours)).toBe('excluded done done pending')
    expect(await rowOf(ours)).toMatchObject({ done: 7 })
  })

  test('that are pending fail where the process is interrupted, and no others', async () => {
    await claim('a', 2)
    const [, first] = await itemsOf(ours)
    await write((tx) => noteOutcomes(tx, [first?.id ?? 0], []))
    await leavesTheOther(() => write((tx) => failPending(tx, ours)))
    expect(
      (await itemsOf(ours)).map(({ state, failure, claimed_until }) => [state, failure, claimed_until]),
    ).toEqual([
      ['excluded', null, null],
      ['done', null, null],
      ['failed', 'PROCESS_INTERRUPTED', null],
      ['failed', 'PROCESS_INTERRUPTED', null],
    ])
    expect(await write(({ db }) => countItems(db, ours))).toEqual({ done: 1, failed: 2, pending: 0 })
  })
})

describe('a process', () => {
  test('is locked alone, and shared with others where it is locked so', async () => {
    /** Processes that another transaction can lock meanwhile. */
    const free = (lock: 'forUpdate' | 'forShare') =>
      write(async ({ db }) => {
        const both = db.selectFrom('processes').select('id').where('id', 'in', [ours, theirs]).orderBy('id')
        return (await both[lock]().skipLocked().execute()).map(({ id }) => id)
      })
    const whileLocked = (lock: (tx: Tx) => Promise<unknown>) =>
      write(async (tx) => {
        await lock(tx)
        return [await free('forUpdate'), await free('forShare')]
      })
    expect(await whileLocked((tx) => lockProcess(tx, ours))).toEqual([[theirs], [theirs]])
    expect(await whileLocked((tx) => lockAtStep(tx, ours, ['publishing']))).toEqual([[theirs], [theirs]])
    expect(await whileLocked((tx) => lockAtStep(tx, ours, ['publishing'], { shared: true }))).toEqual([
      [theirs],
      [ours, theirs],
    ])
    expect(await whileLocked((tx) => lockAtStep(tx, ours, ['signing']))).toEqual([
      [ours, theirs],
      [ours, theirs],
    ])
  })

  test('is moved from the given steps alone while it is in progress, and nothing of another is', async () => {
    const move = (from?: ('publishing' | 'signing')[]) =>
      write((tx) => moveProcess(tx, ours, { step: 'signing', done: 3, startedAt: at }, from))
    await leavesTheOther(async () => {
      expect(await move(['signing'])).toBe(false)
      expect(await rowOf(ours)).toMatchObject({ step: 'publishing', done: 0, started_at: null })
      expect(await move(['publishing'])).toBe(true)
      expect(await rowOf(ours)).toMatchObject({ step: 'signing', done: 3, total: 4, started_at: at })
      await write((tx) => noteProgress(tx, ours, { failed: 1 }, 'publishing'))
      expect(await rowOf(ours)).toMatchObject({ failed: 0 })
      await write((tx) => noteProgress(tx, ours, { failed: 1 }, 'signing'))
      expect(await rowOf(ours)).toMatchObject({ failed: 1, done: 3 })
    })
  })

  test('has a pace once it has worked for three seconds at its step, its waiting left out', async () => {
    const after = (seconds: number) => new Date(at.getTime() + seconds * 1000)
    await write(async ({ db, company: company_id }) => {
      // Former work at the same step from its beginning, work of another kind, and another process: none of them counts.
      const stays: [process_id: number, step: 'publishing' | 'preview', seconds: number][] = [
        [ours, 'preview', 20],
        [ours, 'publishing', 30],
        [theirs, 'publishing', 31],
        [ours, 'preview', 32],
        [ours, 'publishing', 42],
      ]
      for (const [process_id, step, seconds] of stays)
        await db
          .insertInto('process_steps')
          .values({ company_id, process_id, step, at: after(seconds) })
          .execute()
    })
    const process = {
      id: ours,
      step: 'publishing',
      started_at: after(30),
      total: 20,
      done: 7,
      failed: 3,
    } as const
    const pace = (now: number, facts: Partial<Parameters<typeof paceOf>[1]> = {}) =>
      write(({ db }) => paceOf(db, { ...process, ...facts }, after(now)))
    const unknown = { perSecond: null, secondsLeft: null }
    expect(await pace(45)).toEqual({ perSecond: 2, secondsLeft: 5 })
    expect(await pace(43)).toEqual({ perSecond: 10 / 3, secondsLeft: 3 })
    expect(await pace(42.9)).toEqual(unknown)
    expect(await pace(45, { total: 5 })).toEqual({ perSecond: 2, secondsLeft: 0 })
    expect(await pace(45, { done: 0 })).toEqual(unknown)
    expect(await pace(45, { started_at: null })).toEqual(unknown)
    expect(await pace(60, { step: 'preview' })).toEqual(unknown)
  })

  test('ends once, without the address of the person acting, and is at no step then', async () => {
    const behalf = {
      viewer: { userId: person.id, profileKind: 'hr' as const, seesConfidential: false },
      evidence: { actorId: person.id, detail: { address: '192.0.2.1', device: '' } },
    }
    await write((tx) => moveProcess(tx, ours, { step: 'signing', behalf }))
    expect(await rowOf(ours)).toMatchObject({ options: { publisher: behalf } })
    const end = (status: 'error' | 'successful', done: number) =>
      write((tx) => endProcess(tx, ours, { status, at, done }))
    const isAt = () => write((tx) => lockAtStep(tx, ours, ['done', 'signing']))
    await leavesTheOther(async () => {
      expect(await isAt()).toBe(true)
      expect(await end('successful', 3)).toBe(true)
      expect(await end('error', 1)).toBe(false)
      await write((tx) => noteProgress(tx, ours, { done: 2 }, 'done'))
      await write((tx) => moveProcess(tx, ours, { step: 'signing' }, ['done']))
      await write((tx) => takeOver(tx, ours, person.id))
    })
    expect(await isAt()).toBe(false)
    expect(await rowOf(ours)).toMatchObject({
      step: 'done',
      status: 'successful',
      finished_at: at,
      done: 3,
      options: {},
      taken_by: person.id,
    })
  })
})
