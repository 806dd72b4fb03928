import { beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { codeOf, type ErrorName } from '#contract/errors.ts'
import { employeeImport, type ImportState, type ResultGroup } from '#contract/employees/import.ts'
import { type IntegrationMode, integrationProfiles } from '#contract/employees/integration-profiles.ts'
import { employees } from '#contract/employees/employees.ts'
import { employeeRights } from '#contract/employees/rights.ts'
import { account } from '#contract/account/account.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  cuilOf,
  inCompany,
  type Person,
  signIn,
  stepUp,
  ticketOf,
} from '#server/testing/factories.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let clerk: Person & { bearer: string }
let academy: number
let benefits: number

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-11-05T15:00:00Z'))
  company = await aCompany(app)
  hr = await anAdministrator(app, company)
  clerk = await aLimited(app, company, {
    sector: 'Planta',
    actions: [actions.employees, actions.integrationProfiles],
  })
  academy = await aProfile(company, 'Academia')
  benefits = await aProfile(company, 'Beneficios')
})

/** An integration profile, as the operator makes it. */
function aProfile({ id }: Pick<MadeCompany, 'id'>, name: string): Promise<number> {
  return inCompany(app, id, async (tx) => {
    const made = await tx.db
      .insertInto('profiles')
      .values({
        company_id: id,
        type: 3,
        kind: 'integration',
        name,
        address: `https://${name.toLowerCase()}.example/`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  })
}

const upload = (
  content: string | Buffer,
  profiles = [academy],
  mode: IntegrationMode = 'assign',
  as = hr.bearer,
) =>
  app.call(
    integrationProfiles[mode],
    { profileTypesId: profiles },
    { as, file: { name: 'personas.csv', bytes: Buffer.from(content as string) } },
  )

async function dryRun(
  cuils: readonly string[],
  profiles = [academy],
  mode: IntegrationMode = 'assign',
  as = hr.bearer,
): Promise<ImportState> {
  const { data, code } = await upload(['cuil', ...cuils].join('\n'), profiles, mode, as)
  if (!data) throw new Error(`not taken: ${code}`)
  await app.services.jobs.runDueJobs()
  return state(data.id, as)
}

const state = async (id: number, as = hr.bearer) => (await app.call(employeeImport.one, { id }, { as })).data

const confirm = async (id: number, as = hr.bearer) =>
  app.call(
    employeeImport.confirm,
    { id },
    { as, headers: await ticketOf(app, as), confirm: ['IMPORT_FAULTY_LEFT_OUT'] },
  )

/** Assigns or removes profiles of people, from the upload to the end. */
async function change(
  cuils: readonly string[],
  profiles = [academy],
  mode: IntegrationMode = 'assign',
  as = hr.bearer,
): Promise<ImportState> {
  const { id } = await dryRun(cuils, profiles, mode, as)
  expect((await confirm(id, as)).status).toBe(200)
  await app.services.jobs.runDueJobs()
  return state(id, as)
}

const heldBy = (id: number) =>
  inCompany(app, company.id, async (tx) => {
    const rows = await tx.db
      .selectFrom('user_profiles')
      .select('profile_id')
      .where('user_id', '=', id)
      .where('type', '=', 3)
      .orderBy('profile_id')
      .execute()
    return rows.map(({ profile_id }) => profile_id)
  })

async function downloaded(id: number, grupo?: ResultGroup, as = hr.bearer): Promise<string[]> {
  const { bytes } = await app.call(employeeImport.faulty, { id, ...(grupo && { grupo }) }, { as })
  const text = bytes.toString().replace('\ufeff', '')
  return text.trim().split(/\r?\n/).slice(1)
}

describe('an upload', () => {
  const refused = async (name: ErrorName, field: string, answer: ReturnType<typeof upload>) =>
    expect((await answer).errors).toEqual([expect.objectContaining({ code: codeOf(name), field })])

  test('names the profiles that it gives or takes', async () => {
    const { cuil } = await aPerson(app, company)
    const file = `cuil\n${cuil}`
    await refused('INTEGRATION_PROFILES_REQUIRED', 'profileTypesId', upload(file, []))
    for (const wrong of [
      company.profiles.hr,
      company.profiles.leave_approver,
      company.profiles.employee,
      999_999,
    ])
      await refused('INTEGRATION_PROFILE_UNKNOWN', 'profileTypesId', upload(file, [academy, wrong], 'remove'))
    const other = await aCompany(app)
    const theirs = await aProfile(other, 'Academia')
    await refused('INTEGRATION_PROFILE_UNKNOWN', 'profileTypesId', upload(file, [theirs]))
  })

  test('has a column of tax ids and at least one line', async () => {
    const { cuil } = await aPerson(app, company)
    await refused('INTEGRATION_FILE_FORMAT', 'file', upload(`${cuil}\n${cuil}`))
    await refused('IMPORT_COLUMN_TWICE', 'file', upload(`cuil;CUIL\n${cuil};${cuil}`))
    await refused('IMPORT_EMPTY', 'file', upload('cuil'))
    const { bytes } = await app.call(integrationProfiles.template, {}, { as: hr.bearer })
    await refused('IMPORT_EMPTY', 'file', upload(bytes))
  })

  test('needs action 106, also for what follows', async () => {
    const boss = await aPerson(app, company, { profiles: ['employee', 'manager'] })
    const plain = await signIn(app, company, boss)
    const { cuil } = await aPerson(app, company)
    expect((await upload(`cuil\n${cuil}`, [academy], 'assign', plain)).status).toBe(403)
    expect((await app.call(integrationProfiles.profiles, {}, { as: plain })).status).toBe(403)
    const { id } = await dryRun([cuil])
    expect((await app.call(employeeImport.one, { id }, { as: plain })).status).toBe(404)
    expect((await app.call(employeeImport.one, { id }, { as: clerk.bearer })).status).toBe(404)
  })
})

describe('a file', () => {
  test('puts every line into one of its groups, each with its download', async () => {
    const [one, two, gone] = [
      await aPerson(app, company),
      await aPerson(app, company),
      await aPerson(app, company, { state: 'inactive' }),
    ]
    const nobody = cuilOf('99888777')
    const found = await change([one.cuil, nobody, gone.cuil, two.cuil, one.cuil, '12', hr.cuil])
    expect(found).toMatchObject({
      estado: 'completed_with_observations',
      filas: 7,
      cantidades: { changed: 2, faulty: 5, unchanged: 0 },
      opciones: { modo: 'assign', nombres: 'Academia' },
    })
    expect(found.fallas.toSorted((a, b) => a.campo.localeCompare(b.campo))).toEqual([
      { campo: 'cuil', cantidad: 2 },
      { campo: 'estado', cantidad: 1 },
      { campo: 'linea', cantidad: 1 },
      { campo: 'perfiles', cantidad: 1 },
    ])
    expect(await downloaded(found.id, 'updated')).toEqual([`2;;${one.cuil}`, `5;;${two.cuil}`])
    expect(await downloaded(found.id, 'not_found')).toEqual([
      expect.stringMatching(`^3;.+;${nobody}$`),
      expect.stringMatching(/^7;.+;12$/),
    ])
    expect(await downloaded(found.id, 'inactive')).toEqual([expect.stringMatching(`^4;.+;${gone.cuil}$`)])
    expect(await downloaded(found.id, 'duplicate')).toEqual([expect.stringMatching(`^6;.+;${one.cuil}$`)])
    expect(await downloaded(found.id)).toHaveLength(5)
    expect(await heldBy(one.id)).toEqual([academy])
    expect(await heldBy(gone.id)).toEqual([])
    expect(await heldBy(hr.id)).not.toContain(academy)
  })

  test('finds nobody out of reach', async () => {
    const plant = await aPerson(app, company, { sector: 'Planta' })
    const sales = await aPerson(app, company, { sector: 'Ventas' })
    const found = await change([plant.cuil, sales.cuil], [academy], 'assign', clerk.bearer)
    expect(found.cantidades).toMatchObject({ changed: 1, faulty: 1 })
    expect(await downloaded(found.id, 'not_found', clerk.bearer)).toEqual([
      expect.stringMatching(`^3;.+;${sales.cuil}$`),
    ])
    expect(await heldBy(sales.id)).toEqual([])
  })

  test('gives several profiles and takes them again, and leaves alone what holds already', async () => {
    await aBystander(app, company)
    const person = await aPerson(app, company)
    await change([person.cuil])
    const both = await change([person.cuil], [academy, benefits])
    expect(both.cantidades.changed).toBe(1)
    expect(await heldBy(person.id)).toEqual([academy, benefits])
    const again = await dryRun([person.cuil], [academy, benefits])
    expect(again.cantidades).toMatchObject({ changed: 0, unchanged: 1 })
    await change([person.cuil], [academy], 'remove')
    expect(await heldBy(person.id)).toEqual([benefits])
  })

  test('counts the first line of somebody again when it is left out', async () => {
    const person = await aPerson(app, company)
    const { id, cantidades } = await dryRun([person.cuil, person.cuil])
    expect(cantidades).toMatchObject({ changed: 1, faulty: 1 })
    await app.call(employeeImport.leaveOut, { id, linea: 2, afuera: true }, { as: hr.bearer })
    await app.services.jobs.runDueJobs()
    expect((await state(id)).cantidades).toMatchObject({ changed: 1, faulty: 0, left_out: 1 })
  })

  test('asks for the password, and changes nobody before', async () => {
    const person = await aPerson(app, company)
    const { id } = await dryRun([person.cuil])
    const answer = await app.call(employeeImport.confirm, { id }, { as: hr.bearer })
    expect(answer.code).toBe(codeOf('STEP_UP_REQUIRED'))
    expect(await heldBy(person.id)).toEqual([])
    expect((await state(id)).paso).toBe('preview')
  })

  test('checks each line again when it is done', async () => {
    const [left, other] = [await aPerson(app, company), await aPerson(app, company)]
    const { id } = await dryRun([left.cuil, other.cuil])
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('employees').set({ state: 'inactive' }).where('id', '=', left.id).execute(),
    )
    await confirm(id)
    await app.services.jobs.runDueJobs()
    expect((await state(id)).cantidades).toMatchObject({ changed: 1, faulty: 1 })
    expect(await downloaded(id, 'inactive')).toHaveLength(1)
    expect(await heldBy(left.id)).toEqual([])
    expect(await heldBy(other.id)).toEqual([academy])
  })

  test('does nothing with a profile that is gone when it is done', async () => {
    const passing = await aProfile(company, 'Pasajero')
    const person = await aPerson(app, company)
    const { id } = await dryRun([person.cuil], [academy, passing])
    await inCompany(app, company.id, (tx) => tx.db.deleteFrom('profiles').where('id', '=', passing).execute())
    await confirm(id)
    await app.services.jobs.runDueJobs()
    expect(await state(id)).toMatchObject({ estado: 'error', cantidades: { changed: 0, faulty: 1 } })
    expect(await heldBy(person.id)).toEqual([])
  })

  test('writes each person once and mails them once, and tells no administrator', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => aPerson(app, company)))
    const { id } = await change(people.map(({ cuil }) => cuil))
    const { events, mails } = await inCompany(app, company.id, async ({ db }) => ({
      events: await db
        .selectFrom('events')
        .select('subject_id')
        .where('act', '=', 'profiles_changed')
        .where(
          'subject_id',
          'in',
          people.map((one) => one.id),
        )
        .orderBy('subject_id')
        .execute(),
      mails: await db
        .selectFrom('mails')
        .select(['event', 'user_id'])
        .where('event', 'in', ['profiles_changed', 'profiles_changed_of'])
        .where('created_at', '>=', new Date('2026-11-05T15:00:00Z'))
        .execute(),
    }))
    expect(events.map(({ subject_id }) => subject_id)).toEqual(
      people.map((one) => one.id).toSorted((a, b) => a - b),
    )
    for (const one of people) expect(mails.filter(({ user_id }) => user_id === one.id)).toHaveLength(1)
    expect(mails.filter(({ event }) => event === 'profiles_changed_of')).toEqual([])
    await app.services.jobs.runDueJobs()
    expect((await state(id)).hechas).toBe(3)
  })

  test('is listed to the person who uploaded it', async () => {
    const { data } = await app.call(integrationProfiles.list, {}, { as: clerk.bearer })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ archivo: 'personas.csv', paso: 'done' })
  })
})

