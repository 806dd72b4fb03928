import { beforeAll, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { actions } from '#contract/actions.ts'
import { folders } from '#contract/folders/folders.ts'
import { folderSettings as settings } from '#contract/folders/settings.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, aLimited, anAdministrator, aPerson, inCompany, signIn } from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { createFolder, createType } from './operations.ts'

let app: TestApp
let company: MadeCompany
let admin: string
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  admin = (await anAdministrator(app, company)).bearer
})

let counter = 0

/** A folder with types of these names, and the ids of both. */
function aFolder(names: readonly string[], of: MadeCompany = company) {
  const n = ++counter
  return inCompany(app, of.id, async (tx) => {
    const folder = await createFolder(tx, { name: `Carpeta ${n}`, position: n })
    const types: Record<string, number> = {}
    for (const name of names)
      types[name] = await createType(tx, folder, {
        name: `${name} ${n}`,
        alias: `${name} ${n}`,
        confidential: name === 'Oculto',
      })
    return { folder, types }
  })
}

const place = (id: number | undefined, antes: number | null | undefined, as = admin) =>
  app.call(settings.placeType, { id: id ?? 0, antes: antes ?? null }, { as })
const namesIn = async (folder: number, as = admin) =>
  (await app.call(settings.types, { id: folder }, { as })).data.map((type: { name: string }) =>
    type.name.replace(/ \d+$/, ''),
  )
const eventsOf = (type: number | undefined) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select(['act', 'data'])
      .where('subject_kind', '=', 'document_type')
      .where('subject_id', '=', type ?? 0)
      .execute(),
  )

test('a new type is the last of its folder, and so is one that comes from another', async () => {
  const { folder } = await aFolder(['Sueldo', 'Aguinaldo'])
  const other = await aFolder(['Adelanto'])
  expect(await namesIn(folder)).toEqual(['Sueldo', 'Aguinaldo'])
  const adelanto = (await app.call(settings.types, { id: other.folder }, { as: admin })).data[0]
  const moved = { id: adelanto.idSubCarpeta, idCarpeta: folder, name: adelanto.name, alias: adelanto.alias }
  expect((await app.call(settings.changeType, moved, { as: admin })).status).toBe(200)
  expect(await namesIn(folder)).toEqual(['Sueldo', 'Aguinaldo', 'Adelanto'])
})

test('a type goes before another or last, wherever types are listed, and each time it is an event', async () => {
  const { folder, types } = await aFolder(['A', 'B', 'C'])
  expect((await place(types['C'], types['A'])).status).toBe(200)
  expect(await namesIn(folder)).toEqual(['C', 'A', 'B'])
  await place(types['C'], null)
  expect(await namesIn(folder)).toEqual(['A', 'B', 'C'])
  await place(types['C'], types['B'])
  // Where it stands already.
  await place(types['C'], types['B'])
  const chosen = await app.call(folders.types, { id_carpeta: folder }, { as: admin })
  expect(chosen.data.map(({ idSubCarpeta }: { idSubCarpeta: number }) => idSubCarpeta)).toEqual([
    types['A'],
    types['C'],
    types['B'],
  ])
  expect(await eventsOf(types['C'])).toMatchObject([
    { act: 'ordered', data: { orden: [3, 1] } },
    { act: 'ordered', data: { orden: [1, 3] } },
    { act: 'ordered', data: { orden: [3, 2] } },
  ])
})

test('types out of reach keep their place and are no target', async () => {
  const { folder, types } = await aFolder(['A', 'Oculto', 'B', 'C'])
  const { bearer: limited } = await aLimited(app, company, { sector: 'Planta', actions: [actions.folders] })
  expect(await namesIn(folder, limited)).toEqual(['A', 'B', 'C'])
  expect((await place(types['B'], types['Oculto'], limited)).errors).toMatchObject([
    { code: codeOf('TYPE_GONE_FROM_FOLDER'), field: 'antes' },
  ])
  expect((await place(types['Oculto'], types['A'], limited)).status).toBe(404)
  expect((await place(types['C'], types['A'], limited)).status).toBe(200)
  expect(await namesIn(folder)).toEqual(['C', 'A', 'Oculto', 'B'])
})

test('a type goes before none of another folder, of another company, or itself; nor without the right', async () => {
  const { types } = await aFolder(['A', 'B'])
  const other = await aFolder(['X'])
  const elsewhere = await aCompany(app)
  const strange = await aFolder(['Y'], elsewhere)
  for (const antes of [other.types['X'], strange.types['Y'], types['A']])
    expect((await place(types['A'], antes)).errors).toMatchObject([{ code: codeOf('TYPE_GONE_FROM_FOLDER') }])
  expect((await place(strange.types['Y'], null)).status).toBe(404)
  const manager = await signIn(app, company, await aPerson(app, company, { profiles: ['manager'] }))
  expect((await place(types['B'], types['A'], manager)).status).toBe(403)
})
