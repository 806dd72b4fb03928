import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { codeOf } from '#contract/errors.ts'
import { employeeRights } from '#contract/employees/rights.ts'
import { userFolders } from '#contract/folders/configuration.ts'
import { managers, mostManagers } from '#contract/managers.ts'
import type { ProfileKind } from '#contract/permissions/profiles.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import type { Session } from '#server/shared/identity/session.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aType } from '#server/testing/documents.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import { explain } from '#server/testing/plans.ts'
import { managementOf } from './management.ts'
import { listManagers } from './queries.ts'

type Somebody = Person & { bearer: string }
type Choice = InputOf<typeof managers.preview>
type Row = AnswerOf<typeof managers.list>['data'][number]
type Preview = AnswerOf<typeof managers.preview>

let app: TestApp
let company: MadeCompany
let hr: Somebody
let other: Somebody
let contracts: number
let medical: number
let payslips: number
let counter = 0

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  hr = await anAdministrator(app, company)
  other = await anAdministrator(app, company)
  contracts = (await aType(app, company, { name: 'Contrato' })).folderId
  medical = (await aType(app, company, { name: 'Certificado médico' })).folderId
  const salary = await aType(app, company, { name: 'Recibo de sueldo' })
  payslips = salary.folderId
  await inCompany(app, company.id, ({ db }) =>
    db.updateTable('document_types').set({ is_salary: true }).where('id', '=', salary.id).execute(),
  )
})

let foreman: Person
beforeEach(async () => {
  foreman = await aForeman()
})

/** Somebody with one direct report. */
async function aForeman(
  wanted: Parameters<typeof aPerson>[2] & { profiles?: ProfileKind[] } = {},
): Promise<Person> {
  const person = await aPerson(app, company, {
    lastName: `Capataz${'abcdefghij'[counter++ % 10]}`,
    ...wanted,
  })
  await aPerson(app, company, { managerId: person.id, sector: wanted.sector ?? 'Depósito' })
  return person
}

const tickets = new Map<string, Record<string, string>>()
/** One ticket a session is enough for five minutes. */
async function ticketFor(bearer: string): Promise<Record<string, string>> {
  const held = tickets.get(bearer) ?? (await stepUp(app, bearer))
  tickets.set(bearer, held)
  return held
}

const preview = (choice: Choice, as = hr.bearer) => app.call(managers.preview, choice, { as })
const fingerprints = async (choice: Choice) => {
  const { data } = await preview(choice)
  return (data as Preview).personas.map(({ id, huella }) => ({ id, huella }))
}
const give = async (
  { ids, ...choice }: Choice,
  { as = hr.bearer, personas }: { as?: string; personas?: { id: number; huella: string }[] } = {},
) =>
  app.call(
    managers.give,
    { personas: personas ?? (await fingerprints({ ids, ...choice })), ...choice },
    { as, headers: await ticketFor(as) },
  )
const rowOf = async (person: Person, as = hr.bearer): Promise<Row | undefined> => {
  const { data } = await app.call(managers.list, { buscar: person.username }, { as })
  return (data as Row[]).find(({ id }) => id === person.id)
}
const profilesOf = async ({ id }: Person): Promise<string[]> => {
  const { data } = await app.call(employeeRights.ofUser, { id }, { as: hr.bearer })
  return data.perfiles.map(({ nombre }: { nombre: string }) => nombre)
}
const eventsOf = ({ id }: Person) =>
  inCompany(app, company.id, ({ db }) =>
    db
      .selectFrom('events')
      .select(['act', 'data', 'actor_id'])
      .where('subject_kind', '=', 'employee')
      .where('subject_id', '=', id)
      .where('act', 'in', ['profiles_changed', 'folder_filter_added', 'folder_filter_removed'])
      .orderBy('id')
      .execute(),
  )
const mailsTo = ({ id }: Person) =>
  inCompany(app, company.id, ({ db }) =>
    db.selectFrom('mails').select('event').where('user_id', '=', id).execute(),
  )

