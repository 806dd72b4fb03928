import { Secret, TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { account } from '#contract/account/account.ts'
import { employees } from '#contract/employees/employees.ts'
import { ownAccount } from '#contract/account/own.ts'
import { relations } from '#contract/relations.ts'
import { security } from '#contract/security/security.ts'
import { session } from '#contract/session/session.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { changeAcross } from '#server/shared/across.ts'
import { hashPassword } from '#server/shared/identity/hashing.ts'
import { openSecret } from '#server/shared/identity/secret.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  giveFactor,
  inCompany,
  password,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import { guessCost } from '#server/testing/guess-cost.ts'
import { countWaiting } from '#server/testing/waiting.ts'
import { tellSuspended } from './jobs.ts'

let app: TestApp
let here: MadeCompany
let there: MadeCompany
beforeAll(async () => {
  app = await testApp()
  here = await aCompany(app, { name: 'Austral' })
  there = await aCompany(app, { name: 'Cuyo' })
})

/** One person with a user in each company, signed in at the first. */
let mine: Person
let theirs: Person
let bearer: string
beforeEach(async () => {
  app.setNow(null)
  mine = await aPerson(app, here, { profiles: ['employee', 'hr'] })
  theirs = await aPerson(app, there, { profiles: ['employee', 'hr'] })
  bearer = await signIn(app, here, mine)
})

const join = async (as = bearer, user = theirs.username, pass = password) =>
  app.call(relations.join, { user, password: pass }, { as, headers: await stepUp(app, as) })
const related = async (as = bearer) => (await app.call(relations.related, {}, { as })).data
const ask = (id: number, type: 1 | 2 = 2, as = bearer) =>
  app.call(relations.ask, { id, id_perfil_tipo: type }, { as })
const enter = (userid: number, as = bearer) => app.call(relations.enter, { userid }, { as })
const codeIn = (answer: { bytes: Buffer }) => JSON.parse(answer.bytes.toString('utf8')).code

async function change(company: MadeCompany, user: Person, values: object) {
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('users').set(values).where('id', '=', user.id).execute(),
  )
}

async function mailsOf(company: MadeCompany, user: Person): Promise<string[]> {
  const mails = await inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('mails').select('event').where('user_id', '=', user.id).orderBy('id').execute(),
  )
  return mails.map(({ event }) => event).filter((event) => event.startsWith('relation'))
}

