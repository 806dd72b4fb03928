import { beforeAll, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { folderSettings as settings } from '#contract/folders/settings.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'
import { aDocument, aFolder } from '#server/testing/published.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let admin: Person & { bearer: string }
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  admin = await anAdministrator(app, company)
})

let month = 0
const publish = (person: Person, type: number, facts: object = {}) =>
  aDocument(app, company, {
    employee: person.id,
    type,
    by: admin.id,
    period: `${2000 + Math.floor(month / 12)}-${String((month++ % 12) + 1).padStart(2, '0')}-01`,
    ...facts,
  })
const ask = (id: number, wanted: { visible: boolean; bloquea: number[] }, as = admin.bearer) =>
  app.call(settings.consequences, { id, ...wanted }, { as })

test('hiding a folder counts lost documents and signatures, and the employees for whom others open', async () => {
  const benefits = await aFolder(app, company, { name: 'Beneficios' })
  const courses = await aFolder(app, company, { name: 'Cursos' })
  const pay = await aFolder(app, company, { blocks: [benefits.folder] })
  await aFolder(app, company, { blocks: [courses.folder] })
  const [ana, blas, celia] = [
    await aPerson(app, company),
    await aPerson(app, company),
    await aPerson(app, company),
  ]
  await publish(ana, pay.type)
  await publish(ana, pay.type)
  await publish(blas, pay.type)
  await publish(celia, pay.type, { signing: 'conforme' })
  await publish(celia, pay.type, { state: 'waiting_approval' })
  const { data } = await ask(pay.folder, { visible: false, bloquea: [] })
  expect(data).toEqual({
    documentos: 4,
    pendientes: 3,
    firmados: 1,
    abre: [{ idCarpeta: benefits.folder, nombre: 'Beneficios', colaboradores: 2 }],
    cierra: [],
  })
  const same = await ask(pay.folder, { visible: true, bloquea: [benefits.folder] })
  expect(same.data).toMatchObject({ abre: [], cierra: [] })
  const other = await ask(pay.folder, { visible: true, bloquea: [courses.folder] })
  expect(other.data).toMatchObject({
    abre: [{ idCarpeta: benefits.folder, colaboradores: 2 }],
    cierra: [{ idCarpeta: courses.folder, nombre: 'Cursos', colaboradores: 2 }],
  })
})

test('a folder counts as opening only for employees whom no other folder blocks and who are asked to sign', async () => {
  const closed = await aFolder(app, company)
  const first = await aFolder(app, company, { blocks: [closed.folder] })
  const second = await aFolder(app, company, { blocks: [closed.folder] })
  const [both, one, refuses, unsaid, early] = [
    await aPerson(app, company),
    await aPerson(app, company),
    await aPerson(app, company, { consent: 'refused' }),
    await aPerson(app, company, { consent: null }),
    await aPerson(app, company, { maySign: false }),
  ]
  for (const person of [both, one, refuses, unsaid, early]) await publish(person, first.type)
  await publish(both, second.type)
  const { data } = await ask(first.folder, { visible: true, bloquea: [] })
  expect(data).toMatchObject({ pendientes: 5, abre: [{ idCarpeta: closed.folder, colaboradores: 1 }] })
})

test('a folder opens to nobody whose password waits for the objection to an access that the company gave', async () => {
  const closed = await aFolder(app, company)
  const folder = await aFolder(app, company, { blocks: [closed.folder] })
  const [own, given] = [await aPerson(app, company), await aPerson(app, company)]
  for (const person of [own, given]) await publish(person, folder.type)
  await inCompany(app, company.id, async (tx) => {
    const access = await tx.db
      .insertInto('company_accesses')
      .values({
        company_id: tx.company,
        user_id: given.id,
        kind: 'mail',
        put_at: new Date(),
        silence_opens: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .updateTable('users')
      .set({ password_access_id: access.id })
      .where('id', '=', given.id)
      .execute()
  })
  const { data } = await ask(folder.folder, { visible: true, bloquea: [] })
  expect(data).toMatchObject({ pendientes: 2, abre: [{ idCarpeta: closed.folder, colaboradores: 1 }] })
})

test('documents that left an ephemeral folder are not counted as lost', async () => {
  const folder = await aFolder(app, company, { ephemeral: true })
  const person = await aPerson(app, company)
  await publish(person, folder.type)
  await publish(person, folder.type, { signing: 'no_conforme' })
  const { data } = await ask(folder.folder, { visible: false, bloquea: [] })
  expect(data).toMatchObject({ documentos: 1, pendientes: 1, firmados: 1 })
})

test('only documents within reach are counted, and only for administrators of folders', async () => {
  const folder = await aFolder(app, company)
  const near = await aPerson(app, company, { sector: 'Planta' })
  const far = await aPerson(app, company, { sector: 'Ventas' })
  for (const person of [near, far]) await publish(person, folder.type)
  const limited = await aLimited(app, company, { sector: 'Planta', actions: [actions.folders] })
  const wanted = { visible: false, bloquea: [] }
  expect((await ask(folder.folder, wanted)).data).toMatchObject({ documentos: 2, pendientes: 2 })
  expect((await ask(folder.folder, wanted, limited.bearer)).data).toMatchObject({
    documentos: 1,
    pendientes: 1,
  })
  const manager = await signIn(app, company, await aPerson(app, company, { profiles: ['manager'] }))
  expect((await ask(folder.folder, wanted, manager)).status).toBe(403)
  const elsewhere = await aFolder(app, await aCompany(app))
  expect((await ask(elsewhere.folder, wanted)).status).toBe(404)
})

test('documents, filters and closed folders keep a folder from being archived', async () => {
  const closed = await aFolder(app, company)
  const folder = await aFolder(app, company, { blocks: [closed.folder] })
  const person = await aPerson(app, company, { sector: 'Planta', profiles: ['manager'], lastName: 'Acosta' })
  const far = await aPerson(app, company, { sector: 'Ventas', lastName: 'Zárate' })
  const holds = async (id: number, as = admin.bearer) => (await app.call(settings.holds, { id }, { as })).data
  const free = await aFolder(app, company)
  expect(await holds(free.folder)).toEqual({
    documentos: 0,
    guarda: false,
    filtros: 0,
    usuarios: [],
    bloqueo: false,
    autogestion: false,
  })
  expect(await holds(closed.folder)).toMatchObject({ bloqueo: true, documentos: 0 })
  await publish(far, folder.type)
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('user_folder_filters')
      .values(
        [person, far].map(({ id }) => ({ company_id: tx.company, user_id: id, folder_id: folder.folder })),
      )
      .execute(),
  )
  expect(await holds(folder.folder)).toMatchObject({
    documentos: 1,
    guarda: true,
    filtros: 2,
    bloqueo: true,
    usuarios: [{ idUsuario: person.id }, { idUsuario: far.id }],
  })
  const limited = await aLimited(app, company, { sector: 'Planta', actions: [actions.folders] })
  expect(await holds(folder.folder, limited.bearer)).toMatchObject({
    documentos: 0,
    guarda: true,
    filtros: 2,
    usuarios: [{ idUsuario: person.id }],
  })
})
