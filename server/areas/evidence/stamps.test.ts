import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { timestampAuthority, type TimestampAuthority } from '#pdf/testing/timestamp-authority.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { sealDue, sealFolder, stampPastDays } from '#server/shared/evidence/seal.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aCompany, inCompany } from '#server/testing/factories.ts'
import { beginCheck, continueCheck } from './operations.ts'

const day = 86_400_000
let app: TestApp
let tsa: TimestampAuthority
beforeAll(async () => {
  app = await testApp()
  tsa = await timestampAuthority()
  app.services.config.tsaUrl = tsa.address
  app.services.config.tsaRoots = [tsa.root]
})
afterAll(() => tsa.close())

/** A company with a seal of each age in days, made now and moved back; those below `down` while the authority was down. */
async function aChain(
  ages: readonly number[],
  isDown: (age: number) => boolean = () => false,
): Promise<number> {
  const { id } = await aCompany(app)
  for (const age of ages) {
    await inCompany(app, id, (tx) =>
      recordEvent(tx, { subject: { kind: 'document', id: age }, act: 'seen', actorId: null }),
    )
    tsa.isDown = () => isDown(age)
    await sealAll(id)
    if (age > 0)
      await asOwner(
        id,
        `update seals set created_at = created_at - interval '${age} days' where id = (select max(id) from seals)`,
      )
  }
  tsa.isDown = () => false
  return id
}

async function sealAll(company: number): Promise<void> {
  await vi.waitFor(
    async () => {
      await sealDue(app.services)
      const open = await inCompany(app, company, (tx) =>
        tx.db.selectFrom('events').select('id').where('seal_id', 'is', null).execute(),
      )
      expect(open).toEqual([])
    },
    { timeout: 30_000, interval: 50 },
  )
}

async function asOwner(company: number, text: string): Promise<void> {
  const owner = new Client(app.database.url)
  await owner.connect()
  await owner.query(`set app.company = '${company}'; ${text}`)
  await owner.end()
}

const stamped = (company: number) =>
  inCompany(app, company, async (tx) => {
    const seals = await tx.db.selectFrom('seals').select('timestamp_token').orderBy('id').execute()
    return seals.map(({ timestamp_token }) => timestamp_token !== null)
  })

/** The differences about timestamps. */
async function found(company: number) {
  const check = await inCompany(app, company, (tx) => beginCheck(tx, app.services.clock()))
  const { differences } = await continueCheck(app.services, company, check)
  return differences.map(({ kind }) => kind).filter((kind) => kind.startsWith('stamp_'))
}

test('a seal’s timestamp is kept in the day’s file too, and both must be the same', async () => {
  const company = await aChain([0])
  const folder = sealFolder(app.services.config, company)
  const [name = ''] = readdirSync(folder)
  const { timestamp } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  expect(Buffer.from(timestamp, 'base64').length).toBeGreaterThan(500)
  const differences = async () => {
    const check = await inCompany(app, company, (tx) => beginCheck(tx, app.services.clock()))
    return (await continueCheck(app.services, company, check)).differences.map(({ kind }) => kind)
  }
  expect(await differences()).toEqual([])
  await asOwner(company, 'update seals set timestamp_token = null')
  expect(await differences()).toEqual(['day_file_differs'])
})

test('after an outage of the authority the last root of each past day is stamped, and no other', async () => {
  const company = await aChain([9, 3, 3, 2, 0], (age) => age > 0)
  expect(await stamped(company)).toEqual([false, false, false, false, true])
  await stampPastDays(app.services)
  expect(await stamped(company)).toEqual([false, false, true, true, true])
  expect(await found(company)).toEqual([])
})

test('roots made anew keep no timestamp: an old one doesn’t fit, a new one is late, a removed one is missed', async () => {
  const company = await aChain([2, 1, 0])
  expect(await found(company)).toEqual([])
  await asOwner(company, `update seals set root = repeat('ab', 32) where id = (select min(id) from seals)`)
  expect(await found(company)).toEqual(['stamp_invalid'])

  const rebuilt = await aChain([20, 0])
  expect(await found(rebuilt)).toEqual(['stamp_late'])

  const removed = await aChain([2, 1, 0])
  await asOwner(
    removed,
    'update seals set timestamp_token = null where id = (select id from seals order by id offset 1 limit 1)',
  )
  expect(await found(removed)).toEqual([])
  app.setNow(new Date(Date.now() + 10 * day))
  expect(await found(removed)).toEqual(['stamp_missing'])
  app.setNow(null)
})

test('a timestamp of an authority that no configured root vouches for is none', async () => {
  const company = await aChain([0])
  const { config } = app.services
  const [root] = config.tsaRoots
  const other = await timestampAuthority()
  config.tsaRoots = [other.root]
  expect(await found(company)).toEqual(['stamp_invalid'])
  config.tsaRoots = root ? [root] : []
  await other.close()
})
