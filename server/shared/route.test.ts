import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account } from '#contract/account/account.ts'
import { certificates } from '#contract/certificates.ts'
import { deputies } from '#contract/deputies.ts'
import { session } from '#contract/session/session.ts'
import { security } from '#contract/security/security.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { aBystander } from '../testing/bystander.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  password,
  signIn,
  ticketOf,
} from '../testing/factories.ts'

let app: TestApp
let company: MadeCompany
let admin: Person & { bearer: string }

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
})
beforeEach(async () => {
  app.setNow(null)
  admin = await anAdministrator(app, company)
})

describe('a step-up ticket', () => {
  /** A call that wants a ticket, refused for its input once it has one. */
  const guarded = async (headers: Record<string, string>, as = admin.bearer) =>
    (await app.call(certificates.expire, { id: 999_999 }, { as, headers })).code

  test('serves one act that asks each time, and is left whole by what is refused', async () => {
    const now = new Date()
    app.setNow(now)
    const ticket = await ticketOf(app, admin.bearer)
    expect(await guarded(ticket)).toBe('COMPANY_CERT_NOT_FOUND')
    expect(await guarded(ticket)).toBe('COMPANY_CERT_NOT_FOUND')
    const other = await app.call(security.addApp, {}, { as: admin.bearer, headers: ticket })
    expect(other.status).toBe(200)
    expect(await guarded(ticket)).toBe('STEP_UP_REQUIRED')
    const late = await ticketOf(app, admin.bearer)
    app.setNow(new Date(now.getTime() + 5 * 60_000 - 1000))
    expect(await guarded(late)).toBe('COMPANY_CERT_NOT_FOUND')
    app.setNow(new Date(now.getTime() + 5 * 60_000))
    expect(await guarded(late)).toBe('STEP_UP_REQUIRED')
  })

  test('serves one of several acts that are sent with it at once', async () => {
    const ticket = await ticketOf(app, admin.bearer)
    const people = await Promise.all(Array.from({ length: 6 }, () => aPerson(app, company, { mail: null })))
    const answers = await Promise.all(
      people.map(({ id }) =>
        app.call(account.printCodes, { ids: [id] }, { as: admin.bearer, headers: ticket }),
      ),
    )
    expect(answers.filter(({ code }) => code === 'STEP_UP_REQUIRED')).toHaveLength(5)
  })

  test('serves acts that hold for five minutes, whatever used it, and no other act after them', async () => {
    const now = new Date()
    app.setNow(now)
    const people = [await aPerson(app, company), await aPerson(app, company)]
    const link = async ({ id }: { id: number }, headers: Record<string, string>) =>
      app.call(account.changePasswordOf, { id }, { as: admin.bearer, headers })
    const [first, second] = people
    if (!first || !second) throw new Error('two people were made')
    expect((await link(first, {})).code).toBe('STEP_UP_REQUIRED')
    const ticket = await ticketOf(app, admin.bearer)
    expect((await link(first, ticket)).status).toBe(200)
    expect((await link(second, ticket)).status).toBe(200)
    expect(await guarded(ticket)).toBe('STEP_UP_REQUIRED')
    app.setNow(new Date(now.getTime() + 5 * 60_000))
    expect((await link(first, ticket)).code).toBe('STEP_UP_REQUIRED')
  })

  test('of another session is refused: of the same person, of a colleague, of another company', async () => {
    const second = await signIn(app, company, admin)
    const colleague = await anAdministrator(app, company)
    const stranger = await anAdministrator(app, await aCompany(app))
    for (const bearer of [second, colleague.bearer, stranger.bearer]) {
      const ticket = await ticketOf(app, bearer)
      expect(await guarded(ticket, bearer)).toBe('COMPANY_CERT_NOT_FOUND')
      expect(await guarded(ticket)).toBe('STEP_UP_REQUIRED')
    }
  })

  test('that is no ticket is refused', async () => {
    for (const ticket of ['', 'x', 'A'.repeat(43)])
      expect(await guarded({ 'x-step-up': ticket })).toBe('STEP_UP_REQUIRED')
  })
})

