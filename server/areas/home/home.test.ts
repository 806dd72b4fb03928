import { beforeAll, expect, test } from 'vitest'
import { home } from '#contract/home.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import { aCompany, anAdministrator, aPerson, inCompany, signIn } from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let receipts: number
let hr: string
let limited: string

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  hr = (await anAdministrator(app, company)).bearer
  const clerk = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Ventas' }] })
  limited = await signIn(app, company, clerk)
  const sales = await aPerson(app, company, { sector: 'Ventas' })
  const plant = await aPerson(app, company, { sector: 'Planta' })
  receipts = (await aType(app, company, { name: 'Recibo' })).id
  const advances = (await aType(app, company, { name: 'Adelanto' })).id
  const document = (employee_id: number, type_id: number, period: string, more: object = {}) =>
    aDocument(app, company, { employee_id, type_id, period, ...more })
  await document(sales.id, receipts, '2026-10-01', { published_at: '2026-11-04T12:00:00Z' })
  await document(plant.id, receipts, '2026-10-01', { published_at: '2026-11-04T13:00:00Z' })
  // The same person, twice in a period, is one person who has not signed.
  await document(plant.id, advances, '2026-10-01', { published_at: '2026-11-03T12:00:00Z' })
  const refused = await document(plant.id, receipts, '2026-09-01', {
    signing: 'no_conforme',
    published_at: '2026-10-04T12:00:00Z',
  })
  await document(sales.id, receipts, '2026-09-01', {
    state: 'waiting_company_signature',
    published_at: null,
    created_at: '2026-11-19T09:00:00Z',
  })
  await document(sales.id, receipts, '2026-08-01', { state: 'cancelled' })
  await inCompany(app, company.id, (tx) =>
    tx.db.insertInto('disagreements').values({ company_id: tx.company, document_id: refused }).execute(),
  )
})

test('full HR sees waiting work by person and not by document', async () => {
  const { data } = await app.call(home.documents, {}, { as: hr })
  expect(data).toMatchObject({
    falta_firma_empresa: { total: 1, desde: '2026-11-19T09:00:00.000Z' },
    no_conforme: 1,
    no_conforme_desde: { fecha: expect.any(String), colaborador: expect.any(String) },
    sin_firmar: [{ periodo: '2026-10-01', personas: 2, recordado: null }],
    por_vencer: 0,
  })
  expect(data.publicaciones).toEqual([
    {
      id_tipo: receipts,
      tipo: 'Recibo',
      periodo: '2026-10-01',
      publicado: '2026-11-04T13:00:00.000Z',
      total: 2,
      conforme: 0,
      no_conforme: 0,
      pendiente: 2,
    },
    expect.objectContaining({ tipo: 'Adelanto', total: 1 }),
    expect.objectContaining({ tipo: 'Recibo', periodo: '2026-09-01', no_conforme: 1, total: 1 }),
  ])
})

test('a limited profile counts nothing beyond its sector', async () => {
  const { data } = await app.call(home.documents, {}, { as: limited })
  expect(data).toMatchObject({
    falta_firma_empresa: { total: 1 },
    no_conforme: 0,
    sin_firmar: [{ periodo: '2026-10-01', personas: 1 }],
  })
  expect(data.publicaciones).toMatchObject([{ tipo: 'Recibo', total: 1 }])
})

test('people do not count as not having signed what they cannot see yet', async () => {
  const { id: employee_id } = await aPerson(app, company, { sector: 'Ventas' })
  const id = await aDocument(app, company, {
    employee_id,
    type_id: receipts,
    period: '2026-07-01',
    visible_from: new Date(Date.now() + 86_400_000),
  })
  const before = await app.call(home.documents, {}, { as: hr })
  expect(before.data.sin_firmar).toMatchObject([{ periodo: '2026-10-01', personas: 2 }])

  await inCompany(app, company.id, ({ db }) =>
    db.updateTable('documents').set({ visible_from: new Date() }).where('id', '=', id).execute(),
  )
  const after = await app.call(home.documents, {}, { as: hr })
  expect(after.data.sin_firmar).toMatchObject([
    { periodo: '2026-10-01', personas: 2 },
    { periodo: '2026-07-01', personas: 1 },
  ])
})

test('the first steps are ticked by what the company has, and by nothing else', async () => {
  const empty = await aCompany(app)
  const { bearer, id } = await anAdministrator(app, empty)
  const steps = async (as: string) => (await app.call(home.firstSteps, {}, { as })).data
  const none = { nomina: false, certificado: false, marca: false, lectura: false, publicacion: false }
  expect(await steps(bearer)).toEqual(none)
  const employee = await aPerson(app, empty, {})
  expect(await steps(bearer)).toEqual({ ...none, nomina: true })
  const type = await aType(app, empty, { name: 'Recibo' })
  await aDocument(app, empty, {
    employee_id: employee.id,
    type_id: type.id,
    period: '2026-10-01',
    state: 'cancelled',
  })
  expect(await steps(bearer)).toEqual({ ...none, nomina: true })
  await aDocument(app, empty, { employee_id: employee.id, type_id: type.id, period: '2026-10-01' })
  const process = await inCompany(app, empty.id, (tx) =>
    tx.db
      .insertInto('processes')
      .values({
        company_id: tx.company,
        kind: 'massive',
        step: 'reading',
        created_by: id,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await inCompany(app, empty.id, (tx) =>
    tx.db
      .insertInto('publications')
      .values({
        company_id: tx.company,
        process_id: process.id,
        mode: 'split_sign',
        file_name: 'a.pdf',
        file_size: 1,
      })
      .execute(),
  )
  expect(await steps(bearer)).toEqual({ ...none, nomina: true, publicacion: true })
  await inCompany(app, empty.id, (tx) =>
    tx.db.updateTable('processes').set({ step: 'preview' }).where('id', '=', process.id).execute(),
  )
  expect(await steps(bearer)).toMatchObject({ lectura: true })
  // The company of the other tests has people and publications, and no payroll.
  expect(await steps(hr)).toEqual({ ...none, nomina: true, publicacion: true })
})
