import { beforeAll, describe, expect, test } from 'vitest'
import type { ActionId } from '#contract/actions.ts'
import { actions } from '#contract/actions.ts'
import { codeOf } from '#contract/errors.ts'
import { employeeRights } from '#contract/employees/rights.ts'
import { employees } from '#contract/employees/employees.ts'
import { employment } from '#contract/employees/employment.ts'
import { session } from '#contract/session/session.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { setSetting } from '#server/shared/settings.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  password,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import { endDueStays } from './employment.ts'

let app: TestApp
let company: MadeCompany
let hr: { id: number; bearer: string }
let colleague: { id: number; bearer: string }

const noon = new Date('2026-11-05T15:00:00Z')
const later = (hours: number, minutes = 0) =>
  app.setNow(new Date(noon.getTime() + hours * 3_600_000 + minutes * 60_000))

beforeAll(async () => {
  app = await testApp()
  app.setNow(noon)
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  colleague = await anAdministrator(app, company)
})

const tickets = new Map<string, Record<string, string>>()
/** One ticket a session serves all its acts of this file. */
async function proved(as: string) {
  const headers = tickets.get(as) ?? (await stepUp(app, as))
  tickets.set(as, headers)
  return { as, headers }
}
const end = async (id: number, also: object = {}, as = hr.bearer) =>
  app.call(employment.end, { id, motivo: 'resignation', fechabaja: '2026-11-05', ...also }, await proved(as))
const undo = async (id: number, as = colleague.bearer) => app.call(employment.undo, { id }, await proved(as))
const stay = async (id: number, as = hr.bearer) => (await app.call(employment.stay, { id }, { as })).data
const mailsTo = (id: number, event: string) =>
  inCompany(app, company.id, async (tx) => {
    const rows = await tx.db
      .selectFrom('mails')
      .select('to_address')
      .where('user_id', '=', id)
      .where('event', '=', event)
      .orderBy('to_address')
      .execute()
    return rows.map(({ to_address }) => to_address)
  })

describe('the end of a stay', () => {
  test('is planned up to the days of the company’s setting, and not one more', async () => {
    const { id } = await aPerson(app, company)
    expect((await end(id, { fechabaja: '2027-01-05' })).code).toBe(codeOf('END_TOO_FAR_AHEAD'))
    expect((await end(id, { fechabaja: '2027-01-04' })).data.estado).toBe('active')
    await inCompany(app, company.id, (tx) => setSetting(tx, 'employees.end_days_ahead', 5, null))
    expect((await end(id, { fechabaja: '2026-11-11' })).code).toBe(codeOf('END_TOO_FAR_AHEAD'))
    expect((await stay(id)).ultimo_dia).toBe('2026-11-10')
    await inCompany(app, company.id, (tx) => setSetting(tx, 'employees.end_days_ahead', 60, null))
  })

  test('needs an observation for another reason, and drops only a candidate', async () => {
    const { id } = await aPerson(app, company)
    const refused = await end(id, { motivo: 'others' })
    expect(refused.errors).toMatchObject([
      { code: codeOf('END_OBSERVATION_REQUIRED'), field: 'observaciones' },
    ])
    expect((await end(id, { motivo: 'candidate_drop' })).code).toBe(codeOf('END_REASON_OTHER_STATE'))
    expect((await stay(id)).motivos).not.toContain('candidate_drop')
    const candidate = await aPerson(app, company, { state: 'onboarding' })
    expect((await stay(candidate.id)).motivos).toEqual(['candidate_drop'])
    expect((await end(candidate.id)).code).toBe(codeOf('END_REASON_OTHER_STATE'))
    expect((await end(candidate.id, { motivo: 'candidate_drop' })).data.estado).toBe('inactive')
  })

  test('names the direct reports and mails every address what stays open', async () => {
    const boss = await aPerson(app, company, { profiles: ['employee', 'manager'] })
    const report = await aPerson(app, company)
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('employees').set({ manager_id: boss.id }).where('id', '=', report.id).execute(),
    )
    const before = await stay(boss.id)
    expect(before.reportan).toMatchObject({ total: 1, personas: [{ id: report.id }] })
    expect(before.actos).toEqual(['end'])
    await end(boss.id, { mail_personal: 'en.casa@correo.example' })
    expect(await mailsTo(boss.id, 'employment_ended')).toHaveLength(2)
    expect(await mailsTo(boss.id, 'employment_ended')).toContain('en.casa@correo.example')
    const without = await app.call(
      employees.list,
      { sin: ['reporta'], buscar: report.cuil },
      { as: hr.bearer },
    )
    expect(without.data).toHaveLength(1)
  })

  test('waits for the second at which its day begins in the company’s zone', async () => {
    const { id } = await aPerson(app, company)
    await end(id, { fechabaja: '2026-11-06' })
    const stateAt = async (now: string) => {
      app.setNow(new Date(now))
      await endDueStays(app.services)
      app.setNow(noon)
      return (await stay(id)).estado
    }
    expect(await stateAt('2026-11-06T02:59:59Z')).toBe('active')
    expect(await stateAt('2026-11-06T03:00:00Z')).toBe('inactive')
    expect((await stay(id)).fin.cumplida).toBe('2026-11-06T03:00:00.000Z')
  })

  test('withdraws a change of the person’s profiles that waits for a second person', async () => {
    const holder = await anAdministrator(app, company)
    const asked = await app.call(
      employeeRights.setProfiles,
      { id: holder.id, idperfiles: [company.profiles.employee, company.profiles.certificate_holder] },
      { ...(await proved(hr.bearer)), confirm: [codeOf('SECOND_PERSON_NEEDED')] },
    )
    expect(asked.status).toBe(200)
    await inCompany(app, company.id, (tx) =>
      tx.db
        .deleteFrom('user_profiles')
        .where('user_id', '=', holder.id)
        .where('profile_id', '=', company.profiles.certificate_holder)
        .execute(),
    )
    expect((await end(holder.id)).data.estado).toBe('inactive')
    const states = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('approvals').select('state').where('subject_id', '=', holder.id).execute(),
    )
    expect(states).toEqual([{ state: 'withdrawn' }])
  })
})

