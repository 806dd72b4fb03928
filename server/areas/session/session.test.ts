import { beforeAll, describe, expect, test } from 'vitest'
import { account } from '#contract/account/account.ts'
import { session } from '#contract/session/session.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { setSetting } from '#server/shared/settings.ts'
import { noteWrong, standingOf } from '#server/shared/identity/throttle.ts'
import {
  aCompany,
  aPerson,
  inCompany,
  password,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'

let app: TestApp
let company: MadeCompany
let person: Person
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  person = await aPerson(app, company, { profiles: ['employee', 'hr'] })
})

describe('signing in', () => {
  test('answers a bearer and the person, and the bearer opens calls', async () => {
    const answer = await app.call(session.login, { user: person.username, password })
    expect(answer.status).toBe(200)
    expect(answer.data.user).toMatchObject({
      id: person.id,
      usuario: person.username,
      ingreso: 1,
      sitio: 's',
    })
    const me = await app.call(account.profile, {}, { as: answer.data.jwt })
    expect(me.data).toMatchObject({ id: person.id, restriccion: null })
  })

  test('the name is compared folded', async () => {
    const answer = await app.call(session.login, { user: `  ${person.username.toUpperCase()} `, password })
    expect(answer.status).toBe(200)
  })

  test('a wrong password and an unknown name are refused alike', async () => {
    const wrong = await app.call(session.login, { user: person.username, password: 'otra-cosa-9' })
    const unknown = await app.call(session.login, { user: 'nadie.asi', password })
    expect(wrong).toMatchObject({ status: 422, code: '401' })
    expect({ ...unknown, bytes: null, headers: null }).toMatchObject({
      status: 422,
      code: '401',
      errors: wrong.errors,
    })
  })

  test('a name in several companies answers those whose password fits', async () => {
    const other = await aCompany(app, { name: 'La otra' })
    await aPerson(app, company, { username: 'dos.empresas' })
    await aPerson(app, other, { username: 'dos.empresas' })
    const many = await app.call(session.login, { user: 'dos.empresas', password, site: 'e' })
    expect(many.data.empresas).toHaveLength(2)
    const one = await app.call(session.login, {
      user: 'dos.empresas',
      password,
      site: 'e',
      company: many.data.empresas[0].slug,
    })
    expect(one.data.user.empresa.slug).toBe(many.data.empresas[0].slug)
  })

  test('without a management profile there is no session at the portal', async () => {
    const employee = await aPerson(app, company)
    const refused = await app.call(session.login, { user: employee.username, password })
    expect(refused).toMatchObject({ status: 422, code: 'NO_PROFILE_FOR_SITE' })
  })

  test('ten wrong ones lock this user for this address, told only to who knows the password', async () => {
    const locked = await aPerson(app, company)
    const attempt = (pass: string, address: string) =>
      app.call(session.login, { user: locked.username, password: pass, site: 'e' }, { address })
    for (let n = 0; n < 10; n++) await attempt('no-es-esta-1', '10.0.0.7')
    expect(await attempt('no-es-esta-1', '10.0.0.7')).toMatchObject({ code: '401' })
    expect(await attempt(password, '10.0.0.7')).toMatchObject({ code: '00018' })
    expect(await attempt(password, '10.0.0.8')).toMatchObject({ status: 200 })
  })

  test('a lock is mailed three times a day, however many addresses try', async () => {
    const tried = await aPerson(app, company)
    for (const address of ['10.1.0.1', '10.1.0.2', '10.1.0.3', '10.1.0.4'])
      for (let n = 0; n < 10; n++)
        await app.call(session.login, { user: tried.username, password: 'no-es-1', site: 'e' }, { address })
    const kept = await inCompany(app, company.id, async (tx) => ({
      mails: await tx.db.selectFrom('mails').select('event').where('user_id', '=', tried.id).execute(),
      locks: await tx.db
        .selectFrom('events')
        .select('id')
        .where('subject_kind', '=', 'credential')
        .where('subject_id', '=', tried.id)
        .where('act', '=', 'locked')
        .execute(),
    }))
    expect(kept.mails.map(({ event }) => event)).toEqual(Array(3).fill('blocked_user'))
    expect(kept.locks).toHaveLength(4)
  })

  test('an address that tries many names is held back, except where the company trusts it', async () => {
    const plant = await aCompany(app, { slug: 'con-planta' })
    await inCompany(app, plant.id, (tx) => setSetting(tx, 'session.trusted_addresses', ['10.2.0.0/24'], null))
    const answered: string[] = []
    const attempt = async (address: string) => {
      const answer = await app.call(
        session.login,
        { user: 'nadie.conocido', password: 'no-es-1', company: 'con-planta' },
        { address },
      )
      expect(answer).toMatchObject({ status: 422, code: '401' })
      answered.push(address)
    }
    for (const address of ['10.2.0.9', '10.3.0.9'])
      for (let n = 0; n < 115; n++) await noteWrong(app.services, { user: `name n${n}`, address })
    for (const address of ['10.2.0.9', '10.3.0.9'])
      expect(await standingOf(app.services, { user: 'nadie.conocido', address })).toMatchObject({
        delayMilliseconds: 1500,
      })
    await Promise.all([attempt('10.3.0.9'), attempt('10.2.0.9')])
    expect(answered).toEqual(['10.2.0.9', '10.3.0.9'])
  })
})

