import { beforeAll, expect, test } from 'vitest'
import type { MadeCompany } from '../../areas/company/operations.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { aCompany, aPerson, inCompany, type Person } from '../../testing/factories.ts'
import { cancelLinks, isGoodLink, type LinkKind, useLink } from './links.ts'

let app: TestApp
let company: MadeCompany
let person: Person

const yesterday = new Date('2026-11-23T12:00:00Z')
const now = new Date('2026-11-24T12:00:00Z')
const tomorrow = new Date('2026-11-25T12:00:00Z')

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  person = await aPerson(app, company)
})

const aLink = (wanted: { kind?: LinkKind; used?: Date; cancelled?: Date; until?: Date; of?: Person } = {}) =>
  inCompany(app, company.id, async ({ db }) => {
    const link = {
      company_id: company.id,
      user_id: (wanted.of ?? person).id,
      kind: wanted.kind ?? 'reset',
      hash: crypto.randomUUID(),
      expires_at: wanted.until ?? tomorrow,
      used_at: wanted.used ?? null,
      cancelled_at: wanted.cancelled ?? null,
    }
    const { id } = await db
      .insertInto('credential_links')
      .values(link)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
const endsOf = (id: number) =>
  inCompany(app, company.id, async ({ db }) => {
    const rows = db.selectFrom('credential_links').select(['used_at', 'cancelled_at']).where('id', '=', id)
    const { used_at, cancelled_at } = await rows.executeTakeFirstOrThrow()
    return { used_at, cancelled_at }
  })

test('a link is used once, and not after it was cancelled', async () => {
  const use = (id: number, at: Date) => inCompany(app, company.id, ({ db }) => useLink(db, id, at))
  const [open, cancelled] = [await aLink(), await aLink({ cancelled: yesterday })]
  expect(await use(open, now)).toBe(true)
  expect(await use(open, tomorrow)).toBe(false)
  expect(await use(cancelled, now)).toBe(false)
  expect(await endsOf(open)).toEqual({ used_at: now, cancelled_at: null })
  expect(await endsOf(cancelled)).toEqual({ used_at: null, cancelled_at: yesterday })
})

test('links are cancelled of the users and kinds that are named; what was used or cancelled stays as it was', async () => {
  const other = await aPerson(app, company)
  const links = {
    open: await aLink(),
    used: await aLink({ used: yesterday }),
    cancelled: await aLink({ cancelled: yesterday }),
    ofOtherKind: await aLink({ kind: 'mail_undo' }),
    ofOther: await aLink({ of: other }),
  }
  const ends = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(links).map(async ([name, id]) => [name, await endsOf(id)])),
    )
  const never = { used_at: null, cancelled_at: null }
  const kept = {
    used: { used_at: yesterday, cancelled_at: null },
    cancelled: { used_at: null, cancelled_at: yesterday },
    ofOther: never,
  }
  const cancel = (...kinds: Parameters<typeof cancelLinks>[2]) =>
    inCompany(app, company.id, ({ db }) => cancelLinks(db, [person.id], kinds, now))
  await cancel('not in', ['mail_undo'])
  expect(await ends()).toEqual({ ...kept, open: { used_at: null, cancelled_at: now }, ofOtherKind: never })
  await cancel('in', ['mail_undo'])
  expect(await ends()).toMatchObject({ ...kept, ofOtherKind: { used_at: null, cancelled_at: now } })
})

test('a link is good until it is used, cancelled or past its time', async () => {
  const isGood = (id: number) =>
    inCompany(app, company.id, async ({ db }) => {
      const found = db.selectFrom('credential_links').select('id').where('id', '=', id).where(isGoodLink(now))
      return (await found.executeTakeFirst()) !== undefined
    })
  expect(await isGood(await aLink())).toBe(true)
  expect(await isGood(await aLink({ used: yesterday }))).toBe(false)
  expect(await isGood(await aLink({ cancelled: yesterday }))).toBe(false)
  expect(await isGood(await aLink({ until: now }))).toBe(false)
})
