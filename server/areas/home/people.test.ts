import { beforeAll, describe, expect, test } from 'vitest'
import { employees } from '#contract/employees/employees.ts'
import { home } from '#contract/home.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type PersonWanted,
  signIn,
} from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { birthdaysWanted, lastMonths } from './people-queries.ts'

let app: TestApp
let company: MadeCompany
let hr: string
let limited: string
let manager: string

interface Facts {
  born?: string
  hired?: string
  ended?: string
}

async function person(wanted: PersonWanted, { born, hired = '2020-03-01', ended }: Facts) {
  const made = await aPerson(app, company, wanted)
  await inCompany(app, company.id, async (tx) => {
    await tx.db
      .updateTable('employments')
      .set({ starts_on: hired, ...(ended && { ends_on: ended, state: 'ended' as const }) })
      .where('employee_id', '=', made.id)
      .execute()
    if (born)
      await tx.db.updateTable('employees').set({ birth_date: born }).where('id', '=', made.id).execute()
  })
  return made
}

beforeAll(async () => {
  app = await testApp()
  // Still the 27th in the company's zone.
  app.setNow(new Date('2026-12-28T01:30:00Z'))
  company = await aCompany(app)
  hr = (await anAdministrator(app, company)).bearer
  const clerk = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Ventas' }] })
  limited = await signIn(app, company, clerk)
  const chief = await person({ profiles: ['employee', 'manager'] }, {})
  manager = await signIn(app, company, chief)
  await person({ firstName: 'Ana', sector: 'Ventas' }, { born: '1990-12-27', hired: '2026-12-27' })
  await person({ firstName: 'Beto', sector: 'Planta', managerId: chief.id }, { born: '1985-01-02' })
  await person({ firstName: 'Celia', sector: 'Planta' }, { born: '1970-12-29', hired: '2026-11-28' })
  await person({ firstName: 'Dino', sector: 'Planta' }, { born: '1992-01-03', hired: '2026-12-28' })
  await person({ firstName: 'Eva', sector: 'Ventas' }, { born: '1993-12-26', hired: '2026-11-27' })
  await person({ firstName: 'Fito', sector: 'Planta', confidential: true }, { born: '1991-12-28' })
  await person(
    { firstName: 'Gina', sector: 'Ventas', state: 'inactive' },
    { born: '1991-12-28', hired: '2026-12-05', ended: '2026-12-20' },
  )
})

type Names = { nombre: string }[]
const names = (data: Names) => data.map(({ nombre }) => nombre)

describe('birthdays', () => {
  test('of the next seven days go over the year’s end, by day and month and never by year', async () => {
    const { data, pagination } = await app.call(home.birthdays, { option: 1 }, { as: hr })
    expect(
      data.map(({ nombre, dia, mes }: { nombre: string; dia: number; mes: number }) => [nombre, dia, mes]),
    ).toEqual([
      ['Ana', 27, 12],
      ['Fito', 28, 12],
      ['Celia', 29, 12],
      ['Beto', 2, 1],
    ])
    expect(pagination).toMatchObject({ total: 4 })
    expect(JSON.stringify(data)).not.toMatch(/19\d\d/)
  })

  test('of the month are those of it, passed ones too', async () => {
    const { data } = await app.call(home.birthdays, { option: 2 }, { as: hr })
    expect(names(data)).toEqual(['Eva', 'Ana', 'Fito', 'Celia'])
  })

  test('are those within reach, and so is their count', async () => {
    const clerk = await app.call(home.birthdays, { option: 2 }, { as: limited })
    expect(names(clerk.data)).toEqual(['Eva', 'Ana'])
    expect(clerk.pagination?.total).toBe(2)
    const chief = await app.call(home.birthdays, {}, { as: manager })
    expect(names(chief.data)).toEqual(['Beto'])
    expect(chief.pagination?.total).toBe(1)
  })

  test('count beyond the page that is shown', async () => {
    const { data, pagination } = await app.call(home.birthdays, { perPage: 1, page: 2 }, { as: hr })
    expect(names(data)).toEqual(['Fito'])
    expect(pagination).toMatchObject({ total: 4, page: 2, perPage: 1 })
  })
})

