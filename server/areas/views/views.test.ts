import { beforeAll, expect, test } from 'vitest'
import { views } from '#contract/views.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, anAdministrator } from '#server/testing/factories.ts'

let app: TestApp
let as: string
let another: string

beforeAll(async () => {
  app = await testApp()
  const company = await aCompany(app)
  await aBystander(app, company)
  as = (await anAdministrator(app, company)).bearer
  another = (await anAdministrator(app, company)).bearer
})

test('a view is kept, replaced under its name, preferred alone, seen and deleted by its owner only', async () => {
  const save = (nombre: string, consulta: string, preferida: boolean) =>
    app.call(views.save, { lista: 'documents', nombre, consulta, preferida }, { as })
  const list = async (as: string) => (await app.call(views.list, { lista: 'documents' }, { as })).data
  const { data: mine } = await save('Sin firmar', 'estado=pendiente', true)
  await save('sin FIRMAR', 'estado=pendiente&periodo=2026-10', true)
  const { data: other } = await save('Anulados', 'estado=anulado', true)
  expect(await list(as)).toEqual([
    { id: other.id, nombre: 'Anulados', consulta: 'estado=anulado', preferida: true },
    { id: mine.id, nombre: 'sin FIRMAR', consulta: 'estado=pendiente&periodo=2026-10', preferida: false },
  ])
  expect(await list(another)).toEqual([])
  expect((await app.call(views.forget, { id: mine.id }, { as: another })).status).toBe(404)
  expect((await app.call(views.prefer, { id: mine.id, preferida: true }, { as: another })).status).toBe(404)
  await app.call(views.prefer, { id: mine.id, preferida: true }, { as })
  await app.call(views.forget, { id: other.id }, { as })
  expect(await list(as)).toMatchObject([{ id: mine.id, preferida: true }])
})

test('fifty views are enough', async () => {
  const made = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      app.call(views.save, { lista: 'employees', nombre: `Vista ${n}`, consulta: '' }, { as: another }),
    ),
  )
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200]))
  const more = await app.call(
    views.save,
    { lista: 'employees', nombre: 'Una más', consulta: '' },
    { as: another },
  )
  expect([more.status, more.code]).toEqual([422, 'VIEW_TOO_MANY'])
  const replaced = await app.call(
    views.save,
    { lista: 'employees', nombre: 'VISTA 7', consulta: 'estado=active' },
    { as: another },
  )
  expect(replaced.data).toMatchObject({ id: made[7]?.data.id, consulta: 'estado=active' })
})
