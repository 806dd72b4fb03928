import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { bareCompany, inCompany, testServices } from '../../testing/services.ts'
import { type EventToRecord, type Fact, hashOfDetail, hashOfEvent, recordEvent } from './events.ts'
import { proofOf, sealDue, verifyProof } from './seal.ts'
import type { Services } from '../services.ts'

let services: Services
beforeAll(async () => {
  services = await testServices()
  await bareCompany(services, 21)
  await bareCompany(services, 22)
})

const event = (n: number, more: Pick<EventToRecord, 'data' | 'detail'> = {}): EventToRecord => ({
  subject: { kind: 'document', id: n },
  act: 'read',
  actorId: 9,
  ...more,
})
const record = (company: number, ...events: EventToRecord[]) =>
  inCompany(services, company, async (tx) => {
    const ids: number[] = []
    for (const each of events) ids.push(await recordEvent(tx, each))
    return ids
  })
const proof = (company: number, id = 0) => inCompany(services, company, (tx) => proofOf(tx, id))
const rows = (company: number, id: number) =>
  inCompany(services, company, async (tx) => ({
    event: await tx.db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    detail: await tx.db.selectFrom('event_details').selectAll().where('event_id', '=', id).executeTakeFirst(),
  }))

/**
 * Seals until `count` events are sealed. Any transaction open on the whole PostgreSQL delays newer events, and parallel
 * tests have such transactions.
 */
async function sealAll(count: number, by = services): Promise<number> {
  let sealed = 0
  await expect
    .poll(async () => (sealed += await sealDue(by)), { interval: 20, timeout: 20_000 })
    .toBeGreaterThanOrEqual(count)
  return sealed
}

test('an event has a proof once it is sealed, each company’s roots in a chain of their own', async () => {
  const [first = 0, second = 0] = await record(21, event(1), event(2))
  expect(await proof(21, first)).toBeNull()
  const [other = 0] = await record(22, event(1))
  expect(await sealAll(3)).toBe(3)
  expect(await sealDue(services)).toBe(0)
  const [third = 0] = await record(21, event(3))
  expect(await sealAll(1)).toBe(1)
  const proofs = await Promise.all([proof(21, first), proof(21, second), proof(21, third), proof(22, other)])
  for (const each of proofs) expect(each && verifyProof(each)).toBe(true)
  const [one, , three, foreign] = proofs
  expect(three?.previousRoot).toBe(one?.root)
  expect(foreign?.previousRoot).toBeNull()
  expect(one && verifyProof({ ...one, event: three?.event ?? '' })).toBe(false)
  expect(three && verifyProof({ ...three, previousRoot: null })).toBe(false)

  const folder = join(services.config.dataDir, 'seals/21')
  const [day = ''] = readdirSync(folder)
  expect(JSON.parse(readFileSync(join(folder, day), 'utf8'))).toMatchObject({
    company: 21,
    root: three?.root,
  })
})

test('a hash is made again from what the database holds, whatever its facts are', async () => {
  const fact: fc.Arbitrary<Fact> = fc.letrec<{ fact: Fact }>((tie) => ({
    fact: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'grapheme' }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }).map((number) => number + 0),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('fact'), { maxLength: 3 }),
      fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1 }), tie('fact'), { maxKeys: 4 }),
    ),
  })).fact
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fact, { maxKeys: 4 }), async (data) => {
      const [id = 0] = await record(21, event(4, { data, detail: { address: '10.0.0.1', text: 'é' } }))
      const { event: row, detail } = await rows(21, id)
      expect(
        hashOfEvent({
          company: row.company_id,
          subjectKind: row.subject_kind,
          subjectId: row.subject_id,
          act: row.act,
          actorId: row.actor_id,
          at: row.at,
          data: row.data,
          detailHash: row.detail_hash,
        }),
      ).toBe(row.hash)
      expect(detail && hashOfDetail(detail)).toBe(row.detail_hash)
    }),
    { numRuns: 60 },
  )
})