describe('an integration profile', () => {
  test('shows its application to its holder, and allows nothing', async () => {
    const person = await aPerson(app, company)
    await change([person.cuil], [academy, benefits])
    const bearer = await signIn(app, company, person, 'e')
    const { data } = await app.call(account.profile, {}, { as: bearer })
    expect(data.perfiles.flatMap(({ direccion }: { direccion?: string }) => direccion ?? [])).toEqual([
      'https://academia.example/',
      'https://beneficios.example/',
    ])
    const { data: listed } = await app.call(integrationProfiles.profiles, {}, { as: hr.bearer })
    expect(listed.slice(0, 2)).toEqual([
      { id: academy, nombre: 'Academia', direccion: 'https://academia.example/' },
      { id: benefits, nombre: 'Beneficios', direccion: 'https://beneficios.example/' },
    ])
  })

  test('makes nobody an administrator, neither while it is held nor afterwards', async () => {
    const person = await aPerson(app, company)
    const changeMail = async (mail: string) =>
      app.call(
        employees.changeMail,
        { id: person.id, mail },
        { as: hr.bearer, headers: await ticketOf(app, hr.bearer) },
      )
    await change([person.cuil])
    expect((await changeMail('uno@correo.example')).status).toBe(200)
    await change([person.cuil], [academy], 'remove')
    expect((await changeMail('dos@correo.example')).status).toBe(200)
  })

  test('is given one by one only by somebody with action 106', async () => {
    const person = await aPerson(app, company)
    const put = async () =>
      app.call(
        employeeRights.setProfiles,
        { id: person.id, idperfiles: [company.profiles.employee, academy] },
        { as: hr.bearer, headers: await stepUp(app, hr.bearer) },
      )
    const set = (held: boolean) =>
      inCompany(app, company.id, async ({ db }) => {
        const row = {
          company_id: company.id,
          profile_id: company.profiles.hr,
          action: actions.integrationProfiles,
        }
        if (held) await db.insertInto('profile_actions').values(row).execute()
        else
          await db
            .deleteFrom('profile_actions')
            .where('profile_id', '=', row.profile_id)
            .where('action', '=', row.action)
            .execute()
      })
    await set(false)
    const refused = await put()
    await set(true)
    expect(refused.code).toBe(codeOf('GRANT_BEYOND_OWN'))
    expect((await put()).status).toBe(200)
    expect(await heldBy(person.id)).toEqual([academy])
  })
})
