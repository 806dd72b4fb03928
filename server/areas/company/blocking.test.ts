import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { account } from '#contract/account/account.ts'
import { home } from '#contract/home.ts'
import { session } from '#contract/session/session.ts'
import { blockFrom } from '#server/shared/identity/blocking.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, aPerson, inCompany, password, type Person, signIn } from '#server/testing/factories.ts'
import { blockOf, blocksOf, type MadeCompany } from './operations.ts'

let app: TestApp
let company: MadeCompany
let person: Person
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  person = await aPerson(app, company, { profiles: ['employee', 'hr'] })
})

async function set(changes: {
  blocked_for_payment?: boolean
  payment_contact?: string
  allowed_addresses?: string[]
}) {
  await inCompany(app, company.id, (tx) => tx.db.updateTable('companies').set(changes).execute())
}

describe('a company blocked for payment', () => {
  test('closes its portal, open sessions included, and names whom to call; employees continue', async () => {
    const inside = await signIn(app, company, person)
    const employee = await signIn(app, company, person, 'e')
    await set({ blocked_for_payment: true, payment_contact: 'cobranzas@legajo.example' })
    const refused = await app.call(session.login, { user: person.username, password, site: 's' })
    expect(refused).toMatchObject({ status: 403, code: codeOf('PORTAL_BLOCKED') })
    expect(refused.errors[0]?.message).toContain('cobranzas@legajo.example')
    // A closed portal is no ended session: nothing typed is lost by it.
    expect(await app.call(home.documents, {}, { as: inside })).toMatchObject({
      status: 403,
      code: codeOf('PORTAL_BLOCKED'),
    })
    expect(await app.call(account.profile, {}, { as: employee })).toMatchObject({ status: 200 })
    expect(await app.call(session.login, { user: person.username, password, site: 'e' })).toMatchObject({
      status: 200,
    })
    expect(await blockOf(app.services, company.id, '10.0.0.1')).toBe('payment')
    await set({ blocked_for_payment: false })
    expect(await app.call(home.documents, {}, { as: inside })).toMatchObject({ status: 200 })
    expect(await blockOf(app.services, company.id, '10.0.0.1')).toBeNull()
  })

  test('is shown only after the right password', async () => {
    await set({ blocked_for_payment: true })
    const wrong = await app.call(session.login, { user: person.username, password: 'no-es-esta-1' })
    expect(wrong).toMatchObject({ status: 422, code: codeOf('WRONG_CREDENTIALS') })
    await set({ blocked_for_payment: false })
  })
})

describe('a company with addresses of its own', () => {
  test('opens its portal from those only; employees sign in from anywhere', async () => {
    await set({ allowed_addresses: ['10.20.0.0/16', '2001:db8:1::/48'] })
    const from = (address: string, site: 's' | 'e' = 's') =>
      app.call(session.login, { user: person.username, password, site }, { address })
    const inside = await from('10.20.3.4')
    expect(inside.status).toBe(200)
    expect(await from('::ffff:10.20.9.9')).toMatchObject({ status: 200 })
    expect(await from('2001:db8:1:7::1')).toMatchObject({ status: 200 })
    expect(await from('10.21.0.1')).toMatchObject({ status: 403, code: 'COMPANY_ADDRESS_NOT_ALLOWED' })
    expect(await from('10.21.0.1', 'e')).toMatchObject({ status: 200 })
    const moved = { as: inside.data.jwt, address: '10.21.0.1' }
    expect(await app.call(account.profile, {}, moved)).toMatchObject({
      status: 403,
      code: 'COMPANY_ADDRESS_NOT_ALLOWED',
    })
    const back = { as: inside.data.jwt, address: '10.20.3.4' }
    expect(await app.call(account.profile, {}, back)).toMatchObject({ status: 200 })
    await set({ allowed_addresses: [] })
  })

  test('is matched against all networks in one query', async () => {
    const other = await aCompany(app)
    await set({ allowed_addresses: ['10.20.0.0/16'], blocked_for_payment: true })
    const blocks = await blocksOf(app.services, [company.id, other.id, 5], '192.0.2.1')
    expect([...blocks]).toEqual([[company.id, 'address']])
    await set({ allowed_addresses: [], blocked_for_payment: false })
  })

  test('is refused by the database where it is no network', async () => {
    await expect(set({ allowed_addresses: ['10.20.0.0/16', 'la oficina'] })).rejects.toThrow(/cidr/)
  })
})

test('an invalid address is in no network', () => {
  const only = { blockedForPayment: false, allowedAddresses: ['0.0.0.0/0'] }
  expect(blockFrom(only, 'unknown')).toBe('address')
  expect(blockFrom(only, '203.0.113.9')).toBeNull()
})