describe('the list', () => {
  test('has everybody active with direct reports, with profile, folders and place', async () => {
    const both = await aForeman({ profiles: ['employee', 'limited'], sector: 'Depósito', location: 'Pilar' })
    await aPerson(app, company, { managerId: both.id })
    await aPerson(app, company, { managerId: both.id, state: 'inactive' })
    expect(await rowOf(both)).toMatchObject({
      sector: 'Depósito',
      locacion: 'Pilar',
      a_cargo: 2,
      gestiona: false,
      otro_perfil: { id: company.profiles.limited },
      carpetas: [],
      impedimento: null,
    })
    expect(await rowOf(await aPerson(app, company))).toBeUndefined()
    const gone = await aForeman({ state: 'inactive' })
    expect(await rowOf(gone)).toBeUndefined()
    const left = await aPerson(app, company)
    await aPerson(app, company, { managerId: left.id, state: 'inactive' })
    expect(await rowOf(left)).toBeUndefined()
  })

  test('is searched by name, narrowed by profile and paged', async () => {
    const { data, pagination } = await app.call(
      managers.list,
      { estado: 'sin_perfil', perPage: 1 },
      { as: hr.bearer },
    )
    expect(data).toHaveLength(1)
    expect(pagination?.total).toBeGreaterThan(0)
    for (const estado of ['con_perfil', 'otro_perfil'] as const)
      expect(
        (await app.call(managers.list, { buscar: foreman.username, estado }, { as: hr.bearer })).data,
      ).toEqual([])
  })

  test('says whose profile can’t be changed, and leaves oneself out of the ids of everybody', async () => {
    await aPerson(app, company, { managerId: hr.id })
    await aPerson(app, company, { managerId: other.id })
    expect((await rowOf(hr))?.impedimento).toBe('propio')
    expect((await rowOf(other))?.impedimento).toBe('certificados')
    const { data } = await app.call(managers.ids, {}, { as: hr.bearer })
    expect(data).toContain(foreman.id)
    expect(data).not.toContain(hr.id)
    expect(data).toContain(other.id)
  })

  test('has only people and reports within the viewer’s reach', async () => {
    const clerk = await aLimited(app, company, { sector: 'Ventas', actions: [45] })
    const near = await aForeman({ sector: 'Ventas' })
    await aPerson(app, company, { managerId: near.id, sector: 'Depósito' })
    const far = await aForeman({ sector: 'Ventas' })
    await inCompany(app, company.id, ({ db }) =>
      db.updateTable('employees').set({ sector_id: null }).where('manager_id', '=', far.id).execute(),
    )
    expect((await rowOf(near, clerk.bearer))?.a_cargo).toBe(1)
    expect(await rowOf(far, clerk.bearer)).toBeUndefined()
    expect(await rowOf(foreman, clerk.bearer)).toBeUndefined()
    const choice = { ids: [near.id], carpetas: [contracts] }
    expect((await preview(choice, clerk.bearer)).code).toBe(codeOf('GRANT_BEYOND_OWN'))
    expect((await app.call(managers.options, {}, { as: clerk.bearer })).data.asignable).toBe(false)
  })

  test('needs the action', async () => {
    const clerk = await aPerson(app, company, { profiles: ['employee', 'manager'] })
    const as = await signIn(app, company, clerk)
    expect((await app.call(managers.list, {}, { as })).code).toBe('SYSTEM_ACTION_NOT_GRANTED')
  })

  test('finds direct reports by their index', async () => {
    const viewer = {
      userId: hr.id,
      profileKind: 'hr',
      seesConfidential: true,
      actions: [],
    } as unknown as Session
    const plans = await explain(app, company, async (db) =>
      listManagers(
        db,
        viewer,
        { manager: { id: 1, name: '', mayGrant: true }, others: new Map(), fixed: [] },
        {},
        { limit: 25, offset: 0 },
      ),
    )
    const scans = plans.flat().filter((one) => one['Relation Name'] === 'employees')
    expect(scans.map((one) => one['Node Type'])).not.toContain('Seq Scan')
    await inCompany(app, company.id, async ({ db }) =>
      expect((await managementOf(db, viewer)).manager?.id).toBe(company.profiles.manager),
    )
  })
})

describe('the preview', () => {
  test('tells new people, replaced folders, unchanged people and other profiles apart', async () => {
    const replaced = await aForeman()
    const same = await aForeman()
    const limited = await aForeman({
      profiles: ['employee', 'limited'],
      filters: [{ sector: 'Depósito' }, { sector: 'Ventas' }],
    })
    expect((await give({ ids: [replaced.id], carpetas: [medical] })).status).toBe(200)
    expect((await give({ ids: [same.id], carpetas: [contracts] })).status).toBe(200)
    const { data } = await preview({
      ids: [foreman.id, replaced.id, same.id, limited.id],
      carpetas: [contracts],
    })
    expect(data).toMatchObject({ nuevos: 1, reemplazados: 1, iguales: 1, otro_perfil: 1 })
    const one = (id: number) => (data as Preview).personas.find((person) => person.id === id)
    expect(one(foreman.id)).toMatchObject({ caso: 'nuevo', gana: ['Carpeta de Contrato'], pierde: [] })
    expect(one(replaced.id)).toMatchObject({
      caso: 'reemplaza',
      gana: ['Carpeta de Contrato'],
      pierde: ['Carpeta de Certificado médico'],
    })
    expect(one(same.id)).toMatchObject({ caso: 'igual', gana: [], pierde: [] })
    expect(one(limited.id)).toMatchObject({
      caso: 'otro_perfil',
      cambia: false,
      veia_todas: true,
      lugares: 2,
      impedimento: null,
    })
    expect((await eventsOf(foreman)).length).toBe(0)
  })
})