describe('a session', () => {
  test('is refused without a bearer, with a false one, and after logout', async () => {
    expect(await app.call(account.profile)).toMatchObject({ status: 401, code: 'SESSION_REQUIRED' })
    const bearer = await signIn(app, company, person)
    const false_ = `${company.id}.${'A'.repeat(43)}`
    expect(await app.call(account.profile, {}, { as: false_ })).toMatchObject({
      status: 401,
      code: 'SESSION_EXPIRED',
    })
    expect(await app.call(session.logout, {}, { as: bearer })).toMatchObject({ status: 200 })
    expect(await app.call(account.profile, {}, { as: bearer })).toMatchObject({ status: 401 })
    expect(await app.call(session.logout, {}, { as: bearer })).toMatchObject({ status: 200 })
  })

  test('ends after half an hour without a person, which background calls are not', async () => {
    const start = new Date()
    app.setNow(start)
    const bearer = await signIn(app, company, person)
    const at = (minutes: number) => app.setNow(new Date(start.getTime() + minutes * 60_000))
    at(20)
    await app.call(account.profile, {}, { as: bearer, headers: { 'x-background': '1' } })
    await app.call(session.keepalive, {}, { as: bearer })
    at(31)
    expect(await app.call(account.profile, {}, { as: bearer })).toMatchObject({ status: 401 })
    const second = await signIn(app, company, person)
    at(51)
    await app.call(session.keepalive, { active: true }, { as: second })
    at(75)
    expect(await app.call(account.profile, {}, { as: second })).toMatchObject({ status: 200 })
    app.setNow(null)
  })

  test('of another company than the tab was loaded with is told so', async () => {
    const bearer = await signIn(app, company, person)
    const answer = await app.call(account.profile, {}, { as: bearer, headers: { 'x-company': '12345' } })
    expect(answer).toMatchObject({ status: 409, code: 'SESSION_COMPANY_CHANGED' })
  })

  test('holds the actions of its own profile, never the sum', async () => {
    const portal = await app.call(session.actions, {}, { as: await signIn(app, company, person, 's') })
    const site = await app.call(session.actions, {}, { as: await signIn(app, company, person, 'e') })
    expect(portal.data).toContainEqual({ id: 3 })
    expect(site.data).toEqual([])
  })

  test('gets a step-up ticket for its password, and counts wrong ones', async () => {
    const bearer = await signIn(app, company, person)
    expect(await stepUp(app, bearer)).toEqual({ 'x-step-up': expect.stringMatching(/^\d+\./) })
    const wrong = await app.call(session.stepUp, { password: 'no-es-esta-1' }, { as: bearer })
    expect(wrong).toMatchObject({ status: 422, code: '401' })
  })
})

test('what the API says it is', async () => {
  const answer = await app.server.inject('/api/openapi.json')
  const document = answer.json()
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/v2/auth-mod/login'].post.summary).toBeTruthy()
})