describe('a relation', () => {
  test('is made by signing in to both, and mailed to both', async () => {
    const card = {
      pais: 'AR',
      perfiles: [
        { id_perfil_tipo: 2, nombre: expect.any(String) },
        { id_perfil_tipo: 1, nombre: expect.any(String) },
      ],
      aplicacion: { dominio: null },
      blocked_by_ip: false,
      blockedByPayment: false,
      pide_segundo_factor: false,
    }
    const own = {
      ...card,
      id: mine.id,
      usuario: mine.username,
      empresa: { id: here.id, nombre: 'Austral' },
      actual: true,
    }
    expect(await related()).toEqual([{ ...own, relacion: null }])
    const joined = await join()
    expect(joined.data.relacionado).toEqual({ id: theirs.id, empresa: { id: there.id, nombre: 'Cuyo' } })
    const relacion = { desde: expect.any(String), suspendida: false }
    expect(await related()).toEqual([
      { ...own, relacion },
      {
        ...card,
        id: theirs.id,
        usuario: theirs.username,
        empresa: { id: there.id, nombre: 'Cuyo' },
        actual: false,
        relacion,
      },
    ])
    expect(await mailsOf(here, mine)).toEqual(['relation_made'])
    expect(await mailsOf(there, theirs)).toEqual(['relation_made'])
  })

  test('wants the step-up of the one and the password of the other', async () => {
    const bare = await app.call(relations.join, { user: theirs.username, password }, { as: bearer })
    expect(bare.code).toBe('STEP_UP_REQUIRED')
    expect(await join(bearer, theirs.username, 'no-es-esta-1')).toMatchObject({
      status: 422,
      code: codeOf('WRONG_CREDENTIALS'),
    })
    expect(await join(bearer, 'nadie.asi')).toMatchObject({ status: 422, code: codeOf('WRONG_CREDENTIALS') })
    const beside = await aPerson(app, here, { profiles: ['hr'] })
    expect((await join(bearer, beside.username)).code).toBe('RELATION_SAME_COMPANY')
    const employee = await aPerson(app, there)
    expect((await join(bearer, employee.username)).code).toBe('NO_PROFILE_FOR_SITE')
    expect(await related()).toHaveLength(1)
  })

  test.each([
    ['locked', { locked_at: new Date() }, codeOf('USER_LOCKED')],
    ['at the first sign-in', { first_sign_in_done_at: null }, 'RELATION_FIRST_FINISH'],
  ])('is refused with a user who is %s', async (_what, values, code) => {
    await change(there, theirs, values)
    expect(await join()).toMatchObject({ code, errors: [{ field: 'user' }] })
    expect(await related()).toHaveLength(1)
  })

  test('where the password fits users of several companies, which one is asked', async () => {
    const third = await aCompany(app, { name: 'Patagonia' })
    const twin = await aPerson(app, third, { username: theirs.username, profiles: ['hr'] })
    const slugs = await Promise.all(
      [there, third].map(({ id }) =>
        inCompany(app, id, (tx) => tx.db.selectFrom('companies').select('slug').executeTakeFirstOrThrow()),
      ),
    )
    const { data } = await join()
    expect(
      data.empresas.toSorted((a: { nombre: string }, b: { nombre: string }) =>
        a.nombre < b.nombre ? -1 : 1,
      ),
    ).toEqual([
      { slug: slugs[0]?.slug, nombre: 'Cuyo' },
      { slug: slugs[1]?.slug, nombre: 'Patagonia' },
    ])
    const joined = await app.call(
      relations.join,
      { user: theirs.username, password, company: slugs[1]?.slug },
      { as: bearer, headers: await stepUp(app, bearer) },
    )
    expect(joined.data.relacionado).toEqual({ id: twin.id, empresa: { id: third.id, nombre: 'Patagonia' } })
  })

  test('holds twenty users together and no more', async () => {
    await join()
    const crowd = await aCompany(app)
    const others = await Promise.all(Array.from({ length: 18 }, () => aPerson(app, crowd)))
    await changeAcross(app.services.database.pool, async (db) => {
      const { group_id } = await db
        .selectFrom('related_users')
        .select('group_id')
        .where('company_id', '=', here.id)
        .where('user_id', '=', mine.id)
        .executeTakeFirstOrThrow()
      const rows = others.slice(1).map(({ id }) => ({
        company_id: crowd.id,
        user_id: id,
        group_id,
        foreign_changes: 0,
        joined_at: new Date(),
      }))
      await db.insertInto('related_users').values(rows).execute()
    })
    const third = await aCompany(app)
    const [last, late] = [
      await aPerson(app, third, { profiles: ['hr'] }),
      await aPerson(app, third, { profiles: ['hr'] }),
    ]
    expect((await join(bearer, last.username)).status).toBe(200)
    expect((await join(bearer, late.username)).code).toBe('RELATION_TOO_MANY')
    expect(await related()).toHaveLength(20)
  })

  test('and its end are evidence of both, which names nobody else', async () => {
    await join()
    await app.call(relations.cut, { id: theirs.id }, { as: bearer })
    for (const [company, user] of [
      [here, mine],
      [there, theirs],
    ] as const) {
      const events = await inCompany(app, company.id, (tx) =>
        tx.db
          .selectFrom('events')
          .innerJoin('event_details as detail', (on) =>
            on
              .onRef('detail.company_id', '=', 'events.company_id')
              .onRef('detail.event_id', '=', 'events.id'),
          )
          .select(['events.act', 'events.actor_id', 'events.data', 'detail.address'])
          .where('events.subject_kind', '=', 'credential')
          .where('events.subject_id', '=', user.id)
          .where('events.act', 'in', ['related', 'relation_cut'])
          .orderBy('events.id')
          .execute(),
      )
      const common = { actor_id: user.id, data: {}, address: '127.0.0.1' }
      expect(events).toEqual([
        { act: 'related', ...common },
        { act: 'relation_cut', ...common },
      ])
    }
    expect(await related()).toMatchObject([{ id: mine.id, relacion: null }])
    expect(await mailsOf(there, theirs)).toEqual(['relation_made'])
  })

  test('with a third holds among all, and is cut by its owner', async () => {
    const third = await aCompany(app, { name: 'Patagonia' })
    const another = await aPerson(app, third, { profiles: ['hr'] })
    await join()
    await join(bearer, another.username)
    const elsewhere = await signIn(app, there, theirs)
    expect((await related(elsewhere)).map(({ id }: Person) => id)).toEqual([theirs.id, mine.id, another.id])
    expect(await app.call(relations.cut, { id: theirs.id }, { as: bearer })).toMatchObject({ status: 200 })
    expect((await related()).map(({ id }: Person) => id)).toEqual([mine.id, another.id])
    expect(await related(elsewhere)).toHaveLength(1)
    expect((await ask(theirs.id)).code).toBe('NOT_FOUND')
    const renewal = { id: theirs.id, oldpass: password, pass: 'x', repass: 'x' }
    expect((await app.call(relations.renewPassword, renewal, { as: bearer })).code).toBe('NOT_FOUND')
    expect((await app.call(relations.cut, { id: theirs.id }, { as: bearer })).code).toBe('NOT_FOUND')
  })

  test('that lacks the other’s second factor waits for it in the other’s own session', async () => {
    const strict = await aCompany(app, { name: 'Estricta' })
    const careful = await aPerson(app, strict, { profiles: ['hr'] })
    await giveFactor(app, strict, careful)
    const begun = await join(bearer, careful.username)
    expect(begun.data).toMatchObject({ user: { restriccion: 'segundo_factor', empresa: { id: strict.id } } })
    expect((await app.call(account.profile, {}, { as: bearer })).status).toBe(401)
    const jwt: string = begun.data.jwt
    expect((await app.call(relations.confirm, {}, { as: jwt })).code).toBe('SESSION_RESTRICTED')
    await lift(strict, careful)
    const late = new Date(Date.now() + 11 * 60_000)
    app.setNow(late)
    expect((await app.call(relations.confirm, {}, { as: jwt })).code).toBe('RELATION_TOO_LATE')
    app.setNow(null)
    expect((await app.call(relations.confirm, {}, { as: jwt })).data).toMatchObject({ id: mine.id })
    expect(await related(jwt)).toHaveLength(2)
    // Once.
    expect((await app.call(relations.confirm, {}, { as: jwt })).code).toBe('RELATION_TOO_LATE')
  })
})

