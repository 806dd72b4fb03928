import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { employeePlaces } from '#contract/employees/places.ts'
import { employeeRights } from '#contract/employees/rights.ts'
import { employees } from '#contract/employees/employees.ts'
import { employment } from '#contract/employees/employment.ts'
import { userFolders } from '#contract/folders/configuration.ts'
import { session } from '#contract/session/session.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  cuilOf,
  inCompany,
  password,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import { countWaiting } from '#server/testing/waiting.ts'
import { endDueStays } from './employment.ts'

let app: TestApp
let company: MadeCompany
let admin: { id: number; bearer: string }
let limited: { id: number; bearer: string }
let sectorId: number
let locationId: number

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-11-05T15:00:00Z'))
  company = await aCompany(app)
  await aBystander(app, company)
  admin = await anAdministrator(app, company)
  const clerk = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Logística' }] })
  limited = { id: clerk.id, bearer: await signIn(app, company, clerk) }
  await aPerson(app, company, { sector: 'Logística', location: 'Planta Pilar' })
  const both = await app.call(employeePlaces.both, {}, { as: admin.bearer })
  const logistics = ({ nombre }: { nombre: string }) => nombre === 'Logística'
  sectorId = both.data.sectores.find(logistics).id
  locationId = both.data.locaciones[0].id
})

const tickets = new Map<string, Record<string, string>>()
/** One ticket a session is enough for five minutes. */
async function ticket(bearer: string): Promise<Record<string, string>> {
  const held = tickets.get(bearer) ?? (await stepUp(app, bearer))
  tickets.set(bearer, held)
  return held
}

const setProfiles = async (id: number, idperfiles: number[], as = admin.bearer) =>
  app.call(employeeRights.setProfiles, { id, idperfiles }, { as, headers: await ticket(as) })
const setFilters = async (
  id: number,
  filtros: { sector: number | null; locacion: number | null }[],
  as = admin.bearer,
) => app.call(employeeRights.setFilters, { id, filtros }, { as, headers: await ticket(as) })