describe('an end whose day is to come', () => {
  test('is called off by the person who planned it, and the stay goes on', async () => {
    const { id } = await aPerson(app, company)
    await end(id, { fechabaja: '2026-11-20' })
    expect(await stay(id)).toMatchObject({
      actos: ['end', 'call_off'],
      fin: { dia: '2026-11-20', cumplida: null },
    })
    expect((await undo(id, hr.bearer)).status).toBe(200)
    expect(await stay(id)).toMatchObject({ actos: ['end'], fin: null, estado: 'active' })
    expect((await undo(id, hr.bearer)).code).toBe('END_NOT_PLANNED')
  })
})

describe('undoing an end', () => {
  test('gives back the same stay, profiles and filters, by a second person', async () => {
    const person = await aPerson(app, company, {
      profiles: ['employee', 'limited'],
      filters: [{ sector: 'Ventas' }],
    })
    const before = await app.call(employeeRights.ofUser, { id: person.id }, { as: hr.bearer })
    await end(person.id)
    expect((await undo(person.id, hr.bearer)).code).toBe(codeOf('END_UNDO_OWN'))
    expect((await stay(person.id)).actos).toEqual(['reactivate'])
    expect((await stay(person.id, colleague.bearer)).actos).toEqual(['undo', 'reactivate'])
    const undone = await undo(person.id)
    expect(undone.data).toMatchObject({ estado: 'active', estadias: [{ hasta: null, motivo: null }] })
    const after = await app.call(employeeRights.ofUser, { id: person.id }, { as: hr.bearer })
    expect(after.data).toEqual(before.data)
    expect(await mailsTo(person.id, 'employment_end_undone')).toHaveLength(1)
    expect((await app.call(session.login, { user: person.username, password, site: 'e' })).status).toBe(200)
  })

  test('makes no employee of a candidate', async () => {
    const candidate = await aPerson(app, company, { state: 'onboarding' })
    const drop = (fechabaja: string) => end(candidate.id, { motivo: 'candidate_drop', fechabaja })
    const states = () =>
      inCompany(app, company.id, async (tx) => {
        const found = await tx.db
          .selectFrom('employees')
          .innerJoin('employments', 'employments.employee_id', 'employees.id')
          .where('employees.id', '=', candidate.id)
          .select(['employees.state', 'employments.state as stay'])
          .executeTakeFirstOrThrow()
        return [found.state, found.stay]
      })
    await drop('2026-11-20')
    expect((await undo(candidate.id, hr.bearer)).data.estado).toBe('onboarding')
    expect(await states()).toEqual(['onboarding', 'planned'])
    expect((await drop('2026-11-05')).data.estado).toBe('inactive')
    expect((await undo(candidate.id)).data.estado).toBe('onboarding')
    expect(await states()).toEqual(['onboarding', 'planned'])
  })

  test('happens once where two do it at the same moment', async () => {
    const { id } = await aPerson(app, company)
    const third = await anAdministrator(app, company)
    await end(id)
    const options = [await proved(colleague.bearer), await proved(third.bearer)]
    const both = await Promise.all(options.map((by) => app.call(employment.undo, { id }, by)))
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })

  test('is refused after 48 hours and one minute, and works a minute before', async () => {
    const [early, late] = [await aPerson(app, company), await aPerson(app, company)]
    await end(early.id)
    await end(late.id)
    const second = await anAdministrator(app, company)
    const at = async (hours: number, minutes: number) => {
      later(hours, minutes)
      return signIn(app, company, second)
    }
    expect((await undo(early.id, await at(47, 59))).status).toBe(200)
    const refused = await undo(late.id, await at(48, 1))
    expect(refused.code).toBe(codeOf('END_UNDO_LATE'))
    app.setNow(noon)
  })
})

