import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { account } from '#contract/account/account.ts'
import { company as companyCalls } from '#contract/company/company.ts'
import { companySignIn } from '#contract/company/sign-in-page.ts'
import { olderCalls } from '#contract/session/older-calls.ts'
import { session } from '#contract/session/session.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { guessCost } from '#server/testing/guess-cost.ts'
import { setSetting } from '#server/shared/settings.ts'
import { hashPassword, slowly } from '#server/shared/identity/hashing.ts'
import { noteWrong, readLock, takeAttempt } from '#server/shared/identity/throttle.ts'
import {
  aCompany,
  aPerson,
  inCompany,
  password,
  type Person,
  signIn,
  ticketOf,
} from '#server/testing/factories.ts'
import { countWaiting } from '#server/testing/waiting.ts'

let app: TestApp
let company: MadeCompany
let person: Person
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  person = await aPerson(app, company, { profiles: ['employee', 'hr'] })
})

/** A wrong password of somebody, without the cost of its hash. */
async function guessWrong(user: string, address: string): Promise<void> {
  await noteWrong(app.services, { user, address }, await takeAttempt(app.services, { user, address }))
}

describe('signing in', () => {
  afterEach(() => app.setPause(async () => {}))

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

  test('is evidence, with site and method', async () => {
    const { id } = await aPerson(app, company, { profiles: ['employee', 'hr'] }).then(async (own) => {
      await signIn(app, company, own, 'e')
      return own
    })
    const events = await inCompany(app, company.id, ({ db }) =>
      db.selectFrom('events').select(['subject_kind', 'act', 'data']).where('actor_id', '=', id).execute(),
    )
    expect(events).toEqual([
      { subject_kind: 'session', act: 'signed_in', data: { site: 'e', method: 'password' } },
    ])
  })

  test('asks for a name and a password', async () => {
    for (const [field, input] of [
      ['user', { password }],
      ['password', { user: person.username }],
    ] as const)
      expect((await app.call(session.login, input)).errors).toMatchObject([
        { code: codeOf('SYSTEM_API_PARAMETER_REQUIRED'), field },
      ])
  })

  test('tells somebody who is locked by the company, after the right password only', async () => {
    const locked = await aPerson(app, company, { profiles: ['hr'] })
    await inCompany(app, company.id, ({ db }) =>
      db.updateTable('users').set({ locked_at: new Date() }).where('id', '=', locked.id).execute(),
    )
    const enter = async (word: string) =>
      (await app.call(session.login, { user: locked.username, password: word })).code
    expect([await enter('Otra-clave-77'), await enter(password)]).toEqual([
      codeOf('WRONG_CREDENTIALS'),
      codeOf('USER_LOCKED'),
    ])
  })

  test('the name is compared folded', async () => {
    const answer = await app.call(session.login, { user: `  ${person.username.toUpperCase()} `, password })
    expect(answer.status).toBe(200)
  })

  test('a wrong password and an unknown name are refused alike', async () => {
    const wrong = await app.call(session.login, { user: person.username, password: 'otra-cosa-9' })
    const unknown = await app.call(session.login, { user: 'nadie.asi', password })
    expect(wrong).toMatchObject({ status: 422, code: codeOf('WRONG_CREDENTIALS') })
    expect({ ...unknown, bytes: null, headers: null }).toMatchObject({
      status: 422,
      code: codeOf('WRONG_CREDENTIALS'),
      errors: wrong.errors,
    })
  })

  test('a name in several companies is answered with those whose password fits', async () => {
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

  test('a name in five companies opens each of them; in six, none that is not named', async () => {
    const more = async (slug: string) =>
      aPerson(app, await aCompany(app, { slug }), { username: 'seis.empresas' })
    for (const n of [1, 2, 3, 4, 5]) await more(`empresa-${n}`)
    const named = { user: 'seis.empresas', password, site: 'e' } as const
    expect((await app.call(session.login, named)).data.empresas).toHaveLength(5)
    const { id } = await more('empresa-6')
    expect(await app.call(session.login, named)).toMatchObject({ code: codeOf('WRONG_CREDENTIALS') })
    const inOne = await app.call(session.login, { ...named, company: 'empresa-6' })
    expect(inOne).toMatchObject({ data: { user: { id } } })
  })

  test('a password that its person changes while it is checked opens nothing', async () => {
    const who = await aPerson(app, company)
    const own = await signIn(app, company, who, 'e')
    await signIn(app, company, who, 'e')
    const pass = 'Cartero-77-verde'
    const [changed, entered] = await inCompany(app, company.id, async ({ db }) => {
      // The change has written the password, and waits to end the other session.
      await db.selectFrom('sessions').select('id').where('user_id', '=', who.id).forUpdate().execute()
      const changing = app.call(
        account.changePassword,
        { oldpass: password, pass, repass: pass },
        { as: own },
      )
      await expect.poll(() => countWaiting(app), { timeout: 20_000 }).toBe(1)
      const entering = app.call(session.login, { user: who.username, password, site: 'e' })
      await Promise.race([entering, expect.poll(() => countWaiting(app), { timeout: 20_000 }).toBe(2)])
      return [changing, entering]
    }).then((both) => Promise.all(both))
    expect(changed?.status).toBe(200)
    expect(entered).toMatchObject({ status: 422, code: codeOf('WRONG_CREDENTIALS') })
  })

  test('several sign-ins at once, of which one renews an outdated hash, all open a session', async () => {
    const own = await aPerson(app, company, { profiles: ['employee', 'hr'] })
    const password_hash = await hashPassword(password, { ...guessCost.password, memoryCost: 128 })
    await inCompany(app, company.id, ({ db }) =>
      db.updateTable('users').set({ password_hash }).where('id', '=', own.id).execute(),
    )
    const login = () => app.call(session.login, { user: own.username, password })
    const answers = await Promise.all([login(), login(), login(), login()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('without a management profile there is no session at the portal', async () => {
    const employee = await aPerson(app, company)
    const refused = await app.call(session.login, { user: employee.username, password })
    expect(refused).toMatchObject({ status: 422, code: 'NO_PROFILE_FOR_SITE' })
  })

  test('ten wrong ones lock this user for this address, shown only after the right password', async () => {
    const locked = await aPerson(app, company)
    const attempt = (pass: string, address: string) =>
      app.call(session.login, { user: locked.username, password: pass, site: 'e' }, { address })
    for (let n = 0; n < 10; n++) await attempt('no-es-esta-1', '10.0.0.7')
    expect(await attempt('no-es-esta-1', '10.0.0.7')).toMatchObject({ code: codeOf('WRONG_CREDENTIALS') })
    expect(await attempt(password, '10.0.0.7')).toMatchObject({ code: codeOf('USER_LOCKED') })
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
    const held: number[] = []
    app.setPause(async (milliseconds) => void held.push(milliseconds))
    for (const address of ['10.2.0.9', '10.3.0.9']) {
      for (let n = 0; n < 114; n++) await guessWrong(`name n${n}`, address)
      const answer = await app.call(
        session.login,
        { user: 'nadie.conocido', password: 'no-es-1', company: 'con-planta' },
        { address },
      )
      expect(answer).toMatchObject({ status: 422, code: codeOf('WRONG_CREDENTIALS') })
    }
    expect(held).toEqual([0, 1500])
  })

  describe('behind a lock', () => {
    let held: number[]
    beforeEach(() => {
      held = []
      app.setPause(async (milliseconds) => void held.push(milliseconds))
    })
    const attempt = async (user: string, pass: string, address: string) =>
      (await app.call(session.login, { user, password: pass, site: 'e' }, { address })).code

    test('five more passwords are looked at; then the right one is answered like a wrong one', async () => {
      const locked = await aPerson(app, company)
      const at = '10.5.0.1'
      for (let n = 0; n < 14; n++) await attempt(locked.username, 'no-es-esta-1', at)
      expect(await attempt(locked.username, password, at)).toBe(codeOf('USER_LOCKED'))
      for (let n = 0; n < 3; n++)
        expect(await attempt(locked.username, password, at)).toBe(codeOf('WRONG_CREDENTIALS'))
      expect(await attempt(locked.username, password, '10.5.0.2')).toBeUndefined()
    })

    test('answers are held back longer each time, for a name that nobody has as well', async () => {
      const locked = await aPerson(app, company)
      for (const name of [locked.username, 'nadie.se.llama.asi']) {
        held = []
        for (let n = 0; n < 17; n++) await attempt(name, 'no-es-esta-1', '10.5.1.1')
        expect([name, held]).toEqual([name, [...Array(10).fill(0), 500, 1000, 2000, 4000, 5000, 5000, 5000]])
      }
      held = []
      await attempt(locked.username, password, '10.5.1.1')
      expect(held).toEqual([5000])
    })

    test('an answer that is held back keeps neither a connection nor a place of hashing', async () => {
      const locked = await aPerson(app, company)
      for (let n = 0; n < 10; n++) await attempt(locked.username, 'no-es-esta-1', '10.5.2.1')
      const release = Promise.withResolvers<void>()
      app.setPause((milliseconds) => {
        held.push(milliseconds)
        return release.promise
      })
      held = []
      const waiting = Array.from({ length: 25 }, () => attempt(locked.username, 'no-es-esta-1', '10.5.2.1'))
      await vi.waitFor(() => expect(held).toHaveLength(25), { timeout: 20_000 })
      const { totalCount, idleCount } = app.database.pool
      expect(totalCount - idleCount).toBe(0)
      expect(await attempt(person.username, password, '10.5.2.2')).toBeUndefined()
      release.resolve()
      expect(new Set(await Promise.all(waiting))).toEqual(new Set([codeOf('WRONG_CREDENTIALS')]))
    })

    test('inside a session the lock is revealed to the right password five times at most', async () => {
      const tried = await aPerson(app, company)
      const bearer = await signIn(app, company, tried, 'e')
      const prove = async (pass: string) =>
        (await app.call(session.stepUp, { password: pass }, { as: bearer, address: '10.5.3.1' })).code
      for (let n = 0; n < 10; n++) await guessWrong(`${company.id} ${tried.id}`, '10.5.3.1')
      expect(await prove(password)).toBe(codeOf('USER_LOCKED'))
      for (let n = 0; n < 4; n++) expect(await prove('no-es-esta-1')).toBe(codeOf('PASSWORD_WRONG'))
      expect(await prove(password)).toBe(codeOf('PASSWORD_WRONG'))
      expect(held).toEqual([500, 1000, 2000, 4000, 5000, 5000])
    })
  })

  test('a hundred wrong passwords in a day are mailed once and hold answers back, and the right one signs in', async () => {
    const tried = await aPerson(app, company)
    const held: number[] = []
    app.setPause(async (milliseconds) => void held.push(milliseconds))
    for (let n = 0; n < 98; n++) await guessWrong(`${company.id} ${tried.id}`, `10.6.0.${n}`)
    const attempt = (pass: string, n: number) =>
      app.call(session.login, { user: tried.username, password: pass, site: 'e' }, { address: `10.6.1.${n}` })
    for (const n of [1, 2, 3]) expect((await attempt('no-es-esta-1', n)).status).toBe(422)
    expect(held).toEqual([0, 500, 1000])
    expect((await attempt(password, 4)).status).toBe(200)
    const mails = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('mails').select('event').where('user_id', '=', tried.id).execute(),
    )
    expect(mails.filter(({ event }) => event === 'many_wrong_passwords')).toHaveLength(1)
  })

  test('a sign-in to one of several users of a name locks none of the others', async () => {
    const other = await aCompany(app, { name: 'Otra con el mismo nombre' })
    const first = await aPerson(app, company, { username: 'dos.claves' })
    const second = await aPerson(app, other, { username: 'dos.claves' })
    await inCompany(app, other.id, (tx) =>
      tx.db.updateTable('users').set({ password_hash: null }).where('id', '=', second.id).execute(),
    )
    const address = '10.7.0.1'
    for (let n = 0; n < 12; n++)
      expect(
        await app.call(session.login, { user: first.username, password, site: 'e' }, { address }),
      ).toMatchObject({ status: 200 })
    expect(await readLock(app.services, { user: `${other.id} ${second.id}`, address })).toBe(0)
  })

  test('a password that the full queue rejected unchecked counts for no lock', async () => {
    const honest = await aPerson(app, company)
    const release = Promise.withResolvers<void>()
    const full = Array.from({ length: 204 }, () => slowly(() => release.promise))
    const address = '10.9.0.1'
    for (const user of [honest.username, 'nadie.en.la.cola'])
      for (let n = 0; n < 11; n++)
        expect(await app.call(session.login, { user, password, site: 'e' }, { address })).toMatchObject({
          status: 503,
        })
    release.resolve()
    await Promise.all(full)
    expect(await readLock(app.services, { user: `${company.id} ${honest.id}`, address })).toBe(0)
    expect(await readLock(app.services, { user: 'name nadieenlacola', address })).toBe(0)
    const signedIn = await app.call(
      session.login,
      { user: honest.username, password, site: 'e' },
      { address },
    )
    expect(signedIn.status).toBe(200)
  })

  test('a company’s sign-in page and logo are asked for 120 times a minute from one address', async () => {
    for (const [call, input] of [
      [companySignIn.loginCustom, { company: 'no-hay' }],
      [companyCalls.logo, { id: 1 }],
      [olderCalls.media, { ruta: 'logo' }],
    ] as const) {
      const ask = (address: string) => app.call(call, input, { address })
      const statuses = await Promise.all(Array.from({ length: 125 }, () => ask('10.8.0.1')))
      expect(statuses.filter(({ status }) => status === 429)).toHaveLength(5)
      expect((await ask('10.8.0.2')).status).not.toBe(429)
    }
  })
})

describe('a session', () => {
  test('is refused without a bearer, with an invalid one, and after logout', async () => {
    expect(await app.call(account.profile)).toMatchObject({ status: 401, code: 'SESSION_REQUIRED' })
    const bearer = await signIn(app, company, person)
    const false_ = `${company.id}.${'A'.repeat(43)}`
    expect(await app.call(account.profile, {}, { as: false_ })).toMatchObject({
      status: 401,
      code: 'SESSION_EXPIRED',
    })
    const other = await signIn(app, company, person)
    for (const [logout, as] of [
      [session.logout, bearer],
      [olderCalls.salir, other],
    ] as const) {
      expect(await app.call(logout, {}, { as })).toMatchObject({ status: 200 })
      expect(await app.call(account.profile, {}, { as })).toMatchObject({ status: 401 })
      expect(await app.call(logout, {}, { as })).toMatchObject({ status: 200 })
    }
    const ended = await inCompany(app, company.id, ({ db }) =>
      db.selectFrom('events').select('act').where('act', '=', 'signed_out').execute(),
    )
    expect(ended).toHaveLength(2)
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

  test('is neither renewed nor ended by acts of its person in another session', async () => {
    const start = new Date()
    app.setNow(start)
    const [idle, used, left] = [
      await signIn(app, company, person),
      await signIn(app, company, person),
      await signIn(app, company, person),
    ]
    const at = (minutes: number) => app.setNow(new Date(start.getTime() + minutes * 60_000))
    at(20)
    await app.call(account.profile, {}, { as: used })
    await app.call(session.keepalive, { active: true }, { as: left })
    await app.call(session.logout, {}, { as: left })
    at(31)
    const statusOf = async (as: string) => (await app.call(account.profile, {}, { as })).status
    expect([await statusOf(idle), await statusOf(used), await statusOf(left)]).toEqual([401, 200, 401])
    app.setNow(null)
  })

  test('of another company than the tab’s is refused as such', async () => {
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
    expect(await ticketOf(app, bearer)).toEqual({ 'x-step-up': expect.stringMatching(/^\d+\./) })
    const wrong = await app.call(session.stepUp, { password: 'no-es-esta-1' }, { as: bearer })
    expect(wrong).toMatchObject({ status: 422, code: codeOf('PASSWORD_WRONG') })
  })
})

test('the API describes its calls in OpenAPI 3.1', async () => {
  const answer = await app.server.inject('/api/openapi.json')
  const document = answer.json()
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/v2/auth-mod/login'].post.summary).toBeTruthy()
})