test('a second factor that is asked for when relating is proved by its own code, and by no other', async () => {
  // So that no half minute ends between a code and its check.
  app.setNow(new Date())
  const strict = await aCompany(app, { name: 'Con códigos' })
  const careful = await aPerson(app, strict, { profiles: ['hr'] })
  const own = await signIn(app, strict, careful)
  const added = await app.call(security.addApp, {}, { as: own, headers: await stepUp(app, own) })
  const code = (shift: number) =>
    new TOTP({ secret: Secret.fromBase32(added.data.secreto) }).generate({
      timestamp: app.services.clock().getTime() + shift,
    })
  const confirmed = await app.call(
    security.confirm,
    { id: added.data.id, codigo: code(-30_000) },
    { as: own },
  )
  expect(confirmed.status).toBe(200)
  const jwt: string = (await join(bearer, careful.username)).data.jwt
  const prove = (codigo: string) => app.call(security.prove, { tipo: 'app', codigo }, { as: jwt })
  expect((await prove(String((Number(code(0)) + 1) % 1_000_000).padStart(6, '0'))).status).toBe(422)
  expect((await app.call(relations.confirm, {}, { as: jwt })).code).toBe('SESSION_RESTRICTED')
  expect((await prove(code(0))).status).toBe(200)
  expect((await app.call(relations.confirm, {}, { as: jwt })).data).toMatchObject({ id: mine.id })
  expect((await related(jwt)).map(({ id }: Person) => id)).toEqual([careful.id, mine.id])
})