describe('the act', () => {
  beforeAll(async () => {
    await aBystander(app, company)
  })

  test('gives profile and folders to all in one act, with evidence and a mail for each', async () => {
    const second = await aForeman()
    const ids = [foreman.id, second.id]
    const { data } = await give({ ids, carpetas: [contracts], carpetas_recibos: [payslips] })
    expect(data).toEqual({ nuevos: 2, reemplazados: 0, cambiados: 0 })
    for (const person of [foreman, second]) {
      const row = await rowOf(person)
      expect(row?.gestiona).toBe(true)
      expect(row?.carpetas.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([contracts, payslips])
      expect((await eventsOf(person)).map(({ act, actor_id }) => [act, actor_id])).toEqual([
        ['profiles_changed', hr.id],
        ['folder_filter_added', hr.id],
        ['folder_filter_added', hr.id],
      ])
      expect(await mailsTo(person)).toEqual([{ event: 'profiles_changed' }])
    }
    const again = await give({ ids, carpetas: [contracts], carpetas_recibos: [payslips] })
    expect(again.code).toBe('MANAGERS_NOTHING_TO_DO')
  })

  test('replaces the folders of a manager and mails nothing, since the profile stays', async () => {
    await give({ ids: [foreman.id], carpetas: [medical] })
    const { data } = await give({ ids: [foreman.id], carpetas: [] })
    expect(data).toEqual({ nuevos: 0, reemplazados: 1, cambiados: 0 })
    expect((await rowOf(foreman))?.carpetas).toEqual([])
    expect((await mailsTo(foreman)).length).toBe(1)
    expect((await eventsOf(foreman)).at(-1)).toMatchObject({
      act: 'folder_filter_removed',
      data: { folder: medical },
    })
  })

  test('leaves the holder of another management profile alone unless chosen', async () => {
    const limited = await aForeman({
      profiles: ['employee', 'limited', 'leave_approver'],
      filters: [{ sector: 'Depósito' }],
    })
    const session = await signIn(app, company, limited)
    const choice = { ids: [foreman.id, limited.id], carpetas: [contracts] }
    expect((await give(choice)).data).toEqual({ nuevos: 1, reemplazados: 0, cambiados: 0 })
    expect(await eventsOf(limited)).toEqual([])
    const swap = { ids: [limited.id], carpetas: [contracts], cambiar: [limited.id] }
    expect((await give(swap)).data).toEqual({ nuevos: 0, reemplazados: 0, cambiados: 1 })
    expect((await rowOf(limited))?.gestiona).toBe(true)
    expect(await profilesOf(limited)).toHaveLength(3)
    expect((await app.call(managers.list, {}, { as: session })).status).toBe(401)
    const places = await inCompany(app, company.id, ({ db }) =>
      db.selectFrom('user_filters').select('id').where('user_id', '=', limited.id).execute(),
    )
    expect(places).toEqual([])
  })

  test('the profile given on the record opens no folder that an earlier one had', async () => {
    await give({ ids: [foreman.id], carpetas: [contracts], carpetas_recibos: [payslips] })
    const put = async (...kinds: ProfileKind[]) =>
      app.call(
        employeeRights.setProfiles,
        { id: foreman.id, idperfiles: kinds.map((kind) => company.profiles[kind]) },
        { as: hr.bearer, headers: await ticketFor(hr.bearer) },
      )
    await put('employee')
    expect((await put('employee', 'manager')).status).toBe(200)
    expect(await rowOf(foreman)).toMatchObject({ gestiona: true, carpetas: [] })
    expect((await eventsOf(foreman)).slice(-2)).toMatchObject([
      { act: 'folder_filter_removed', actor_id: hr.id },
      { act: 'folder_filter_removed', actor_id: hr.id },
    ])
    // Another profile that is given meanwhile leaves the folders of a manager as they are.
    await give({ ids: [foreman.id], carpetas: [contracts] })
    expect((await put('employee', 'manager', 'leave_approver')).status).toBe(200)
    expect((await rowOf(foreman))?.carpetas).toHaveLength(1)
  })

  test('refuses a folder choice that somebody else changed since the preview', async () => {
    await give({ ids: [foreman.id], carpetas: [contracts] })
    const choice = { ids: [foreman.id], carpetas: [] }
    const personas = await fingerprints(choice)
    const added = await app.call(
      userFolders.add,
      { idUsuario: foreman.id, idCarpeta: medical },
      { as: other.bearer, headers: await ticketFor(other.bearer) },
    )
    expect(added.status).toBe(200)
    const refused = await give(choice, { personas })
    expect([refused.status, refused.code]).toEqual([409, 'MANAGERS_CHANGED'])
    expect((await rowOf(foreman))?.carpetas).toHaveLength(2)
  })

  test('lets one of two that run at once win', async () => {
    const ids = [foreman.id, (await aForeman()).id]
    const one = { ids, carpetas: [contracts] }
    const two = { ids: ids.toReversed(), carpetas: [medical] }
    const seen = [await fingerprints(one), await fingerprints(two)] as const
    const answers = await Promise.all([
      give(one, { personas: seen[0] }),
      give(two, { personas: seen[1], as: other.bearer }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test('asks for a step-up', async () => {
    const choice = { ids: [foreman.id], carpetas: [contracts] }
    const personas = await fingerprints(choice)
    const call = (headers: Record<string, string>) =>
      app.call(managers.give, { personas, carpetas: [contracts] }, { as: hr.bearer, headers })
    expect((await call({})).code).toBe('STEP_UP_REQUIRED')
    const ticket = await ticketFor(hr.bearer)
    expect((await call(ticket)).status).toBe(200)
  })

  test('takes as many as one act may', { timeout: 60_000 }, async () => {
    const crowd = await inCompany(app, company.id, async ({ db }) => {
      const users = await db
        .insertInto('users')
        .values(
          Array.from({ length: mostManagers }, (_, n) => ({
            company_id: company.id,
            username: `jefe${n}`,
            first_name: 'Jefe',
            last_name: `Número ${n}`,
            mail: `jefe${n}@correo.example`,
            country: 'AR',
          })),
        )
        .returning('id')
        .execute()
      const row = (id: number, manager_id: number | null) => ({
        company_id: company.id,
        id,
        file_number: `J${id}`,
        dni: String(50_000_000 + id),
        cuil: String(20_500_000_000 + id),
        state: 'active' as const,
        manager_id,
      })
      const [top] = users
      await db
        .insertInto('employees')
        .values(users.map(({ id }) => row(id, null)))
        .execute()
      // Each is the next one's manager, and the first the last one's report.
      for (const [at, { id }] of users.entries())
        await db
          .updateTable('employees')
          .set({ manager_id: users[at + 1]?.id ?? top?.id ?? id })
          .where('id', '=', id)
          .execute()
      return users.map(({ id }) => id)
    })
    const { data } = await give({ ids: crowd, carpetas: [contracts, medical], carpetas_recibos: [payslips] })
    expect(data).toEqual({ nuevos: mostManagers, reemplazados: 0, cambiados: 0 })
    const more = { ids: [...crowd, foreman.id], carpetas: [contracts] }
    expect((await preview(more)).code).toBe('SELECTION_TOO_LARGE')
    const personas = more.ids.map((id) => ({ id, huella: '' }))
    expect((await give(more, { personas })).code).toBe('SELECTION_TOO_LARGE')
  })
})

describe('bad input is refused by name, and nothing is half done', () => {
  const refused = async (choice: Choice) => {
    const asked = await preview(choice)
    const personas = choice.ids.map((id) => ({ id, huella: '' }))
    const given = await give(choice, { personas })
    expect(given.code).toBe(asked.code)
    return asked
  }

  test('people twice, unknown, of another company, out of reach or oneself', async () => {
    const carpetas = [contracts]
    const stranger = await aPerson(app, await aCompany(app))
    expect((await refused({ ids: [foreman.id, foreman.id], carpetas })).code).toBe('MANAGERS_TWICE')
    expect((await refused({ ids: [foreman.id, 99_999_999], carpetas })).code).toBe('MANAGERS_UNKNOWN')
    expect((await refused({ ids: [foreman.id, stranger.id], carpetas })).code).toBe('MANAGERS_UNKNOWN')
    expect((await refused({ ids: [foreman.id, hr.id], carpetas })).code).toBe('MANAGERS_OWN')
    expect(await eventsOf(foreman)).toEqual([])
  })

  test('confidential people are unknown to those who don’t see them', async () => {
    const hidden = await aForeman({ confidential: true })
    await inCompany(app, company.id, ({ db }) =>
      db.updateTable('profiles').set({ sees_confidential: false }).where('kind', '=', 'hr').execute(),
    )
    expect((await refused({ ids: [hidden.id], carpetas: [] })).code).toBe('MANAGERS_UNKNOWN')
    expect(await rowOf(hidden)).toBeUndefined()
    await inCompany(app, company.id, ({ db }) =>
      db.updateTable('profiles').set({ sees_confidential: true }).where('kind', '=', 'hr').execute(),
    )
  })

  test('people who are inactive or have no reports, by name', async () => {
    const gone = await aForeman({ state: 'inactive', lastName: 'Afuera' })
    const alone = await aPerson(app, company, { lastName: 'Sola' })
    const { code, errors } = await refused({ ids: [foreman.id, gone.id, alone.id], carpetas: [contracts] })
    expect(code).toBe('MANAGERS_INACTIVE')
    expect(JSON.stringify(errors)).toContain('MANAGERS_WITHOUT_REPORTS')
    expect(JSON.stringify(errors)).toContain('Afuera')
    expect(await eventsOf(foreman)).toEqual([])
  })

  test('folders twice, archived, unknown, of another company, or with salary receipts among all', async () => {
    const ids = [foreman.id]
    const archived = (await aType(app, company)).folderId
    await inCompany(app, company.id, ({ db }) =>
      db.updateTable('folders').set({ archived_at: new Date() }).where('id', '=', archived).execute(),
    )
    const foreign = (await aType(app, await aCompany(app))).folderId
    expect((await refused({ ids, carpetas: [contracts, contracts] })).code).toBe('MANAGERS_FOLDER_TWICE')
    for (const folder of [archived, foreign, 99_999_999])
      expect((await refused({ ids, carpetas: [contracts, folder] })).code).toBe(codeOf('FOLDER_OUT_OF_REACH'))
    const salary = await refused({ ids, carpetas: [contracts, payslips] })
    expect(salary.code).toBe('MANAGERS_SALARY_BY_NAME')
    expect((await rowOf(foreman))?.gestiona).toBe(false)
  })

  test('profiles that aren’t to be replaced, or that a second person has to accept', async () => {
    await aPerson(app, company, { managerId: other.id })
    const choice = { carpetas: [contracts] }
    expect((await refused({ ids: [foreman.id], cambiar: [foreman.id], ...choice })).code).toBe(
      'MANAGERS_SWAP_UNCHOSEN',
    )
    expect((await refused({ ids: [other.id], cambiar: [other.id], ...choice })).code).toBe(
      'MANAGERS_HOLD_CERTIFICATES',
    )
  })

  test('a folder that a narrowed caller doesn’t see', async () => {
    const narrowed = await aPerson(app, company, { profiles: ['hr'] })
    const as = await signIn(app, company, narrowed)
    await app.call(
      userFolders.add,
      { idUsuario: narrowed.id, idCarpeta: contracts },
      { as: hr.bearer, headers: await ticketFor(hr.bearer) },
    )
    const choice = (folder: number) => ({ ids: [foreman.id], carpetas: [folder] })
    expect((await preview(choice(medical), as)).code).toBe(codeOf('FOLDER_OUT_OF_REACH'))
    expect((await preview(choice(contracts), as)).status).toBe(200)
    const { data } = await app.call(managers.options, {}, { as })
    expect(data.carpetas.map(({ id }: { id: number }) => id)).toEqual([contracts])
  })

  test('a profile that may do more than the caller', async () => {
    const lesser = await aPerson(app, company, { profiles: [] })
    await inCompany(app, company.id, async ({ db }) => {
      const { id } = await db
        .insertInto('profiles')
        .values({ company_id: company.id, type: 2, kind: 'hr', name: 'Solo jefaturas' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('profile_actions')
        .values({ company_id: company.id, profile_id: id, action: 45 })
        .execute()
      await db
        .insertInto('user_profiles')
        .values({ company_id: company.id, user_id: lesser.id, profile_id: id, type: 2 })
        .execute()
    })
    const as = await signIn(app, company, lesser)
    const choice = { ids: [foreman.id], carpetas: [] }
    expect((await give(choice, { as })).code).toBe(codeOf('GRANT_BEYOND_OWN'))
  })
})
