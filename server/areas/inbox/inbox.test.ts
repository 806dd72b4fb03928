import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { inbox } from '#contract/inbox.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import { aSentPaper } from '#server/testing/papers.ts'
import { aCompany, anAdministrator, aPerson, inCompany, signIn } from '#server/testing/factories.ts'

let app: TestApp
let hr: string
let limited: string
let empty: string

beforeAll(async () => {
  app = await testApp()
  const company = await aCompany(app)
  await aBystander(app, company)
  hr = (await anAdministrator(app, company)).bearer
  const clerk = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Ventas' }] })
  limited = await signIn(app, company, clerk)
  const sales = await aPerson(app, company, { sector: 'Ventas', lastName: 'Ventura' })
  const plant = await aPerson(app, company, { sector: 'Planta' })
  const type = (await aType(app, company, { name: 'Certificado de estudios' })).id
  await aSentPaper(app, company, {
    type_id: type,
    employee_id: plant.id,
    created_at: '2026-11-02T12:00:00Z',
  })
  await aSentPaper(app, company, {
    type_id: type,
    employee_id: sales.id,
    period: '2026-10-01',
    created_at: '2026-11-01T12:00:00Z',
  })
  await aDocument(app, company, { employee_id: sales.id, type_id: type, period: '2026-09-01' })
  empty = (await anAdministrator(app, await aCompany(app))).bearer
})

test('documents sent by employees wait, the oldest first, and nothing else does', async () => {
  const { data, pagination } = await app.call(inbox.documents, { pagination: '10,1,0' }, { as: hr })
  expect(data).toHaveLength(2)
  expect(data[0]).toMatchObject({
    colaborador: expect.stringContaining('Ventura'),
    tipo: 'Certificado de estudios',
    periodo: '2026-10-01',
  })
  expect(pagination).toEqual({ total: 2, page: 1, perPage: 10 })
})

test('it is counted within reach, page by page, and alike in both calls', async () => {
  for (const call of [inbox.documents, inbox.tasks]) {
    expect((await app.call(call, {}, { as: limited })).pagination?.total).toBe(1)
    const second = await app.call(call, { pagination: '1,2,0' }, { as: hr })
    expect([second.data.length, second.pagination]).toEqual([1, { total: 2, page: 2, perPage: 1 }])
  }
})

test('a company without waiting documents gets an empty list, and an invalid page is refused', async () => {
  const none = await app.call(inbox.documents, {}, { as: empty })
  expect([none.status, none.data, none.pagination?.total]).toEqual([200, [], 0])
  for (const pagination of ['0,1,0', '10,0,0', '10', '10,1,5', "10,1,0';--"])
    expect((await app.call(inbox.documents, { pagination }, { as: hr })).status).toBe(422)
})

test('beyond a thousand papers that wait, the list says only that there are more, and its filters give no numbers', async () => {
  const crowded = await aCompany(app)
  const { bearer } = await anAdministrator(app, crowded)
  const clerk = await aPerson(app, crowded, { profiles: ['limited'], filters: [{ sector: 'Ventas' }] })
  const sender = await aPerson(app, crowded, { sector: 'Planta' })
  const seller = await aPerson(app, crowded, { sector: 'Ventas' })
  const type = (await aType(app, crowded, { name: 'Certificado médico' })).id
  for (const one of [sender, seller]) await aSentPaper(app, crowded, { type_id: type, employee_id: one.id })
  await inCompany(app, crowded.id, async ({ db }) => {
    await sql`insert into documents (company_id, employee_id, type_id, type_version, state, signing, source, file_name,
        pages, verification_code, created_at, created_by)
      select company_id, employee_id, type_id, type_version, state, signing, source, file_name, pages, 'crowd' || n,
        created_at, created_by
      from documents, generate_series(1, 1000) n where employee_id = ${sender.id}`.execute(db)
    await sql`insert into approvals (company_id, kind, subject_id, employee_id, opened_by, opened_at)
      select company_id, 'document', id, employee_id, employee_id, created_at from documents
      where verification_code like 'crowd%'`.execute(db)
    await sql`insert into approval_steps (company_id, approval_id, n, rule, state, opened_at)
      select a.company_id, a.id, 1, '{"action": 78}', 'open', a.opened_at from approvals a
      where not exists (select from approval_steps s where s.approval_id = a.id)`.execute(db)
  })
  const { data, pagination } = await app.call(inbox.documents, { pagination: '25,1,0' }, { as: bearer })
  expect([data.length, pagination]).toEqual([25, { total: 1000, totalIsCapped: true, page: 1, perPage: 25 }])
  const { data: all } = await app.call(inbox.filters, {}, { as: bearer })
  expect(all.tipos).toEqual([{ id: type, nombre: 'Certificado médico', total: null }])
  expect([all.devueltos, all.de_otros, all.inactivos]).toEqual([0, 0, 0])
  const few = await signIn(app, crowded, clerk)
  expect((await app.call(inbox.documents, {}, { as: few })).pagination?.total).toBe(1)
  const { data: theirs } = await app.call(inbox.filters, {}, { as: few })
  expect(theirs.tipos).toEqual([{ id: type, nombre: 'Certificado médico', total: 1 }])
})