describe('an administrator who raises their own rights', () => {
  test('is refused by every call, full HR and limited alike', async () => {
    for (const { id, bearer: as } of [admin, limited]) {
      const call = async <C extends Parameters<TestApp['call']>[0]>(c: C, input: object) =>
        (await app.call(c, { id, ...input } as never, { as, headers: await ticket(as) })).code
      // Limited HR doesn't see itself here, so it isn't there at all.
      const [rights, record] =
        as === admin.bearer
          ? [codeOf('OWN_PROFILES_FIXED'), codeOf('OWN_RECORD_FIXED')]
          : ['NOT_FOUND', 'NOT_FOUND']
      expect([
        await call(employeeRights.setProfiles, { idperfiles: [company.profiles.hr] }),
        await call(employeeRights.setFilters, { filtros: [] }),
        await call(employeePlaces.move, { sector: sectorId, locacion: locationId }),
        await call(employeePlaces.appoint, { cargo: null, reporta: admin.id === id ? limited.id : null }),
        await call(employees.update, { sector: sectorId }),
        await call(employees.changeMail, { mail: 'propio@correo.example' }),
        await call(employment.identify, { usuario: 'otro' }),
      ]).toEqual([rights, rights, ...Array.from({ length: 5 }, () => record)])
      expect(await call(employment.end, { motivo: 'others', fechabaja: '2026-11-05' })).toBe(
        as === admin.bearer ? codeOf('OWN_EMPLOYMENT_END') : 'NOT_FOUND',
      )
    }
  })

  test('by a helper within reach gives nothing that they lack', async () => {
    const friend = await aPerson(app, company, { sector: 'Logística', profiles: ['employee', 'limited'] })
    for (const profile of ['hr', 'manager'] as const)
      expect((await setProfiles(friend.id, [company.profiles[profile]], limited.bearer)).code).toBe(
        codeOf('GRANT_BEYOND_OWN'),
      )
    expect((await setProfiles(friend.id, [company.profiles.employee], limited.bearer)).code).toBe(
      codeOf('GRANT_BEYOND_OWN'),
    )
    expect((await setFilters(friend.id, [], limited.bearer)).code).toBe(codeOf('GRANT_BEYOND_OWN'))
    expect(
      (await setProfiles(friend.id, [company.profiles.employee], friend.id ? admin.bearer : '')).status,
    ).toBe(200)
  })

  test('with a smaller profile than the one to be given is refused', async () => {
    const { id, as } = await aLesserAdministrator('RR. HH. sin reportes')
    const person = await aPerson(app, company)
    expect((await setProfiles(person.id, [company.profiles.hr], as)).code).toBe(codeOf('GRANT_BEYOND_OWN'))
    expect((await setProfiles(admin.id, [company.profiles.employee], as)).code).toBe(
      codeOf('GRANT_BEYOND_OWN'),
    )
    expect((await setProfiles(person.id, [id], as)).status).toBe(200)
  })

  test('with a smaller profile than a limited one doesn’t choose what that one sees', async () => {
    const { as } = await aLesserAdministrator('RR. HH. sin filtros')
    const clerk = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Logística' }] })
    const wider = [{ sector: null, locacion: locationId }]
    const refused = await setFilters(clerk.id, wider, as)
    expect([refused.status, refused.code]).toEqual([403, codeOf('GRANT_BEYOND_OWN')])
    expect((await setFilters(clerk.id, wider)).status).toBe(200)
  })

  test('while they see only some folders, gives nobody a profile that sees all of them', async () => {
    const narrowed = await aPerson(app, company, { profiles: ['hr'] })
    const [folder, other] = [(await aType(app, company)).folderId, (await aType(app, company)).folderId]
    const limitTo = async (idUsuario: number, idCarpeta: number) =>
      app.call(
        userFolders.add,
        { idUsuario, idCarpeta },
        { as: admin.bearer, headers: await ticket(admin.bearer) },
      )
    await limitTo(narrowed.id, folder)
    const as = await signIn(app, company, narrowed)
    const { employee, hr, limited: part, manager } = company.profiles
    const friend = await aPerson(app, company)
    for (const profile of [hr, part])
      expect((await setProfiles(friend.id, [employee, profile], as)).code).toBe(codeOf('GRANT_BEYOND_OWN'))
    // A manager sees no folder until somebody gives them one that the giver sees.
    expect((await setProfiles(friend.id, [employee, manager], as)).status).toBe(200)
    expect((await setProfiles(friend.id, [employee, hr], as)).code).toBe(codeOf('GRANT_BEYOND_OWN'))
    await limitTo(friend.id, folder)
    await limitTo(friend.id, other)
    expect((await setProfiles(friend.id, [employee, hr], as)).code).toBe(codeOf('GRANT_BEYOND_OWN'))
    const alike = await aPerson(app, company, { profiles: ['employee', 'manager'] })
    await limitTo(alike.id, folder)
    expect((await setProfiles(alike.id, [employee, hr], as)).status).toBe(200)
  })
})

