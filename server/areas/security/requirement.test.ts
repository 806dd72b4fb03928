import { beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { account } from '#contract/account/account.ts'
import { movementsShown, security } from '#contract/security/security.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  type PersonWanted,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import { resetFactors } from './operations.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
const now = new Date('2026-11-20T15:00:00-03:00')
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  hr = await anAdministrator(app, company)
  await aBystander(app, company)
})

const require = async (profile: number, exigido: boolean, plazo?: string) =>
  app.call(
    security.require,
    { id: profile, exigido, ...(plazo && { plazo }) },
    { as: hr.bearer, headers: await stepUp(app, hr.bearer) },
  )
const mails = (event: string) =>
  inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('mails').select(['user_id', 'variables']).where('event', '=', event).execute(),
  )

/** Gives somebody a factor without its ceremony. */
const give = (person: { id: number }, of = company) =>
  inCompany(app, of.id, (tx) =>
    tx.db
      .insertInto('factors')
      .values({
        company_id: tx.company,
        user_id: person.id,
        kind: 'mail',
        mail: 'codigos@correo.example',
        confirmed_at: now,
        created_at: now,
      })
      .execute(),
  )

describe('a management profile that requires a second factor', () => {
  test('notifies its people, lets them sign in without one until the deadline, then requires adding one', async () => {
    const boss = await aPerson(app, company, { profiles: ['employee', 'manager'] })
    const has = await aPerson(app, company, { profiles: ['employee', 'manager'] })
    await give(has)
    // Neither can sign in.
    await aPerson(app, company, { profiles: ['manager'], state: 'inactive' })
    const locked = await aPerson(app, company, { profiles: ['manager'] })
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('users').set({ locked_at: now }).where('id', '=', locked.id).execute(),
    )
    const { data } = await require(company.profiles.manager, true, '2026-12-01')
    // The first moment of the day where the company is.
    expect(data).toEqual({ exigido: true, desde: '2026-12-01T03:00:00.000Z' })
    const told = await mails('factor_required')
    expect(told.map(({ user_id }) => user_id)).toEqual([boss.id])
    expect(told[0]?.variables).toMatchObject({ vence: '2026-12-01' })
    const list = await app.call(security.profiles, {}, { as: hr.bearer })
    expect(list.data).toContainEqual(
      expect.objectContaining({ id: company.profiles.manager, personas: 2, tienen: 1, exigido: true }),
    )
    const nobodys = { id: company.profiles.leave_approver, personas: 0, tienen: 0, exigido: false }
    expect(list.data).toContainEqual(expect.objectContaining(nobodys))
    const missing = await app.call(security.missing, {}, { as: hr.bearer })
    expect(missing.data).toMatchObject([{ id: boss.id, ingreso: null }])
    expect((await app.call(security.remind, {}, { as: hr.bearer })).data).toEqual({
      enviados: 1,
      sin_correo: 0,
    })
    // Another profile that requires one mails its own people, and nobody where there is no mail.
    await aPerson(app, company, { profiles: ['limited'], mail: null })
    await require(company.profiles.limited, true)
    expect((await mails('factor_required')).map(({ user_id }) => user_id)).toEqual([boss.id, boss.id])
    expect((await app.call(security.remind, {}, { as: hr.bearer })).data).toEqual({
      enviados: 1,
      sin_correo: 1,
    })
    await require(company.profiles.limited, false)

    const early = await signIn(app, company, boss)
    expect((await app.call(account.profile, {}, { as: early })).data.restriccion).toBeNull()
    app.setNow(new Date('2026-12-01T00:00:01-03:00'))
    const late = await signIn(app, company, boss)
    expect((await app.call(account.profile, {}, { as: late })).data.restriccion).toBe('segundo_factor')
    // It is asked of the profile, not of the person: the employees' site stays open to them.
    const site = await signIn(app, company, boss, 'e')
    expect((await app.call(account.profile, {}, { as: site })).data.restriccion).toBeNull()
    // Adding one needs no password again, which was just given, and opens the session.
    expect(await app.call(security.addApp, {}, { as: late })).toMatchObject({ status: 200 })
    app.setNow(now)
    expect((await require(company.profiles.manager, false)).data).toEqual({ exigido: false, desde: null })
    const acts = (await app.call(security.movements, {}, { as: hr.bearer })).data
    expect(acts).toContainEqual(expect.objectContaining({ hecho: 'mfa_not_required', a: expect.any(String) }))
    expect(acts).toContainEqual(expect.objectContaining({ hecho: 'signed_in' }))
  })

  test('is refused for employees and additive profiles, a term gone by or too far, and another company', async () => {
    for (const restricted of [company.profiles.employee, company.profiles.certificate_holder])
      expect(await require(restricted, true)).toMatchObject({ code: 'SYSTEM_MFA_RESTRICTED_PROFILE' })
    for (const day of ['2026-11-19', '2027-02-19'])
      expect(await require(company.profiles.manager, true, day)).toMatchObject({ code: 'MFA_TERM' })
    const other = await aCompany(app)
    expect(await require(other.profiles.manager, true)).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('has a term from today to 90 days on, of two weeks where none is given; to stop has none', async () => {
    const from = async (exigido: boolean, plazo?: string) =>
      (await require(company.profiles.limited, exigido, plazo)).data
    for (const [plazo, day] of [
      ['2026-11-20', '2026-11-20'],
      ['2027-02-18', '2027-02-18'],
      [undefined, '2026-12-04'],
    ] as const)
      expect(await from(true, plazo)).toEqual({ exigido: true, desde: `${day}T03:00:00.000Z` })
    expect(await from(false, '2020-01-01')).toEqual({ exigido: false, desde: null })
    const noted = await inCompany(app, company.id, ({ db }) =>
      db
        .selectFrom('events')
        .select(['act', 'data'])
        .where('subject_kind', '=', 'setting')
        .where('subject_id', '=', company.profiles.limited)
        .orderBy('id', 'desc')
        .limit(2)
        .execute(),
    )
    const profile = expect.any(String)
    expect(noted).toEqual([
      { act: 'mfa_not_required', data: { profile } },
      { act: 'mfa_required', data: { profile, from: '2026-12-04' } },
    ])
  })

  test('nobody removes the last one that their profile asks for', async () => {
    const boss = await aPerson(app, company, { profiles: ['manager'] })
    const as = await signIn(app, company, boss)
    await give(boss)
    await inCompany(app, company.id, async (tx) => {
      await tx.db
        .updateTable('sessions')
        .set({ factor: 'mail', factor_at: now })
        .where('user_id', '=', boss.id)
        .execute()
      await tx.db
        .updateTable('profiles')
        .set({ mfa_required: true })
        .where('id', '=', company.profiles.manager)
        .execute()
    })
    // Any of several goes but the last, and so does that of somebody whose own profile asks for none.
    const other = await aPerson(app, company, { profiles: ['hr'] })
    const free = await signIn(app, company, other)
    await give(other)
    await inCompany(app, company.id, async ({ db }) => {
      const one = { company_id: company.id, user_id: boss.id, created_at: now, confirmed_at: now }
      await db
        .insertInto('factors')
        .values({ ...one, kind: 'passkey', credential: 'suya', public_key: Buffer.from('none') })
        .execute()
      await db
        .updateTable('sessions')
        .set({ factor: 'mail', factor_at: now })
        .where('user_id', '=', other.id)
        .execute()
    })
    const [spare] = (await app.call(security.factors, {}, { as })).data.factores
    expect(await app.call(security.remove, { id: spare.id }, { as })).toMatchObject({ status: 200 })
    const [theirs] = (await app.call(security.factors, {}, { as: free })).data.factores
    expect(await app.call(security.remove, { id: theirs.id }, { as: free })).toMatchObject({ status: 200 })
    const [own] = (await app.call(security.factors, {}, { as })).data.factores
    expect(await app.call(security.remove, { id: own.id }, { as })).toMatchObject({
      code: 'MFA_LAST_REQUIRED',
    })
    await require(company.profiles.manager, false)
    expect(await app.call(security.remove, { id: own.id }, { as })).toMatchObject({ status: 200 })
  })
})

describe('a lost second factor', () => {
  const reset = async (id: number, as = hr.bearer) =>
    app.call(security.reset, { id }, { as, headers: await stepUp(app, as) })

  test('is removed from an employee by HR, which ends their sessions and is mailed', async () => {
    const worker = await aPerson(app, company)
    await give(worker)
    const as = await signIn(app, company, worker, 'e')
    expect(await app.call(security.reset, { id: worker.id }, { as: hr.bearer })).toMatchObject({
      code: 'STEP_UP_REQUIRED',
    })
    const wrongCounted = () =>
      inCompany(app, company.id, (tx) =>
        tx.db.selectFrom('factor_counts').select('wrong').where('user_id', '=', worker.id).execute(),
      )
    await app.call(security.sendCode, {}, { as })
    expect((await app.call(security.prove, { tipo: 'correo', codigo: '000000' }, { as })).status).toBe(422)
    expect(await wrongCounted()).toEqual([{ wrong: 1 }])
    expect(await reset(worker.id)).toMatchObject({ status: 200 })
    expect(await wrongCounted()).toEqual([])
    expect(await app.call(account.profile, {}, { as })).toMatchObject({ status: 401 })
    const open = await signIn(app, company, worker, 'e')
    expect((await app.call(account.profile, {}, { as: open })).data.restriccion).toBeNull()
    expect((await mails('factor_reset')).map(({ user_id }) => user_id)).toContain(worker.id)
    expect(await reset(worker.id)).toMatchObject({ code: 'SYSTEM_MFA_AUTH_NOT_CONFIGURED' })
  })

  test('is never taken by a colleague from who administers, nor from somebody out of reach', async () => {
    const boss = await aPerson(app, company, { profiles: ['employee', 'manager'] })
    await give(boss)
    expect(await reset(boss.id)).toMatchObject({ code: 'MFA_RESET_MANAGES' })
    const limited = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Planta' }] })
    const worker = await aPerson(app, company, { sector: 'Ventas' })
    await give(worker)
    expect(await reset(worker.id, await signIn(app, company, limited))).toMatchObject({ code: 'NOT_FOUND' })
    // The operator may.
    await inCompany(app, company.id, (tx) => resetFactors(tx, app.services, boss.id, { actorId: null }))
    const as = await signIn(app, company, boss)
    expect((await app.call(account.profile, {}, { as })).data.restriccion).toBeNull()
  })
})

test('a profile counts who can sign in under it within reach, and of them who has a factor', async () => {
  const there = await aCompany(app)
  const boss = await anAdministrator(app, there)
  const under = (wanted: PersonWanted) => aPerson(app, there, { profiles: ['limited'], ...wanted })
  const [near, far] = [await under({ sector: 'Planta' }), await under({})]
  const [left, locked, half] = [await under({ state: 'inactive' }), await under({}), await under({})]
  for (const person of [near, left, locked, half]) await give(person, there)
  await inCompany(app, there.id, async ({ db }) => {
    await db.updateTable('users').set({ locked_at: now }).where('id', '=', locked.id).execute()
    await db.updateTable('factors').set({ confirmed_at: null }).where('user_id', '=', half.id).execute()
  })
  const counts = async ({ bearer: as }: { bearer: string }) => {
    const { data } = await app.call(security.profiles, {}, { as })
    const { personas, tienen } = data.find(({ id }: { id: number }) => id === there.profiles.limited)
    return { personas, tienen }
  }
  expect(await counts(boss)).toEqual({ personas: [near, far, half].length, tienen: 1 })
  const part = await aLimited(app, there, { sector: 'Planta', actions: [actions.generalSettings] })
  expect(await counts(part)).toEqual({ personas: 1, tienen: 1 })
})

test('movements, sessions and people without a factor are shown within reach only', async () => {
  const limited = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Planta' }] })
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('profile_actions')
      .values({ company_id: tx.company, profile_id: company.profiles.limited, action: 40 })
      .onConflict((on) => on.doNothing())
      .execute(),
  )
  const as = await signIn(app, company, limited)
  const sessions = await app.call(security.sessions, {}, { as: hr.bearer })
  expect(sessions.data.map((one: { propia: boolean }) => one.propia)).toContain(true)
  expect(sessions.data.length).toBeGreaterThan(1)
  expect((await app.call(security.sessions, {}, { as })).data).toEqual([])
  const missing = await app.call(security.missing, {}, { as })
  expect(missing.data.map(({ id }: { id: number }) => id)).not.toContain(hr.id)
  const acts = (await app.call(security.movements, {}, { as })).data as { hecho: string }[]
  expect(acts.filter(({ hecho }) => hecho === 'signed_in')).toEqual([])
})