test('an event committed late is sealed later, though its id is lower', async () => {
  await sealAll(60)
  const open = Promise.withResolvers<number>()
  const release = Promise.withResolvers<void>()
  const slow = inCompany(services, 21, async (tx) => {
    open.resolve(await recordEvent(tx, event(5)))
    await release.promise
  })
  const early = await open.promise
  const [late = 0] = await record(21, event(6))
  expect(early).toBeLessThan(late)
  expect(await sealDue(services)).toBe(0)
  release.resolve()
  await slow
  expect(await sealAll(2)).toBe(2)
  for (const id of [early, late]) {
    const found = await proof(21, id)
    expect(found && verifyProof(found)).toBe(true)
  }
})

test('two sealers at once seal each event once', async () => {
  await record(21, ...Array.from({ length: 30 }, (_, n) => event(n)))
  const sealed = await Promise.all([sealDue(services), sealDue(services), sealDue(services)])
  const already = sealed.reduce((sum, n) => sum + n)
  expect(already + (await sealAll(30 - already))).toBe(30)
})

test('nobody changes or deletes evidence as a request, not even by SQL', async () => {
  const [id = 0] = await record(21, event(7))
  const change = inCompany(services, 21, (tx) =>
    tx.db.updateTable('events').set({ act: 'signed' }).where('id', '=', id).execute(),
  )
  await expect(change).rejects.toThrow('permission denied')
  const erase = inCompany(services, 21, (tx) => tx.db.deleteFrom('events').where('id', '=', id).execute())
  await expect(erase).rejects.toThrow('permission denied')
})

test.each([
  ['id', '1'],
  ['transaction', "'1'::xid8"],
  ['seal_id', '(select max(id) from seals)'],
  ['leaf', '0'],
])('as a request nobody chooses the %s of an event', async (column, value) => {
  const put = inCompany(services, 21, (tx) =>
    sql`insert into events (company_id, subject_kind, subject_id, act, hash, ${sql.ref(column)})
      overriding system value select 21, 'document', 1, 'seen', 'ab', ${sql.raw(value)}`.execute(tx.db),
  )
  await expect(put).rejects.toThrow('permission denied for table events')
})

test('as a request nobody makes a seal', async () => {
  const put = inCompany(services, 21, (tx) =>
    tx.db.insertInto('seals').values({ company_id: 21, root: 'ab', events: 1 }).execute(),
  )
  await expect(put).rejects.toThrow('permission denied for table seals')
})

test('erasing address, device and text leaves the proof whole', async () => {
  const [id = 0] = await record(
    21,
    event(8, { detail: { address: '10.0.0.1', device: 'Firefox', text: 'No son mis horas' } }),
  )
  await sealAll(2)
  const owner = new Client(services.config.databaseUrl)
  await owner.connect()
  await owner.query(`set app.company = '21'; delete from event_details where event_id = ${id}`)
  await owner.end()
  expect((await rows(21, id)).detail).toBeUndefined()
  const found = await proof(21, id)
  expect(found && verifyProof(found)).toBe(true)
})

test('the owner, who may become the role that looks across companies, sees one company while it is not that role', async () => {
  const owner = new Client(services.config.databaseUrl)
  await owner.connect()
  const seen = async (company: string) => {
    await owner.query(`select set_config('app.company', $1, false)`, [company])
    const { rows: found } = await owner.query<{ id: string }>('select id from companies')
    return found.map(({ id }) => Number(id))
  }
  expect(await seen('')).toEqual([])
  expect(await seen('21')).toEqual([21])
  await owner.end()
})

test('an authority that can’t be reached holds up no seal', async () => {
  const stamped = { ...services, config: { ...services.config, tsaUrl: 'http://127.0.0.1:9/' } }
  const [id = 0] = await record(21, event(9))
  expect(await sealAll(1, stamped)).toBe(1)
  expect(await proof(21, id)).toMatchObject({ timestamp: null })
})

test('an act is recorded only about a kind of subject that it belongs to', () => {
  const subject = { kind: 'document', id: 1 } as const
  // @ts-expect-error: a word that is no act must not compile.
  const misspelt: EventToRecord = { subject, act: 'publishd', actorId: null }
  // @ts-expect-error: nobody signs in to a document.
  const misplaced: EventToRecord = { subject, act: 'signed_in', actorId: null }
  expect([misspelt.act, misplaced.act]).toEqual(['publishd', 'signed_in'])
})
