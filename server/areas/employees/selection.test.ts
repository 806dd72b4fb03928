import { beforeAll, describe, expect, test } from 'vitest'
import { account } from '#contract/account/account.ts'
import { actions } from '#contract/actions.ts'
import { codeOf } from '#contract/errors.ts'
import { employees } from '#contract/employees/employees.ts'
import { employeeSelection } from '#contract/employees/selection.ts'
import { employment } from '#contract/employees/employment.ts'
import { processes } from '#contract/processes/processes.ts'
import { session } from '#contract/session/session.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { today } from '#server/shared/today.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  stepUp,
} from '#server/testing/factories.ts'
import { cellsOf } from '#server/testing/spreadsheets.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
/** Limited HR of Ventas. */
let clerk: Person & { bearer: string }
let invitable: Person
let entered: Person
let mailless: Person
let beyond: Person

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  clerk = await aLimited(app, company, {
    sector: 'Ventas',
    actions: [actions.employees, actions.employeeAdministration],
  })
  invitable = await aPerson(app, company, { sector: 'Ventas', signedIn: false })
  entered = await aPerson(app, company, { sector: 'Ventas' })
  mailless = await aPerson(app, company, { sector: 'Ventas', signedIn: false, mail: null })
  beyond = await aPerson(app, company, { sector: 'Planta', signedIn: false, mail: null })
})

const everybody = () => [invitable, entered, mailless, beyond, hr].map(({ id }) => id)
const proved = async (as: string) => ({ as, headers: await stepUp(app, as) })

test('the ids of a search are those of its list, within reach', async () => {
  const { data } = await app.call(employees.ids, { sin: ['mail'] }, { as: hr.bearer })
  expect(new Set(data)).toEqual(new Set([mailless.id, beyond.id]))
  const listed = await app.call(employees.list, { sin: ['ingreso'] }, { as: clerk.bearer })
  const ids = await app.call(employees.ids, { sin: ['ingreso'] }, { as: clerk.bearer })
  expect(new Set(ids.data)).toEqual(new Set(listed.data.map(({ id }: { id: number }) => id)))
  expect(ids.data).not.toContain(beyond.id)
})

test('only who refused or withdrew is found as not having accepted', async () => {
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('consents')
      .values({
        company_id: tx.company,
        user_id: entered.id,
        decision: 'refused',
        text_version: 'test',
        language: 'es',
      })
      .execute(),
  )
  const { data } = await app.call(employees.ids, { sin: ['aceptacion'] }, { as: hr.bearer })
  expect(data).toEqual([entered.id])
})

test('a selection is counted by what each act would reach, without those beyond reach', async () => {
  const all = await app.call(employees.selection, { ids: everybody() }, { as: hr.bearer })
  expect(all.data).toMatchObject({
    personas: 5,
    por_invitar: 1,
    ya_ingresaron: 2,
    para_codigo: 2,
    sin_correo: 2,
    gestionan: 1,
  })
  const own = await app.call(employees.selection, { ids: everybody() }, { as: clerk.bearer })
  expect(own.data).toMatchObject({ personas: 3, por_invitar: 1, para_codigo: 1 })
})

describe('invitations of many', () => {
  const invited = () =>
    inCompany(app, company.id, async (tx) => {
      const rows = await tx.db.selectFrom('mails').select('user_id').where('event', '=', 'new_user').execute()
      return rows.map(({ user_id }) => user_id)
    })

  test('go to those who wait for one, in a process that everybody sees, and to nobody beyond reach', async () => {
    const begun = await app.call(employees.inviteMany, { ids: everybody() }, { as: hr.bearer })
    expect(begun.data).toMatchObject({ personas: 1 })
    const { proceso: id } = begun.data
    const running = await app.call(processes.one, { id }, { as: hr.bearer })
    expect(running.data).toMatchObject({ clase: 'invitations', progreso: { hechos: 0, total: 1 } })
    await app.services.jobs.runDueJobs()
    expect(await invited()).toEqual([invitable.id])
    const ended = await app.call(processes.one, { id }, { as: hr.bearer })
    expect(ended.data).toMatchObject({ estado: 'successful', progreso: { hechos: 1, total: 1 } })
  })

  test('go to nobody who came in, or lost their address, since they were asked for', async () => {
    const own = await aCompany(app)
    const admin = await anAdministrator(app, own)
    // Nobody asks for the fourth.
    const [cameIn, lost, waits] = await Promise.all(
      [1, 2, 3, 4].map(() => aPerson(app, own, { signedIn: false })),
    )
    if (!cameIn || !lost || !waits) throw new Error('nobody was made')
    const ids = [cameIn, lost, waits].map(({ id }) => id)
    expect((await app.call(employees.inviteMany, { ids }, { as: admin.bearer })).data.personas).toBe(3)
    await inCompany(app, own.id, async ({ db }) => {
      await db.updateTable('users').set({ password_hash: 'chosen' }).where('id', '=', cameIn.id).execute()
      await db.updateTable('users').set({ mail: null }).where('id', '=', lost.id).execute()
    })
    await app.services.jobs.runDueJobs()
    const mails = await inCompany(app, own.id, ({ db }) =>
      db.selectFrom('mails').select('user_id').where('event', '=', 'new_user').execute(),
    )
    expect(mails).toEqual([{ user_id: waits.id }])
  })

  test('are refused where nobody waits for one', async () => {
    const ids = [entered.id, mailless.id]
    expect((await app.call(employees.inviteMany, { ids }, { as: hr.bearer })).code).toBe(
      codeOf('INVITATIONS_NOBODY'),
    )
    const stranger = await anAdministrator(app, await aCompany(app))
    const foreign = await app.call(employees.inviteMany, { ids: [invitable.id] }, { as: stranger.bearer })
    expect(foreign.code).toBe(codeOf('INVITATIONS_NOBODY'))
  })
})