test('of the sessions those at the portal are shown that are open, unexpired and not idle', async () => {
  const there = await aCompany(app)
  const boss = await anAdministrator(app, there)
  const shown = async () => {
    const { data, pagination } = await app.call(security.sessions, {}, { as: boss.bearer })
    expect(data.filter(({ propia }: { propia: boolean }) => propia)).toHaveLength(1)
    return [data.length, pagination?.total]
  }
  await signIn(app, there, boss)
  await signIn(app, there, await aPerson(app, there), 'e')
  expect(await shown()).toEqual([2, 2])
  const shut = [{ ended_at: now }, { expires_at: now }, { seen_at: new Date(now.getTime() - 3_600_000) }]
  for (const values of shut) {
    const { id } = await aPerson(app, there, { profiles: ['hr'] }).then(async (person) => {
      await signIn(app, there, person)
      return person
    })
    expect(await shown()).toEqual([3, 3])
    await inCompany(app, there.id, (tx) =>
      tx.db.updateTable('sessions').set(values).where('user_id', '=', id).execute(),
    )
    expect(await shown()).toEqual([2, 2])
  }
})

test('movements of the last 90 days are paged to their end, none twice and none left out', async () => {
  const busy = await aCompany(app)
  const boss = await anAdministrator(app, busy)
  const at = (minutes: number) => new Date(app.services.clock().getTime() - minutes * 60_000)
  await inCompany(app, busy.id, async (tx) => {
    // Three at each instant, so that a page ends among equals; and one that is too old.
    for (const minutes of [5, ...Array.from({ length: 75 }, (_, n) => 10 + Math.floor(n / 3)), 91 * 1440])
      await recordEvent(tx, {
        subject: { kind: 'credential', id: boss.id },
        act: 'locked',
        actorId: boss.id,
        at: at(minutes),
      })
  })
  const seen: string[] = []
  for (let antes: string | undefined, pages = 0; pages < 9; pages++) {
    const { data } = await app.call(security.movements, antes ? { antes } : {}, { as: boss.bearer })
    seen.push(
      ...data
        .filter((one: { hecho: string }) => one.hecho === 'locked')
        .map((one: { fecha: string }) => one.fecha),
    )
    if (data.length < movementsShown) break
    antes = data.at(-1).fecha
  }
  expect(seen).toHaveLength(76)
  expect(new Set(seen).size).toBe(26)
})