test('a password that its person changes while it is checked relates nobody', async () => {
  const own = await signIn(app, there, theirs)
  await signIn(app, there, theirs)
  const headers = await stepUp(app, bearer)
  const pass = 'Otra-clave-larga-71'
  const [changed, joined] = await inCompany(app, there.id, async ({ db }) => {
    // The change has written the password, and waits to end the other session.
    await db.selectFrom('sessions').select('id').where('user_id', '=', theirs.id).forUpdate().execute()
    const changing = app.call(account.changePassword, { oldpass: password, pass, repass: pass }, { as: own })
    await expect.poll(() => countWaiting(app), { timeout: 20_000 }).toBe(1)
    const joining = app.call(relations.join, { user: theirs.username, password }, { as: bearer, headers })
    await Promise.race([joining, expect.poll(() => countWaiting(app), { timeout: 20_000 }).toBe(2)])
    return [changing, joining]
  }).then((both) => Promise.all(both))
  expect(changed?.status).toBe(200)
  expect(joined).toMatchObject({ status: 422, code: codeOf('WRONG_CREDENTIALS') })
  expect(await related()).toHaveLength(1)
})

test('a relation that waits for a second factor is not made with a user whose password somebody else changed meanwhile', async () => {
  const strict = await aCompany(app, { name: 'Con espera' })
  const careful = await aPerson(app, strict, { profiles: ['hr'] })
  await giveFactor(app, strict, careful)
  // A thief relates a taken user to one of their own, and its owner makes another password by a link.
  const jwt: string = (await join(bearer, careful.username)).data.jwt
  await change(here, mine, { password_hash: 'otra' })
  await lift(strict, careful)
  expect((await app.call(relations.confirm, {}, { as: jwt })).code).toBe('RELATION_TOO_LATE')
  expect(await related(jwt)).toHaveLength(1)
  expect((await ask(mine.id, 2, jwt)).code).toBe('NOT_FOUND')
})

