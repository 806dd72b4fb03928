import { beforeAll, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { permissionCalls } from '#contract/permissions/calls.ts'
import { addAdministrator } from '#server/areas/company/founding.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'
import { unzip } from '#server/testing/zips.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let manager: string
let asker: Person

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app, { name: 'Austral' })
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  asker = await aPerson(app, company, { firstName: 'Héctor', lastName: 'Sosa', profiles: ['manager'] })
  manager = await signIn(app, company, asker)
  await aPerson(app, company, { profiles: ['hr'], confidential: true })
  await aPerson(app, company, { profiles: ['hr'], mail: null })
  await aPerson(app, company, { profiles: ['hr'], state: 'inactive' })
  // Somebody who manages a company without being its employee.
  await inCompany(app, company.id, (tx) =>
    addAdministrator(
      tx,
      app.services,
      { username: 'ema', firstName: 'Ema', lastName: 'Rey', mail: 'ema@correo.example', language: 'es' },
      { country: 'AR', profileId: company.profiles.manager, operator: 'prueba' },
    ),
  )
  // An administrator of another company, who must never be listed.
  await anAdministrator(app, await aCompany(app))
})

test('the matrix shows the rights of each profile, and how many people hold it', async () => {
  const { data } = await app.call(permissionCalls.matrix, {}, { as: hr.bearer })
  const named = (id: number) => data.find((one: { id: number }) => one.id === id)
  expect(named(company.profiles.manager)).toMatchObject({
    id_perfil_tipo: 2,
    ve_confidencial: false,
    acciones: [actions.documentSearch, actions.employees, actions.documentDetail],
    personas: 2,
  })
  // Dismissed people are not counted.
  expect(named(company.profiles.hr).personas).toBe(3)
  expect(data).toHaveLength(Object.keys(company.profiles).length)
  expect((await app.call(permissionCalls.matrix, {}, { as: manager })).code).toBe('SYSTEM_ACTION_NOT_GRANTED')
})

test('it is handed out as CSV and as a spreadsheet, with every action', async () => {
  const csv = await app.call(permissionCalls.matrixFile, { formato: 'csv' }, { as: hr.bearer })
  const lines = csv.bytes.toString().trim().split('\r\n')
  expect(lines).toHaveLength(2 + Object.keys(actions).length)
  const heads = lines[0]?.split(';') ?? []
  const column = heads.findIndex((head) => /jefe|equipo|manager/i.test(head))
  const cell = (action: number) => lines.find((line) => line.startsWith(`${action};`))?.split(';')[column]
  expect([cell(actions.documentSearch), cell(actions.reports)]).toEqual(['Sí', ''])
  const xlsx = await app.call(permissionCalls.matrixFile, {}, { as: hr.bearer })
  const sheet = (await unzip(xlsx.bytes)).get('xl/worksheets/sheet1.xml')?.toString()
  expect(sheet).toContain('Publicar de forma masiva')
})

test('people who can grant a right are named, except those out of reach, and are asked once a day', async () => {
  const accion = actions.reports
  const granters = await app.call(permissionCalls.granters, { accion }, { as: manager })
  expect(granters.data.map(({ id }: { id: number }) => id)).toEqual([hr.id])
  const ask = (id: number, as = manager) => app.call(permissionCalls.ask, { accion, id }, { as })
  expect((await ask(hr.id)).data).toEqual({ pedido: true })
  expect((await ask(hr.id)).data).toEqual({ pedido: false })
  const mails = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('mails')
      .select(['user_id', 'variables'])
      .where('event', '=', 'permission_asked')
      .execute(),
  )
  expect(mails).toEqual([
    {
      user_id: hr.id,
      variables: expect.objectContaining({ quien: 'Héctor Sosa', permiso: 'Ver reportes' }),
    },
  ])
  // Nobody else can be written to through it.
  expect((await ask(asker.id)).code).toBe('NOT_FOUND')
  app.setNow(new Date(Date.now() + 25 * 3_600_000))
  const later = await signIn(app, company, asker)
  expect((await ask(hr.id, later)).data).toEqual({ pedido: true })
  app.setNow(null)
})

test('five people who can grant a right are named, by their names', async () => {
  const large = await aCompany(app)
  const names = ['Funes', 'Díaz', 'Arias', 'Castro', 'Báez', 'Ellis']
  for (const lastName of names) await aPerson(app, large, { firstName: 'Ana', lastName, profiles: ['hr'] })
  const as = await signIn(app, large, await aPerson(app, large, { profiles: ['manager'] }))
  const { data } = await app.call(permissionCalls.granters, { accion: actions.reports }, { as })
  expect(data.map(({ nombre }: { nombre: string }) => nombre)).toEqual(
    ['Arias', 'Báez', 'Castro', 'Díaz', 'Ellis'].map((name) => `Ana ${name}`),
  )
})

test('a right that nobody of the company holds, nobody can give', async () => {
  const { data } = await app.call(
    permissionCalls.granters,
    { accion: actions.externalDashboard },
    { as: manager },
  )
  expect(data).toEqual([])
})