describe('somebody who is taken on again', () => {
  test('is an employee alone, with a password to be made anew', async () => {
    const person = await aPerson(app, company, { profiles: ['employee', 'hr'] })
    await end(person.id)
    const back = await app.call(
      employment.reactivate,
      { id: person.id, fecha_contratacion: '2026-11-05' },
      await proved(hr.bearer),
    )
    expect(back.code).toBe(codeOf('REHIRE_BEFORE_END'))
    const again = await app.call(
      employment.reactivate,
      { id: person.id, fecha_contratacion: '2026-11-06' },
      await proved(hr.bearer),
    )
    expect(again.data).toMatchObject({ estado: 'active', perfiles: ['Colaborador'] })
    const entered = await app.call(session.login, { user: person.username, password, site: 'e' })
    expect(entered.status).not.toBe(200)
    expect(await mailsTo(person.id, 'new_user')).toHaveLength(1)
    expect((await undo(person.id)).code).toBe('END_NOT_PLANNED')
  })
})

test('a person with 7 alone ends nobody who could grant, and not themselves', async () => {
  const clerk = await aClerk([actions.employees])
  const granter = await aPerson(app, company, { sector: 'Ventas', profiles: ['employee', 'hr'] })
  expect((await end(granter.id, {}, clerk.bearer)).code).toBe(codeOf('ADMINISTRATOR_EMPLOYMENT_END'))
  expect((await end(clerk.id, {}, clerk.bearer)).code).toBe(codeOf('OWN_EMPLOYMENT_END'))
  const person = await aPerson(app, company, { sector: 'Ventas' })
  expect((await end(person.id, {}, clerk.bearer)).status).toBe(200)
})

async function aClerk(held: readonly ActionId[]) {
  const person = await aPerson(app, company, { sector: 'Ventas', profiles: ['limited'] })
  const { id } = await inCompany(app, company.id, async (tx) => {
    const profile = await tx.db
      .insertInto('profiles')
      .values({
        company_id: tx.company,
        type: 2,
        kind: 'limited',
        name: `Mesa ${person.id}`,
        sees_confidential: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('profile_actions')
      .values(held.map((action) => ({ company_id: tx.company, profile_id: profile.id, action })))
      .execute()
    await tx.db
      .updateTable('user_profiles')
      .set({ profile_id: profile.id })
      .where('user_id', '=', person.id)
      .where('type', '=', 2)
      .execute()
    return person
  })
  return { id, bearer: await signIn(app, company, person) }
}