describe('a switch', () => {
  test('is two requests, ends the session of before and keeps its absolute end', async () => {
    await join()
    const asked = await ask(theirs.id)
    expect(asked.data).toMatchObject([{ id: theirs.id, empresa: { nombre: 'Cuyo' }, vencida: null }])
    expect(codeIn(asked)).toBe('00000')
    const before = await app.call(session.keepalive, {}, { as: bearer })
    app.setNow(new Date(Date.now() + 50_000))
    const entered = await enter(theirs.id)
    expect(entered.data).toMatchObject({ user: { id: theirs.id, empresa: { id: there.id }, sitio: 's' } })
    const jwt: string = entered.data.jwt
    const now = await app.call(session.actions, {}, { as: jwt })
    expect(now.data.map(({ id }: Person) => id)).toEqual(entered.data.permissions)
    expect((await app.call(session.keepalive, {}, { as: jwt })).data.vence).toBe(before.data.vence)
    expect((await app.call(account.profile, {}, { as: bearer })).code).toBe('SESSION_EXPIRED')
    const pinned = await app.call(account.profile, {}, { as: jwt, headers: { 'x-company': String(here.id) } })
    expect(pinned.code).toBe('SESSION_COMPANY_CHANGED')
    expect(await mailsOf(here, mine)).toEqual(['relation_made', 'relation_used'])
    expect(await mailsOf(there, theirs)).toEqual(['relation_made', 'relation_used'])
    await ask(mine.id, 2, jwt)
    const back = await enter(mine.id, jwt)
    expect(back.data.user.id).toBe(mine.id)
    await ask(theirs.id, 2, back.data.jwt)
    await enter(theirs.id, back.data.jwt)
    // Only the first is told: of each of the two, since each was switched to.
    expect(await mailsOf(there, theirs)).toEqual(['relation_made', 'relation_used', 'relation_used'])
  })

  test('to an employee’s profile makes no session', async () => {
    await join()
    for (const id of [mine.id, theirs.id]) {
      expect((await ask(id, 1)).status).toBe(200)
      expect((await enter(id)).data).toEqual({ jwt: null, user: null, permissions: [] })
    }
    expect((await app.call(account.profile, {}, { as: bearer })).status).toBe(200)
    expect((await ask(mine.id, 2)).code).toBe('SWITCH_HERE')
  })

  test('takes one ticket: of this session, for this user, once, within a minute', async () => {
    await join()
    expect((await enter(theirs.id)).code).toBe('SWITCH_TICKET')
    await ask(theirs.id)
    const second = await signIn(app, here, mine)
    expect((await enter(theirs.id, second)).code).toBe('SWITCH_TICKET')
    const stranger = await anAdministrator(app, here)
    expect((await enter(theirs.id, stranger.bearer)).code).toBe('SWITCH_TICKET')
    expect((await enter(mine.id)).code).toBe('SWITCH_TICKET')
    app.setNow(new Date(Date.now() + 61_000))
    expect((await enter(theirs.id)).code).toBe('SWITCH_TICKET')
    app.setNow(null)
    await ask(theirs.id)
    const [one, other] = await Promise.all([enter(theirs.id), enter(theirs.id)])
    expect([one, other].filter(({ status }) => status === 200)).toHaveLength(1)
    expect([one.code, other.code]).toContainEqual(expect.stringMatching(/SWITCH_TICKET|SESSION_EXPIRED/))
  })

  test('to a user whose password expired answers 00607 with 200, and continues once it was changed by the old one', async () => {
    const strict = await aCompany(app)
    const careful = await aPerson(app, strict, { profiles: ['hr'] })
    await join(bearer, careful.username)
    await inCompany(app, strict.id, (tx) =>
      tx.db
        .insertInto('settings')
        .values({ company_id: strict.id, key: 'password.expires_days', value: '30' })
        .execute(),
    )
    const renew = (oldpass: string, pass: string) =>
      app.call(relations.renewPassword, { id: careful.id, oldpass, pass, repass: pass }, { as: bearer })
    expect((await renew(password, 'Otra-clave-larga-71')).code).toBe('NOT_FOUND')
    const made = new Date(Date.now() - 31 * 86_400_000)
    await change(strict, careful, { password_changed_at: made })
    const asked = await ask(careful.id)
    expect(asked.status).toBe(200)
    expect(codeIn(asked)).toBe(codeOf('PASSWORD_EXPIRED'))
    expect(asked.data[0].vencida).toMatchObject({ politica: { caducidad: 30 } })
    expect((await enter(careful.id)).code).toBe('SWITCH_TICKET')
    expect((await renew('no-es-esta-1', 'Otra-clave-larga-71')).code).toBe(codeOf('PRESENT_PASSWORD_WRONG'))
    expect((await renew(password, 'corta')).status).toBe(422)
    expect(await renew(password, 'Otra-clave-larga-71')).toMatchObject({ status: 200 })
    expect(codeIn(await ask(careful.id))).toBe('00000')
    expect((await enter(careful.id)).data.user.id).toBe(careful.id)
  })
})