describe('the activity of a session', () => {
  const start = new Date('2026-11-04T15:00:00Z')
  const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
  const seen = async () => {
    const { id } = admin
    const rows = await inCompany(app, company.id, ({ db }) =>
      db.selectFrom('sessions').select('seen_at').where('user_id', '=', id).orderBy('id').execute(),
    )
    return rows.map(({ seen_at }) => seen_at)
  }
  beforeEach(async () => {
    app.setNow(start)
    admin = await anAdministrator(app, company)
    await signIn(app, company, admin)
  })

  test('is noted for that session alone, half a minute after the last time', async () => {
    app.setNow(after(29.999))
    await app.call(account.profile, {}, { as: admin.bearer })
    expect(await seen()).toEqual([start, start])
    app.setNow(after(30))
    await app.call(account.profile, {}, { as: admin.bearer })
    expect(await seen()).toEqual([after(30), start])
  })

  test('is not noted of what the browser asks by itself', async () => {
    app.setNow(after(60))
    await app.call(account.profile, {}, { as: admin.bearer, headers: { 'x-background': '1' } })
    await app.call(session.keepalive, {}, { as: admin.bearer })
    expect(await seen()).toEqual([start, start])
  })

  test('is noted of that session where the browser says that its person is there', async () => {
    app.setNow(after(5))
    const { data } = await app.call(session.keepalive, { active: true }, { as: admin.bearer })
    expect(await seen()).toEqual([after(5), start])
    const until = new Date(data.vence_inactividad).getTime() - after(5).getTime()
    app.setNow(new Date(start.getTime() + until))
    expect((await app.call(session.keepalive, {}, { as: admin.bearer })).status).toBe(200)
    app.setNow(new Date(after(5).getTime() + until + 1))
    expect((await app.call(session.keepalive, {}, { as: admin.bearer })).status).toBe(401)
  })
})

describe('the rate of a call', () => {
  test('of a password limits one person in every session, and nobody else', async () => {
    const second = await signIn(app, company, admin)
    const change = async (as: string) => {
      const fields = { oldpass: password, pass: 'corta', repass: 'corta' }
      return (await app.call(account.changePassword, fields, { as })).code
    }
    for (let n = 0; n < 10; n++) expect(await change(admin.bearer)).not.toBe('TOO_MANY_REQUESTS')
    expect(await change(admin.bearer)).toBe('TOO_MANY_REQUESTS')
    expect(await change(second)).toBe('TOO_MANY_REQUESTS')
    const colleague = await anAdministrator(app, company)
    expect(await change(colleague.bearer)).not.toBe('TOO_MANY_REQUESTS')
  })

  test('of a step-up limits the right password as well', async () => {
    const prove = async () => (await app.call(session.stepUp, { password }, { as: admin.bearer })).code
    for (let n = 0; n < 20; n++) expect(await prove()).toBeUndefined()
    expect(await prove()).toBe('TOO_MANY_REQUESTS')
  })

  test('of a public call limits one address and no other', async () => {
    const ask = async (address: string) => (await app.call(account.forgotPassword, {}, { address })).code
    for (let n = 0; n < 60; n++) expect(await ask('10.9.0.1')).not.toBe('TOO_MANY_REQUESTS')
    expect(await ask('10.9.0.1')).toBe('TOO_MANY_REQUESTS')
    expect(await ask('10.9.0.2')).not.toBe('TOO_MANY_REQUESTS')
  })
})

test('an idempotency key has 8 to 100 characters; any other is ignored', async () => {
  app.setNow(new Date('2026-11-04T15:00:00Z'))
  const deputy = await anAdministrator(app, company)
  for (const [length, kept] of [
    [7, false],
    [8, true],
    [100, true],
    [101, false],
  ] as const) {
    const { bearer: as, id } = await anAdministrator(app, company)
    const name = (id_usuario: number) =>
      app.call(
        deputies.name,
        { id_usuario, desde: '2026-11-05', hasta: '2026-11-30' },
        { as, headers: { 'idempotency-key': 'k'.repeat(length) } },
      )
    expect((await name(deputy.id)).status).toBe(200)
    expect([length, (await name(id)).code]).toEqual([length, kept ? 'IDEMPOTENCY_KEY_REUSED' : 'DEPUTY_SELF'])
  }
})
