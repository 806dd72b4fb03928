import { beforeAll, expect, test } from 'vitest'
import { folders } from '#contract/folders/folders.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aCompany, anAdministrator, aPerson, inCompany, signIn } from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { createFolder, createType } from './operations.ts'

let app: TestApp
let company: MadeCompany
let admin: string
let receipts: number
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  admin = (await anAdministrator(app, company)).bearer
  receipts = await inCompany(app, company.id, async (tx) => {
    const id = await createFolder(tx, { name: 'Recibos', signable: true, position: 1 })
    await createType(tx, id, { name: 'Recibo de sueldo', alias: 'Recibo', is_salary: true })
    const legal = await createFolder(tx, { name: 'Legales', position: 2 })
    await createType(tx, legal, { name: 'Acuerdo', alias: 'Acuerdo', confidential: true, has_period: false })
    await createType(tx, legal, { name: 'Declaración', alias: 'Declaración', is_form: true })
    return id
  })
})

const names = (data: { name: string }[]) => data.map((type) => type.name)

test('full HR has every folder and type, in their order', async () => {
  const list = await app.call(folders.available, {}, { as: admin })
  expect(list.data.map((folder: { nombre: string }) => folder.nombre)).toEqual(['Recibos', 'Legales'])
  const types = await app.call(folders.searchable, {}, { as: admin })
  expect(names(types.data)).toEqual(['Recibo de sueldo', 'Acuerdo', 'Declaración'])
})

test('forms are not published by hand', async () => {
  const types = await app.call(folders.publishable, {}, { as: admin })
  expect(names(types.data)).toEqual(['Recibo de sueldo', 'Acuerdo'])
})

test('a folder’s types', async () => {
  const types = await app.call(folders.types, { id_carpeta: receipts }, { as: admin })
  expect(types.data).toMatchObject([
    { name: 'Recibo de sueldo', carpeta: 'Recibos', recibo: true, firmable: true },
  ])
})

test('limited HR has no confidential type; a folder filter narrows it further', async () => {
  const person = await aPerson(app, company, { profiles: ['limited'] })
  const bearer = await signIn(app, company, person)
  expect(names((await app.call(folders.searchable, {}, { as: bearer })).data)).toEqual([
    'Recibo de sueldo',
    'Declaración',
  ])
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('user_folder_filters')
      .values({ company_id: tx.company, user_id: person.id, folder_id: receipts })
      .execute(),
  )
  expect(names((await app.call(folders.searchable, {}, { as: bearer })).data)).toEqual(['Recibo de sueldo'])
})

test('a manager has no folder until one is chosen by name', async () => {
  const person = await aPerson(app, company, { profiles: ['manager'] })
  const bearer = await signIn(app, company, person)
  expect((await app.call(folders.available, {}, { as: bearer })).data).toEqual([])
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('user_folder_filters')
      .values({ company_id: tx.company, user_id: person.id, folder_id: receipts })
      .execute(),
  )
  expect(names((await app.call(folders.searchable, {}, { as: bearer })).data)).toEqual(['Recibo de sueldo'])
})

test('a folder that contradicts itself can’t be made', async () => {
  const making = (facts: { signable?: boolean; ephemeral?: boolean; visible?: boolean }) =>
    inCompany(app, company.id, (tx) => createFolder(tx, { name: `Carpeta ${Math.random()}`, ...facts }))
  await expect(making({ ephemeral: true })).rejects.toThrow(/check constraint/)
  await expect(making({ signable: true, visible: false })).rejects.toThrow(/check constraint/)
})