test('people who began in the last thirty days are shown, the newest first; future and former ones are not', async () => {
  const all = await app.call(home.recentHired, {}, { as: hr })
  expect(names(all.data)).toEqual(['Ana', 'Celia'])
  expect(all.pagination?.total).toBe(2)
  expect(names((await app.call(home.recentHired, {}, { as: limited })).data)).toEqual(['Ana'])
  expect((await app.call(home.recentHired, {}, { as: manager })).pagination?.total).toBe(0)
})

test('nobody is known to be absent where no leave is kept', async () => {
  const answer = await app.call(home.absentUsers, {}, { as: hr })
  expect(answer).toMatchObject({ status: 200, data: [], pagination: { total: 0 } })
})

test('joiners and leavers within reach are counted by month', async () => {
  const last = async (bearer: string) => (await app.call(home.inout, {}, { as: bearer })).data.slice(-2)
  expect((await app.call(home.inout, {}, { as: hr })).data).toHaveLength(12)
  expect(await last(hr)).toEqual([
    { periodo: '2026-11-01', altas: 2, bajas: 0 },
    { periodo: '2026-12-01', altas: 2, bajas: 1 },
  ])
  expect(await last(limited)).toEqual([
    { periodo: '2026-11-01', altas: 1, bajas: 0 },
    { periodo: '2026-12-01', altas: 2, bajas: 1 },
  ])
  expect(await last(manager)).toEqual([
    { periodo: '2026-11-01', altas: 0, bajas: 0 },
    { periodo: '2026-12-01', altas: 0, bajas: 0 },
  ])
})

test('totals by state hold nobody beyond the viewer’s reach', async () => {
  const totals = async (bearer: string) => (await app.call(employees.totals, {}, { as: bearer })).data
  expect(await totals(limited)).toEqual({ onboarding: 0, active: 2, inactive: 1 })
  expect(await totals(manager)).toEqual({ onboarding: 0, active: 1, inactive: 0 })
  expect(await totals(hr)).toEqual({ onboarding: 0, active: 9, inactive: 1 })
})

test('an employee’s session has none of it', async () => {
  const employee = await signIn(app, company, await aPerson(app, company), 'e')
  for (const call of [home.birthdays, home.recentHired, home.absentUsers, home.inout])
    expect((await app.call(call, {}, { as: employee })).status).toBe(403)
})

test('widgets are found by their indexes', async () => {
  const plan = (question: string) =>
    inCompany(app, company.id, async (tx) => {
      const client = tx.db.getExecutor()
      await client.executeQuery({ sql: 'set local enable_seqscan = off', parameters: [] } as never)
      const { rows } = await client.executeQuery<{ 'QUERY PLAN': string }>({
        sql: `explain ${question}`,
        parameters: [],
      } as never)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  const born = `select id from employees where state <> 'inactive' and birth_day between 1227 and 1231`
  expect(await plan(born)).toMatch(/employees_birth_day.*\n.*Index Cond: .*birth_day >= 1227/)
  const begun = `select count(*) from employments where state <> 'void' and starts_on >= '2026-01-01'`
  expect(await plan(begun)).toMatch(/Index Cond: .*starts_on >=/)
  const over = `select count(*) from employments where state = 'ended' and ends_on >= '2026-01-01'`
  expect(await plan(over)).toMatch(/employments_over.*\n(.*\n)?.*Index Cond: .*ends_on >=/)
})

test('days and months are reckoned over a year’s end', () => {
  expect(birthdaysWanted(1, '2026-12-28')).toEqual({ from: 1228, until: 103 })
  expect(birthdaysWanted(1, '2027-02-26')).toEqual({ from: 226, until: 304 })
  expect(birthdaysWanted(2, '2026-11-21')).toEqual({ from: 1100, until: 1131 })
  expect(lastMonths('2027-01-31', 3)).toEqual(['2026-11-01', '2026-12-01', '2027-01-01'])
})