describe('somebody who is not the owner', () => {
  test('gets nothing with the same number in another company, and changes nothing by it', async () => {
    const third = await aCompany(app)
    const { pool } = app.services.database
    const restart = (id: number) => pool.query(`alter table users alter column id restart with ${id}`)
    await restart(mine.id)
    const double = await aPerson(app, third, { profiles: ['hr'] })
    await restart(theirs.id + 1000)
    expect(double.id).toBe(mine.id)
    await join()
    const as = await signIn(app, third, double)
    expect(await related(as)).toHaveLength(1)
    await ask(theirs.id)
    expect((await ask(theirs.id, 2, as)).code).toBe('NOT_FOUND')
    expect((await enter(theirs.id, as)).code).toBe('SWITCH_TICKET')
    expect((await app.call(relations.cut, { id: theirs.id }, { as })).code).toBe('NOT_FOUND')
    await change(third, double, { mail: 'otro.doble@correo.example' })
    expect((await related()).map(({ relacion }: { relacion: unknown }) => relacion)).toMatchObject([
      { suspendida: false },
      { suspendida: false },
    ])
    expect((await enter(theirs.id)).data.user.id).toBe(theirs.id)
  })

  test('gets nothing by the same ids, mail and name', async () => {
    await join()
    const boss = await anAdministrator(app, there)
    const third = await aCompany(app)
    const hr = await anAdministrator(app, third)
    const double = await aPerson(app, third, {
      dni: '27835190',
      cuil: '27278351908',
      mail: mine.mail,
      username: mine.username,
      profiles: ['hr'],
    })
    for (const as of [boss.bearer, hr.bearer, await signIn(app, third, double)]) {
      expect(await related(as)).toHaveLength(1)
      expect((await ask(mine.id, 2, as)).code).toBe('NOT_FOUND')
      expect((await enter(mine.id, as)).code).toBe('SWITCH_TICKET')
      expect((await app.call(relations.cut, { id: mine.id }, { as })).code).toBe('NOT_FOUND')
    }
  })

  test.each([
    ['the mail', { mail: 'otro@correo.example' }],
    ['the user name', { username: 'otro.nombre' }],
    ['the password', { password_hash: 'otra' }],
    ['the version alone', { credential_version: 7 }],
  ])('changing %s of a related user suspends its relation in both directions', async (_, values) => {
    await join()
    const second = await signIn(app, there, theirs)
    await change(there, theirs, values)
    expect((await related())[1].relacion).toMatchObject({ suspendida: true })
    expect((await ask(theirs.id)).code).toBe('RELATION_SUSPENDED')
    expect(await related(second)).toMatchObject([{ id: theirs.id, relacion: { suspendida: true } }])
    expect((await ask(mine.id, 2, second)).code).toBe('NOT_FOUND')
    await tellSuspended(app.services)
    await tellSuspended(app.services)
    expect(await mailsOf(here, mine)).toEqual(['relation_made', 'relation_suspended'])
    expect(await mailsOf(there, theirs)).toEqual(['relation_made', 'relation_suspended'])
  })

  test('can’t get back into the group by relating the user that they took to one of their own', async () => {
    await join()
    const taken = await signIn(app, there, theirs)
    await change(there, theirs, { mail: `tomado${theirs.id}@correo.example` })
    const third = await aCompany(app)
    const accomplice = await aPerson(app, third, { profiles: ['hr'] })
    expect((await join(taken, accomplice.username)).status).toBe(200)
    expect((await related(taken)).map(({ id }: Person) => id)).toEqual([theirs.id, accomplice.id])
    expect((await ask(mine.id, 2, taken)).code).toBe('NOT_FOUND')
    expect((await related()).map(({ id }: Person) => id)).toEqual([mine.id])
  })

  test('suspends a relation until the owner proves it again, and the owner’s own change suspends nothing', async () => {
    await join()
    const second = await signIn(app, there, theirs)
    const own = { oldpass: password, pass: 'Otra-clave-larga-71', repass: 'Otra-clave-larga-71' }
    expect((await app.call(account.changePassword, own, { as: second })).status).toBe(200)
    expect((await related())[1].relacion).toMatchObject({ suspendida: false })
    const email = `propio${theirs.id}@correo.example`
    const asked = await app.call(ownAccount.changeMail, { email, pass: own.pass }, { as: second })
    expect(asked.status).toBe(200)
    const token = await mailLinkOf(there, theirs)
    expect((await app.call(ownAccount.useMailLink, { token })).status).toBe(200)
    expect((await related())[1].relacion).toMatchObject({ suspendida: false })
    await change(there, theirs, { mail: `vuelto${theirs.id}@correo.example` })
    expect((await related())[1].relacion).toMatchObject({ suspendida: true })
    const renewal = { id: theirs.id, oldpass: own.pass, pass: 'x', repass: 'x' }
    expect((await app.call(relations.renewPassword, renewal, { as: bearer })).code).toBe('RELATION_SUSPENDED')
    expect((await join(bearer, theirs.username, own.pass)).status).toBe(200)
    expect((await related())[1].relacion).toMatchObject({ suspendida: false })
    expect((await ask(theirs.id)).status).toBe(200)
  })

  test('suspends nothing where a sign-in renews the hash of the same password', async () => {
    const outdated = {
      password_hash: await hashPassword(password, { ...guessCost.password, memoryCost: 128 }),
    }
    await change(there, theirs, outdated)
    await join()
    await signIn(app, there, theirs)
    const hash = await inCompany(app, there.id, (tx) =>
      tx.db.selectFrom('users').select('password_hash').where('id', '=', theirs.id).executeTakeFirstOrThrow(),
    )
    expect(hash).not.toEqual(outdated)
    expect((await related())[1].relacion).toMatchObject({ suspendida: false })
    // The same change by somebody else is one.
    await change(there, theirs, outdated)
    expect((await related())[1].relacion).toMatchObject({ suspendida: true })
  })

  test('of the same company learns nothing of the relation', async () => {
    await join()
    const colleague = await anAdministrator(app, here)
    const read = await app.call(employees.list, {}, { as: colleague.bearer })
    expect(JSON.stringify(read.data)).not.toContain('Cuyo')
    const kept = await inCompany(app, here.id, (tx) =>
      tx.db.selectFrom('events').select('data').where('act', 'in', ['related', 'signed_out']).execute(),
    )
    expect(JSON.stringify(kept)).not.toContain(String(there.id))
    const rows = await inCompany(app, here.id, (tx) =>
      tx.db.selectFrom('related_users').select('company_id').execute(),
    )
    expect(rows.every(({ company_id }) => company_id === here.id)).toBe(true)
  })
})

