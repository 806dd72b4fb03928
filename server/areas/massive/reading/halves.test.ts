import { beforeAll, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { typeConfiguration } from '#contract/folders/configuration.ts'
import { massive } from '#contract/massive/massive.ts'
import type { MassiveItem } from '#contract/massive/preview.ts'
import { everythingIn } from '#pdf/testing/contents.ts'
import { twoUp } from '#pdf/testing/two-up.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, anAdministrator, aPerson, inCompany, type Person } from '#server/testing/factories.ts'
import { aReadableType, begin, sendWhole } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'

let app: TestApp
let company: MadeCompany
let as: string
const people: (Person & { lastName: string })[] = []
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  as = (await anAdministrator(app, company)).bearer
  await aBystander(app, company)
  for (const lastName of ['Ledesma', 'Quiroga', 'Maidana', 'Acosta'])
    people.push({ ...(await aPerson(app, company, { firstName: 'Ana', lastName })), lastName })
})

const onHalf = (at: number) => {
  const person = people[at]
  if (!person) throw new Error('nobody there')
  return { name: `${person.lastName}, Ana`, cuil: person.cuil }
}

async function read(type: number): Promise<number> {
  const bytes = twoUp([
    [onHalf(0), onHalf(1)],
    [onHalf(2), onHalf(3)],
  ])
  const { id, subida } = await begin(app, as, type, { tamano: bytes.length })
  await sendWhole(app, as, subida, bytes)
  await app.services.jobs.runDueJobs()
  return id
}

const itemsOf = async (id: number, grupo: 'por_resolver' | 'listo') =>
  (await app.call(massive.items, { id, grupo, perPage: 100 }, { as })).data as MassiveItem[]

test('of two receipts a sheet each half is a receipt of its own, with nothing of the other', async () => {
  const { id: type } = await aReadableType(app, company)
  const half = { x: 0, y: 0, width: 210, height: 148.5 }
  const saved = await app.call(
    typeConfiguration.change,
    { id: type, pagina: 'last', corte: half, dos_por_hoja: true },
    { as },
  )
  expect(saved.data).toMatchObject({ dos_por_hoja: true, corte: half })
  const ready = await itemsOf(await read(type), 'listo')
  expect(ready.map((item) => [item.paginas, item.colaborador?.id])).toEqual(
    people.map(({ id }, at) => [[at + 1], id]),
  )
  const files = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('publication_items as item')
      .innerJoin('files', 'files.id', 'item.file_id')
      .select(['item.employee_id', 'files.key'])
      .execute(),
  )
  expect(files).toHaveLength(people.length)
  for (const { key, employee_id } of files) {
    const all = await everythingIn(await app.services.files.read(key))
    for (const person of people) {
      const own = person.id === employee_id
      expect(all.includes(person.lastName)).toBe(own)
      expect(all.includes(person.cuil)).toBe(own)
    }
  }
})

test('without it, a sheet of two people is an exception that can be given to neither', async () => {
  const { id: type } = await aReadableType(app, company)
  const id = await read(type)
  const items = await itemsOf(id, 'por_resolver')
  expect(items.map(({ grupo }) => grupo)).toEqual(['dos_ids', 'dos_ids'])
  const assign = { id, item: items[0]?.id ?? 0, colaborador: people[0]?.id ?? 0 }
  expect((await app.call(massive.assign, assign, { as })).code).toBe('MASSIVE_TWO_PEOPLE')
})

test('two receipts a sheet need the half to which the signatures refer', async () => {
  const { id: type } = await aReadableType(app, company)
  const asked = { id: type, pagina: 'last' as const, corte: null, dos_por_hoja: true }
  expect((await app.call(typeConfiguration.change, asked, { as })).code).toBe(codeOf('CUT_INVALID'))
})