describe('printed codes of many', () => {
  const print = async (ids: number[], as = hr.bearer) =>
    app.call(account.printCodes, { ids }, await proved(as))
  const pagesOf = async (bytes: Uint8Array): Promise<string[]> => {
    const read = await app.services.engine.text(bytes)
    if (!read.ok) throw new Error('the codes cannot be read')
    return read.pages
  }
  const codesOf = async (bytes: Uint8Array) =>
    (await pagesOf(bytes)).map((text) => text.match(/([2-9A-HJKMNP-Z]{4}-){2}[2-9A-HJKMNP-Z]{4}/g) ?? [])

  test('are one PDF with a page for each sector, whose slips say what they open and let their person in', async () => {
    const bare = await app.call(account.printCodes, { ids: [mailless.id] }, { as: hr.bearer })
    expect(bare.code).toBe('STEP_UP_REQUIRED')
    const printed = await print(everybody())
    expect(printed.status).toBe(200)
    const pages = await pagesOf(printed.bytes)
    expect(pages).toHaveLength(2)
    expect(pages[0]).toContain('Planta')
    expect(pages[1]).toContain(mailless.username)
    for (const page of pages)
      expect(page.replace(/\s+/g, ' ')).toContain('que Recursos Humanos confirme en persona')
    const [[first] = [], [second] = []] = await codesOf(printed.bytes)
    const enter = (user: Person, code = '') =>
      app.call(session.login, { user: user.username, password: code, site: 'e' })
    // A code opens its own person's account alone, and a newer one replaces it.
    expect((await enter(mailless, first)).status).not.toBe(200)
    const again = await codesOf((await print([mailless.id])).bytes)
    expect((await enter(mailless, second)).status).not.toBe(200)
    expect((await enter(mailless, again[0]?.[0])).data.user).toMatchObject({ restriccion: 'ingreso' })
    expect((await enter(beyond, first)).data.user).toMatchObject({ restriccion: 'ingreso' })
  })

  test('are for nobody with a mail, who administers, or beyond reach', async () => {
    expect((await print([invitable.id, hr.id])).code).toBe('PRINTED_CODES_NOBODY')
    expect((await print([beyond.id], clerk.bearer)).code).toBe('PRINTED_CODES_NOBODY')
  })
})

test('the sheet has the columns and the people of the list, and is an event', async () => {
  const taken = await app.call(employees.sheet, { columnas: ['nombre', 'legajo'] }, { as: clerk.bearer })
  expect(taken.status).toBe(200)
  const [heads, ...rows] = await cellsOf(taken.bytes)
  expect(heads).toHaveLength(2)
  const listed = await app.call(employees.list, {}, { as: clerk.bearer })
  expect(rows.map(([name]) => name)).toEqual(listed.data.map(({ nombre }: { nombre: string }) => nombre))
  const acts = await inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('events').select(['act', 'actor_id']).where('act', '=', 'sheet_taken').execute(),
  )
  expect(acts).toEqual([{ act: 'sheet_taken', actor_id: clerk.id }])
})

test('the CSV of a selection has a line for each within reach, its cells in the order of their heads', async () => {
  const taken = await app.call(employeeSelection.csv, { ids: everybody() }, { as: clerk.bearer })
  const [heads = [], ...rows] = taken.bytes
    .toString()
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'))
  const cells = rows.map((row) => Object.fromEntries(heads.map((head, n) => [head, row[n]])))
  const records = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('employees')
      .innerJoin('users', 'users.id', 'employees.id')
      .select(['users.sort_name', 'employees.file_number', 'employees.cuil'])
      .where('employees.id', 'in', [invitable.id, entered.id, mailless.id])
      .orderBy('users.sort_name')
      .orderBy('employees.id')
      .execute(),
  )
  expect(cells).toEqual(
    records.map(({ sort_name, file_number, cuil }) => ({
      'Apellido y nombre': sort_name,
      Legajo: file_number,
      CUIL: cuil,
      Sector: 'Ventas',
      Lugar: '',
      Ingreso: '01/03/2020',
      'Fecha de baja': '',
      Estado: 'Activo',
    })),
  )
})

describe('the end of several stays', () => {
  const end = async (ids: number[], as = hr.bearer) =>
    app.call(
      employment.endMany,
      { ids, motivo: 'contract_end', fechabaja: today('America/Argentina/Buenos_Aires', new Date()) },
      await proved(as),
    )
  const states = (ids: number[]) =>
    inCompany(app, company.id, async (tx) => {
      const rows = await tx.db.selectFrom('employees').select('state').where('id', 'in', ids).execute()
      return rows.map(({ state }) => state)
    })

  test('is all or none, and of nobody with a management profile or beyond reach', async () => {
    const boss = await aPerson(app, company, { profiles: ['employee', 'hr'] })
    const ids = [invitable.id, boss.id]
    expect((await end(ids)).code).toBe(codeOf('EMPLOYMENT_END_ALONE'))
    expect((await end([invitable.id, beyond.id], clerk.bearer)).code).toBe('NOT_FOUND')
    expect(await states(ids)).toEqual(['active', 'active'])
    const done = await end([invitable.id, entered.id])
    expect(done.data).toEqual({ personas: 2 })
    expect(await states([invitable.id, entered.id])).toEqual(['inactive', 'inactive'])
  })
})