/** Somebody of full HR under a profile of their own, which allows 1 and 7 alone. */
async function aLesserAdministrator(name: string): Promise<{ id: number; as: string }> {
  const id = await inCompany(app, company.id, async (tx) => {
    const profile = await tx.db
      .insertInto('profiles')
      .values({ company_id: tx.company, type: 2, kind: 'hr', name, sees_confidential: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('profile_actions')
      .values([1, 7].map((action) => ({ company_id: tx.company, profile_id: profile.id, action })))
      .execute()
    return profile.id
  })
  const lesser = await aPerson(app, company, { profiles: [] })
  await setProfiles(lesser.id, [id])
  return { id, as: await signIn(app, company, lesser) }
}

describe('profiles and filters', () => {
  test('are listed for one’s own company, with what may be given', async () => {
    const list = await app.call(employeeRights.ofCompany, { id: company.id }, { as: admin.bearer })
    const shown = list.data.map((one: { nombre: string; asignable: boolean }) => [one.nombre, one.asignable])
    expect(shown).toEqual(expect.arrayContaining([['Colaborador', true]]))
    expect(list.data.filter((one: { asignable: boolean }) => !one.asignable)).toHaveLength(1)
    const other = await aCompany(app)
    expect((await app.call(employeeRights.ofCompany, { id: other.id }, { as: admin.bearer })).code).toBe(
      'NOT_FOUND',
    )
  })

  test('one of each kind at most, at least one, never that of certificates', async () => {
    const person = await aPerson(app, company)
    const { employee, hr, limited: part, certificate_holder: holder } = company.profiles
    expect((await setProfiles(person.id, [])).code).toBe(codeOf('PROFILE_REQUIRED'))
    expect((await setProfiles(person.id, [employee, hr, part])).code).toBe(codeOf('PROFILES_OF_ONE_KIND'))
    expect((await setProfiles(person.id, [employee, holder])).code).toBe(codeOf('PROFILE_BY_SUPPORT_ONLY'))
    expect((await setProfiles(person.id, [employee, 99_999_999])).code).toBe(codeOf('PROFILE_UNKNOWN'))
    const given = await setProfiles(person.id, [employee, part])
    expect(given.data.perfiles.map((one: { id: number }) => one.id)).toEqual([employee, part])
  })

  test('somebody who left is given none but the employee’s', async () => {
    const gone = await aPerson(app, company, { profiles: [], state: 'inactive' })
    const { employee, hr, leave_approver: approver } = company.profiles
    for (const profile of [hr, approver])
      expect((await setProfiles(gone.id, [employee, profile])).code).toBe(codeOf('EMPLOYMENT_ALREADY_ENDED'))
    expect((await setProfiles(gone.id, [employee])).status).toBe(200)
  })

  test('a profile taken away ends its sessions and its filters', async () => {
    const person = await aPerson(app, company, {
      profiles: ['employee', 'limited'],
      filters: [{ sector: 'Logística' }],
    })
    const as = await signIn(app, company, person)
    expect((await app.call(employees.list, {}, { as })).status).toBe(200)
    await setProfiles(person.id, [company.profiles.employee])
    expect((await app.call(employees.list, {}, { as })).code).toBe('SESSION_EXPIRED')
    const held = await app.call(employeeRights.ofUser, { id: person.id }, { as: admin.bearer })
    expect(held.data.filtros).toEqual([])
  })

  test('filters need a half at least, once each, and a limited profile', async () => {
    const person = await aPerson(app, company, { profiles: ['limited'] })
    const none = { sector: null, locacion: null }
    const pair = { sector: sectorId, locacion: locationId }
    expect((await setFilters(person.id, [none])).code).toBe(codeOf('FILTER_EMPTY'))
    expect((await setFilters(person.id, [pair, pair])).code).toBe(codeOf('FILTER_TWICE'))
    expect((await setFilters(person.id, [{ sector: 99_999_999, locacion: null }])).code).toBe(
      codeOf('SECTOR_UNKNOWN'),
    )
    expect((await setFilters((await aPerson(app, company)).id, [pair])).code).toBe(
      codeOf('FILTER_WITHOUT_LIMITED_PROFILE'),
    )
    const set = await setFilters(person.id, [pair, { sector: sectorId, locacion: null }])
    expect(set.data.filtros).toHaveLength(2)
    const seen = await app.call(employees.list, {}, { as: await signIn(app, company, person) })
    expect(seen.data.every((row: { sector: string }) => row.sector === 'Logística')).toBe(true)
    expect(seen.data.length).toBeGreaterThan(0)
  })

  test('two who take each other’s profile at once leave one of them', async () => {
    const [one, other] = [
      await aPerson(app, company, { profiles: ['hr'] }),
      await aPerson(app, company, { profiles: ['hr'] }),
    ]
    const [asOne, asOther] = [await signIn(app, company, one), await signIn(app, company, other)]
    // Asked for first: the slower of two would have no session left in which to ask.
    for (const bearer of [asOne, asOther]) await ticket(bearer)
    const answers = await Promise.all([
      setProfiles(one.id, [company.profiles.employee], asOther),
      setProfiles(other.id, [company.profiles.employee], asOne),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('places', () => {
  test('of a viewer with a filter are those within reach', async () => {
    await aPerson(app, company, { sector: 'Calidad', location: 'Rosario' })
    const names = async (call: typeof employeePlaces.sectors, as: string) =>
      (await app.call(call, {}, { as })).data.map((one: { nombre: string }) => one.nombre)
    expect(await names(employeePlaces.sectors, limited.bearer)).toEqual(['Logística'])
    expect(await names(employeePlaces.sectors, admin.bearer)).toEqual(['Calidad', 'Logística'])
    const pairs = await app.call(employeePlaces.pairs, {}, { as: limited.bearer })
    expect(
      pairs.data.every((pair: { sector: { nombre: string } }) => pair.sector.nombre === 'Logística'),
    ).toBe(true)
  })

  test('somebody is moved and appointed by calls of their own', async () => {
    const person = await aPerson(app, company, { sector: 'Logística', location: 'Planta Pilar' })
    const moved = await app.call(
      employeePlaces.move,
      { id: person.id, sector: 'Calidad', locacion: 'Rosario' },
      { as: admin.bearer },
    )
    expect(moved.data).toMatchObject({ sector: { nombre: 'Calidad' }, locacion: { nombre: 'Rosario' } })
    const set = { id: person.id, cargo: 'Inspectora', reporta: limited.id }
    const asked = await app.call(employeePlaces.appoint, set, { as: admin.bearer })
    expect(asked.code).toBe('CONFIRMATION_REQUIRED')
    const made = await app.call(employeePlaces.appoint, set, {
      as: admin.bearer,
      confirm: [codeOf('PLACE_NEW')],
    })
    expect(made.data).toMatchObject({ cargo: { nombre: 'Inspectora' }, reporta: { id: limited.id } })
    const circle = await app.call(
      employeePlaces.appoint,
      { id: limited.id, cargo: null, reporta: person.id },
      { as: admin.bearer },
    )
    expect(circle.code).toBe(codeOf('MANAGER_BELOW'))
  })
})

describe('the end of a stay', () => {
  const end = async (id: number, fechabaja: string, as = admin.bearer) =>
    app.call(employment.end, { id, motivo: 'resignation', fechabaja }, { as, headers: await ticket(as) })
  const record = async (id: number) => (await app.call(employees.one, { id }, { as: admin.bearer })).data

  test('today: inactive at once, without what they managed with; they go on reading', async () => {
    const person = await aPerson(app, company, { profiles: ['employee', 'manager'] })
    const portal = await signIn(app, company, person)
    expect((await end(person.id, '2020-02-29')).code).toBe(codeOf('END_BEFORE_HIRE'))
    expect((await end(person.id, '2026-11-05')).data).toMatchObject({
      estado: 'inactive',
      perfiles: ['Colaborador'],
    })
    expect((await app.call(session.actions, {}, { as: portal })).code).toBe('SESSION_EXPIRED')
    expect((await app.call(session.login, { user: person.username, password, site: 'e' })).status).toBe(200)
    expect((await end(person.id, '2026-11-05')).code).toBe(codeOf('EMPLOYMENT_ALREADY_ENDED'))
  })

  test('a day to come: active until it comes, by the company’s clock', async () => {
    const person = await aPerson(app, company)
    expect((await end(person.id, '2026-11-10')).data.estado).toBe('active')
    const list = await app.call(employees.list, { buscar: person.cuil }, { as: admin.bearer })
    expect(list.data[0]).toMatchObject({ estado: 'active', fecha_baja: '2026-11-10' })
    app.setNow(new Date('2026-11-10T02:30:00Z'))
    await endDueStays(app.services)
    expect(
      (
        await inCompany(app, company.id, (tx) =>
          tx.db.selectFrom('employees').select('state').where('id', '=', person.id).executeTakeFirstOrThrow(),
        )
      ).state,
    ).toBe('active')
    app.setNow(new Date('2026-11-10T03:30:00Z'))
    await endDueStays(app.services)
    app.setNow(new Date('2026-11-05T15:00:00Z'))
    expect((await record(person.id)).estado).toBe('inactive')
  })

  test('does not come where it is being called off at that moment', async () => {
    const person = await aPerson(app, company)
    await end(person.id, '2026-11-10')
    app.setNow(new Date('2026-11-11T15:00:00Z'))
    const { ending } = await inCompany(app, company.id, async ({ db }) => {
      await db
        .updateTable('employments')
        .set({ ends_on: null })
        .where('employee_id', '=', person.id)
        .execute()
      const job = endDueStays(app.services)
      await expect.poll(() => countWaiting(app)).toBe(1)
      return { ending: job }
    })
    await ending
    app.setNow(new Date('2026-11-05T15:00:00Z'))
    expect((await record(person.id)).estado).toBe('active')
  })

  test('somebody comes back in a new stay, later than the last one ended', async () => {
    const person = await aPerson(app, company, { state: 'inactive' })
    const back = async (fecha_contratacion: string) =>
      app.call(
        employment.reactivate,
        { id: person.id, fecha_contratacion },
        { as: admin.bearer, headers: await ticket(admin.bearer) },
      )
    expect((await back('2026-06-30')).code).toBe(codeOf('REHIRE_BEFORE_END'))
    const answer = await back('2026-11-02')
    expect(answer.data).toMatchObject({ estado: 'active', fecha_contratacion: '2026-11-02' })
    expect(answer.data.estadias.map((stay: { desde: string }) => stay.desde)).toEqual([
      '2026-11-02',
      '2020-03-01',
    ])
    expect((await back('2026-11-03')).code).toBe(codeOf('EMPLOYMENT_NOT_ENDED'))
    // Nor is that date put before the end later.
    const correct = (fecha_contratacion: string) =>
      app.call(employees.update, { id: person.id, fecha_contratacion }, { as: admin.bearer })
    expect((await correct('2026-06-30')).errors).toMatchObject([
      { code: codeOf('REHIRE_BEFORE_END'), field: 'fecha_contratacion' },
    ])
    expect((await correct('2026-07-01')).status).toBe(200)
  })
})

describe('identifiers of a person', () => {
  const identify = async (id: number, fields: object, confirm: string[] = []) =>
    app.call(
      employment.identify,
      { id, ...fields },
      { as: admin.bearer, headers: await ticket(admin.bearer), confirm },
    )

  test('a tax id changes after a count, and the documents stay with the person', async () => {
    const person = await aPerson(app, company)
    const type = await aType(app, company)
    await aDocument(app, company, { employee_id: person.id, type_id: type.id })
    const counted = await app.call(employment.documentsCount, { id: person.id }, { as: admin.bearer })
    expect(counted.data.total).toBe(1)
    const cuil = cuilOf('45123456')
    const asked = await identify(person.id, { cuil })
    expect(asked.errors).toMatchObject([
      { code: codeOf('TAX_ID_CHANGE_KEEPS_DOCUMENTS'), message: expect.stringContaining('persona: 1') },
    ])
    expect((await identify(person.id, { cuil }, [codeOf('TAX_ID_CHANGE_KEEPS_DOCUMENTS')])).data.cuil).toBe(
      cuil,
    )
    const found = await app.call(employees.list, { buscar: cuil }, { as: admin.bearer })
    expect(found.data[0].id).toBe(person.id)
    const other = await aPerson(app, company)
    expect((await identify(other.id, { cuil })).code).toBe(codeOf('TAX_ID_TAKEN'))
  })

  test('a user name makes the password void', async () => {
    const person = await aPerson(app, company)
    const as = await signIn(app, company, person, 'e')
    expect((await identify(person.id, { usuario: 'renombrada' })).code).toBe('CONFIRMATION_REQUIRED')
    expect(
      (await identify(person.id, { usuario: 'renombrada' }, [codeOf('USERNAME_CHANGE_ENDS_PASSWORD')])).data
        .usuario,
    ).toBe('renombrada')
    expect((await app.call(session.actions, {}, { as })).code).toBe('SESSION_EXPIRED')
    expect((await app.call(session.login, { user: 'renombrada', password, site: 'e' })).code).toBe(
      codeOf('WRONG_CREDENTIALS'),
    )
    const colleague = await aPerson(app, company, { profiles: ['limited'] })
    expect((await identify(colleague.id, { usuario: 'renombrado' })).code).toBe(
      codeOf('ADMINISTRATOR_SIGN_IN_FIXED'),
    )
  })

  test('the rules list the editable fields, fewer for one’s own record', async () => {
    const editable = async (id: number) => {
      const rules = await app.call(employment.rules, { id }, { as: admin.bearer })
      return rules.data.find((rule: { campo: string }) => rule.campo === 'sector').editable
    }
    expect([await editable(limited.id), await editable(admin.id)]).toEqual([true, false])
  })
})

describe('account numbers', () => {
  test('a CBU’s check digits are those of the central bank, zero among them; an alias has none', async () => {
    const person = await aPerson(app, company)
    const set = async (cbu: string) =>
      (
        await app.call(
          employees.update,
          { id: person.id, cbu },
          { as: admin.bearer, headers: await ticket(admin.bearer) },
        )
      ).code
    expect(await set('1029990410033333333700')).toBeUndefined()
    expect(await set('2850590940090418135201')).toBeUndefined()
    expect(await set('sol.rio.luna')).toBeUndefined()
    expect(await set('2850590940090418135202')).toBe(codeOf('CBU_CHECK_DIGIT'))
    expect(await set('2850590940090418135')).toBe(codeOf('CBU_CHECK_DIGIT'))
  })
})