describe('a target that asks more than the first sign-in did', () => {
  beforeEach(() => join())

  test.each([
    ['locked by an operator', 'users', { locked_at: new Date() }, codeOf('USER_LOCKED')],
    ['still at its first sign-in', 'users', { first_sign_in_done_at: null }, 'SWITCH_FIRST_SIGN_IN'],
    ['inactive', 'employees', { state: 'inactive' }, 'SWITCH_INACTIVE'],
  ] as const)('%s is refused, also after the ticket', async (_, table, values, code) => {
    await ask(theirs.id)
    await inCompany(app, there.id, (tx) =>
      tx.db.updateTable(table).set(values).where('id', '=', theirs.id).execute(),
    )
    expect((await enter(theirs.id)).code).toBe(code)
    expect((await ask(theirs.id)).code).toBe(code)
  })

  test('blocked for payment or for this address, which its card says', async () => {
    const close = (values: object) =>
      inCompany(app, there.id, (tx) => tx.db.updateTable('companies').set(values).execute())
    await close({ blocked_for_payment: true })
    expect((await related())[1]).toMatchObject({ blockedByPayment: true, blocked_by_ip: false })
    for (const type of [1, 2] as const)
      expect((await ask(theirs.id, type)).code).toBe(codeOf('PORTAL_BLOCKED'))
    await close({ blocked_for_payment: false, allowed_addresses: ['10.9.0.0/16'] })
    expect((await related())[1]).toMatchObject({ blockedByPayment: false, blocked_by_ip: true })
    expect((await ask(theirs.id)).code).toBe('COMPANY_ADDRESS_NOT_ALLOWED')
    await close({ allowed_addresses: [] })
    expect((await ask(theirs.id)).status).toBe(200)
  })

  test('locked by wrong passwords from this address', async () => {
    for (let n = 0; n < 10; n++) {
      const company = await inCompany(app, there.id, (tx) =>
        tx.db.selectFrom('companies').select('slug').executeTakeFirstOrThrow(),
      )
      await app.call(session.login, {
        user: theirs.username,
        password: 'no-es-esta-1',
        company: company.slug,
      })
    }
    expect((await ask(theirs.id)).code).toBe(codeOf('USER_LOCKED'))
  })

  test('with a second factor gets a session that may do nothing before it', async () => {
    await giveFactor(app, there, theirs)
    await ask(theirs.id)
    const entered = await enter(theirs.id)
    expect(entered.data).toMatchObject({ user: { restriccion: 'segundo_factor' }, permissions: [] })
    const jwt: string = entered.data.jwt
    expect((await app.call(employees.list, {}, { as: jwt })).code).toBe('SESSION_RESTRICTED')
    expect((await app.call(relations.related, {}, { as: jwt })).code).toBe('SESSION_RESTRICTED')
  })

  test('that only its provider lets in is refused, and a provider’s session neither joins nor switches', async () => {
    await inCompany(app, there.id, (tx) =>
      tx.db
        .insertInto('sso_providers')
        .values({
          company_id: there.id,
          kind: 'oidc',
          issuer: `https://idp.example/${there.id}`,
          client_id: 'legajo',
          mail_domains: ['correo.example'],
          only_sso: true,
          changed_at: new Date(),
        })
        .execute(),
    )
    expect((await ask(theirs.id)).code).toBe('SSO_ONLY')
    await inCompany(app, there.id, (tx) => tx.db.deleteFrom('sso_providers').execute())
    const proved = await stepUp(app, bearer)
    await inCompany(app, here.id, (tx) =>
      tx.db.updateTable('sessions').set({ method: 'sso' }).where('user_id', '=', mine.id).execute(),
    )
    const answers = [
      await app.call(relations.related, {}, { as: bearer }),
      await ask(theirs.id),
      await enter(theirs.id),
      await app.call(relations.join, { user: theirs.username, password }, { as: bearer, headers: proved }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, code: 'SWITCH_NOT_BY_SSO' })
  })
})

test('one’s own profile answers to one’s own id only', async () => {
  expect((await app.call(relations.profile, { id: mine.id }, { as: bearer })).data.id).toBe(mine.id)
  expect((await app.call(relations.profile, { id: theirs.id }, { as: bearer })).code).toBe('NOT_FOUND')
})

/** A second factor of somebody's own, as setting one up leaves it. */
/** The token of the link that confirms another mail of one's own. */
async function mailLinkOf(company: MadeCompany, user: Person): Promise<string> {
  const mail = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('mails')
      .select(['secret', 'message_id'])
      .where('user_id', '=', user.id)
      .where('event', '=', 'mail_confirm')
      .executeTakeFirstOrThrow(),
  )
  if (!mail.secret) throw new Error('no link in that mail')
  const link = openSecret(app.services.config.appSecret, 'mail', mail.secret, mail.message_id)
  return link.split('#correo.')[1] ?? ''
}

/** Lifts the restriction, as a correct code does. */
async function lift(company: MadeCompany, { id }: Person): Promise<void> {
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('sessions').set({ restriction: null }).where('user_id', '=', id).execute(),
  )
}