test('movements show exports and acts on factors of 90 days, those of people within reach, and no other act', async () => {
  const firm = await aCompany(app)
  const boss = await anAdministrator(app, firm)
  const worker = await aPerson(app, firm, { firstName: 'Ana', lastName: 'Mora' })
  const limited = await aPerson(app, firm, { profiles: ['limited'], filters: [{ sector: 'Planta' }] })
  await inCompany(app, firm.id, ({ db }) =>
    db.updateTable('users').set({ first_name: 'Eva', last_name: 'Paz' }).where('id', '=', boss.id).execute(),
  )
  await signIn(app, firm, worker, 'e')
  await signIn(app, firm, await aPerson(app, firm, { profiles: ['hr'] }))
  const at = (days: number) => new Date(app.services.clock().getTime() - days * 86_400_000 - 60_000)
  await inCompany(app, firm.id, async (tx) => {
    await tx.db
      .insertInto('profile_actions')
      .values({ company_id: tx.company, profile_id: firm.profiles.limited, action: 40 })
      .onConflict((on) => on.doNothing())
      .execute()
    const by = (days: number) => ({ actorId: boss.id, at: at(days) })
    const document = (id: number) => ({ kind: 'document' as const, id })
    const subject = { kind: 'credential' as const, id: worker.id }
    await tx.db
      .updateTable('sessions')
      .set({ created_at: at(91) })
      .where('audience', '=', 's')
      .where('user_id', '<>', boss.id)
      .execute()
    const hoursBefore = new Date(at(1).getTime() - 2 * 3_600_000)
    await recordEvent(tx, { subject: document(4), act: 'exported', ...by(1), at: hoursBefore })
    await recordEvent(tx, { subject: document(5), act: 'exported', ...by(1) })
    await recordEvent(tx, { subject: document(1), act: 'exported', ...by(1) })
    await recordEvent(tx, { subject: document(2), act: 'exported', ...by(91) })
    await recordEvent(tx, { subject: document(3), act: 'read', ...by(1) })
    await recordEvent(tx, { subject, act: 'locked', ...by(1) })
    await recordEvent(tx, { subject, act: 'factor_reset', ...by(91) })
    await recordEvent(tx, { subject, act: 'password_changed', ...by(1) })
  })
  const shown = async (as: string): Promise<string[]> =>
    (await app.call(security.movements, {}, { as })).data
      .map(({ hecho }: { hecho: string }) => hecho)
      .filter((act: string) => act !== 'signed_in')
  expect((await shown(boss.bearer)).toSorted()).toEqual(['exported', 'exported', 'locked'])
  const own = { as: boss.bearer }
  const { data: all } = await app.call(security.movements, {}, own)
  const facts = { quien: 'Eva Paz', a: null }
  expect(all).toMatchObject([
    { ...facts, hecho: 'signed_in' },
    { ...facts, hecho: 'locked', a: 'Ana Mora' },
    { ...facts, hecho: 'exported', cantidad: 2 },
    { ...facts, hecho: 'exported', cantidad: 1 },
  ])
  // The acts of an instant are not before it.
  const { data: before } = await app.call(security.movements, { antes: at(1).toISOString() }, own)
  expect(before).toMatchObject([{ hecho: 'exported', cantidad: 1 }])
  expect(await shown(await signIn(app, firm, limited))).toEqual([])

  // Each act on a factor is shown.
  const acts = [
    'factor_added',
    'factor_removed',
    'factor_reset',
    'factor_locked',
    'recovery_codes_made',
    'recovery_code_used',
  ] as const
  const required = ['mfa_required', 'mfa_not_required'] as const
  await inCompany(app, firm.id, async (tx) => {
    const by = { actorId: boss.id, at: at(2) }
    for (const act of acts)
      await recordEvent(tx, { subject: { kind: 'credential', id: worker.id }, act, ...by })
    for (const act of required)
      await recordEvent(tx, { subject: { kind: 'setting', id: firm.profiles.hr }, act, ...by })
  })
  expect((await shown(boss.bearer)).toSorted()).toEqual(
    ['exported', 'exported', 'locked', ...acts, ...required].toSorted(),
  )
})
