import { beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import type { Call } from '#contract/call.ts'
import { codeOf } from '#contract/errors.ts'
import { massive } from '#contract/massive/massive.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { lockProcess } from '#server/shared/processes/lifecycle.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aBystandingPublication } from '#server/testing/bystander.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
} from '#server/testing/factories.ts'
import { aPreview, type ItemWanted } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'
import { countWaiting } from '#server/testing/waiting.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let as: string
let type: number
const people: Person[] = []
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  await aBystander(app, company)
  as = (await anAdministrator(app, company)).bearer
  type = await captured('first_page')
  await aBystandingPublication(app, company, as)
  for (const lastName of ['Acosta', 'Benítez', 'Cardozo', 'Duarte', 'Escobar'])
    people.push(await aPerson(app, company, { firstName: 'Ana', lastName }))
})

async function captured(capture: 'first_page' | 'file_name' | null, of = company): Promise<number> {
  const { id } = await aType(app, of)
  await inCompany(app, of.id, (tx) =>
    tx.db.updateTable('document_types').set({ capture }).where('id', '=', id).execute(),
  )
  return id
}

const [one, two, three, four] = [0, 1, 2, 3].map((at) => () => people[at] as Person) as [
  () => Person,
  () => Person,
  () => Person,
  () => Person,
]
const countOf = (
  publication: { grupos: { grupo: string; cantidad: number; resueltos: number }[] },
  of: string,
) => {
  const { cantidad, resueltos } = publication.grupos.find(({ grupo }) => grupo === of) ?? {}
  return [cantidad, resueltos]
}
const actsOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select('act')
      .where('subject_kind', '=', 'publication')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute(),
  ).then((rows) => rows.map(({ act }) => act))

describe('deciding', () => {
  test('gives a receipt to somebody, takes it back, and leaves both as evidence', async () => {
    const { id, items } = await aPreview(app, company, as, type, [{ found: 'sin_id' }])
    const item = items[0] ?? 0
    const given = await app.call(massive.assign, { id, item, colaborador: four().id }, { as })
    expect(given.data.items).toMatchObject([
      {
        grupo: 'sin_id',
        situacion: 'ready',
        decision: 'assigned',
        colaborador: { id: four().id, correo: true },
      },
    ])
    expect(given.data.publicacion.al_publicar.recibos).toBe(1)
    expect(countOf(given.data.publicacion, 'sin_id')).toEqual([1, 1])
    const back = await app.call(massive.decide, { id, items: [item], acto: 'deshacer' }, { as })
    expect(back.data.items).toMatchObject([{ situacion: 'open', decision: null, colaborador: null }])
    // There is nothing left to take back.
    await app.call(massive.decide, { id, items: [item], acto: 'deshacer' }, { as })
    expect(await actsOf(id)).toEqual(['begun', 'item_assigned', 'item_undone'])
  })

  test('takes back what was decided of the receipts that are named, and of no other', async () => {
    const { id, items } = await aPreview(app, company, as, type, [{ found: 'sin_id' }, { found: 'sin_id' }])
    const [first, second] = items as [number, number]
    await app.call(massive.assign, { id, item: first, colaborador: three().id }, { as })
    await app.call(massive.assign, { id, item: second, colaborador: four().id }, { as })
    await app.call(massive.decide, { id, items: [first], acto: 'deshacer' }, { as })
    expect((await app.call(massive.items, { id, grupo: 'por_resolver' }, { as })).data).toMatchObject([
      { id: first, situacion: 'open', colaborador: null },
      { id: second, situacion: 'ready', colaborador: { id: four().id } },
    ])
  })

  test('takes pages out again that are being added while it is asked', async () => {
    const { id, items } = await aPreview(app, company, as, type, [
      { found: 'listo', to: one(), pages: [1, 2], bytes: await payslip({ pages: 2 }) },
      { found: 'sin_id', pages: [2] },
    ])
    const [before, added] = items as [number, number]
    const undoing = await inCompany(app, company.id, async (tx) => {
      await lockProcess(tx, id)
      await tx.db
        .updateTable('publication_items')
        .set({ decision: 'merged', merged_into: before, decided_by: one().id })
        .where('id', '=', added)
        .execute()
      const answer = app.call(massive.decide, { id, items: [added], acto: 'deshacer' }, { as })
      await expect.poll(() => countWaiting(app)).toBe(1)
      return { answer }
    })
    expect((await undoing.answer).data.items).toMatchObject([
      { id: added, situacion: 'open', decision: null },
    ])
    expect((await app.call(massive.item, { id, item: before }, { as })).data.paginas).toEqual([1])
  })

  test('is of the publication’s own receipts: one of another is not found by any act or look', async () => {
    const [{ id }, { items }] = [
      await aPreview(app, company, as, type, [{ found: 'sin_id' }]),
      await aPreview(app, company, as, type, [{ found: 'listo', to: one() }]),
    ]
    const item = items[0] ?? 0
    const point = { id, item, pagina: 1, x: 1, y: 1 }
    const acts: [Call, Record<string, unknown>][] = [
      [massive.assign, { id, item, colaborador: four().id }],
      ...(['excluir', 'publicar_igual', 'asignar_sugerido', 'deshacer'] as const).map(
        (acto): [Call, Record<string, unknown>] => [massive.decide, { id, items: [item], acto }],
      ),
      [massive.merge, { id, item }],
      [massive.split, { id, item, desde: 2 }],
      [massive.item, { id, item }],
      [massive.page, { id, item, pagina: 1 }],
      [massive.words, { id, item, pagina: 1 }],
      [massive.teach, point],
    ]
    for (const [call, input] of acts)
      expect([call.path, (await app.call(call, input, { as })).status]).toEqual([call.path, 404])
  })

  test('adds to and takes from no receipt whose file was refused', async () => {
    const { id, items } = await aPreview(app, company, as, type, [
      { found: 'listo', to: one() },
      { found: 'archivo_rechazado' },
    ])
    const item = items[1] ?? 0
    for (const [call, input] of [
      [massive.merge, { id, item }],
      [massive.split, { id, item, desde: 2 }],
    ] as const)
      expect((await app.call(call, input, { as })).code).toBe('MASSIVE_NOT_PUBLISHABLE')
  })

  test('adds to and takes from no receipt that came as a file of a zip', async () => {
    const receipts: ItemWanted[] = [
      { found: 'listo', to: one() },
      { found: 'sin_id', pages: [1, 2], bytes: await payslip({ pages: 2 }) },
    ]
    const { id, items } = await aPreview(app, company, as, type, receipts, { modo: 'publish' })
    const item = items[1] ?? 0
    for (const [call, input] of [
      [massive.merge, { id, item }],
      [massive.split, { id, item, desde: 2 }],
    ] as const)
      expect((await app.call(call, input, { as })).code).toBe('MASSIVE_NOT_PUBLISHABLE')
  })

  test('never gives two receipts of one month to one person, whatever way it is tried', async () => {
    const { id, items } = await aPreview(app, company, as, type, [
      { found: 'listo', to: one() },
      { found: 'repetido', to: one() },
      { found: 'sin_id', suggested: one() },
      { found: 'sin_id', suggested: two() },
      { found: 'sin_id', suggested: two() },
    ])
    const [ready, twice, third, fourth, fifth] = items as [number, number, number, number, number]
    const decide = (some: number[], acto: 'publicar_igual' | 'asignar_sugerido' | 'excluir' | 'deshacer') =>
      app.call(massive.decide, { id, items: some, acto }, { as })
    expect((await decide([twice], 'publicar_igual')).code).toBe('MASSIVE_RECIPIENT_TWICE')
    expect((await decide([third], 'asignar_sugerido')).code).toBe('MASSIVE_RECIPIENT_TWICE')
    const some = await decide([fourth, fifth], 'asignar_sugerido')
    expect(some.data.items).toMatchObject([
      { situacion: 'ready', falla: null },
      { situacion: 'open', falla: { code: 'MASSIVE_RECIPIENT_TWICE' } },
    ])
    // The other of the two is left out: then this one may go, and that one not come back.
    await decide([ready], 'excluir')
    expect((await decide([twice], 'publicar_igual')).status).toBe(200)
    expect((await decide([ready], 'deshacer')).code).toBe('MASSIVE_RECIPIENT_TWICE')
    expect((await app.call(massive.one, { id }, { as })).data.al_publicar).toMatchObject({
      recibos: 2,
      personas: 2,
    })
  })

  test('gives a page with the ids of two employees to neither, and one with a relative’s to its person', async () => {
    const mark = (kind: 'id' | 'other_id' | 'name', text: string) => ({
      kind,
      text,
      page: 1,
      x: 1,
      y: 1,
      width: 9,
      height: 3,
    })
    const { id, items } = await aPreview(app, company, as, type, [
      {
        found: 'dos_ids',
        suggested: one(),
        marks: [mark('id', one().cuil), mark('other_id', two().cuil), mark('name', 'Acosta, Ana')],
      },
      {
        found: 'dos_ids',
        suggested: three(),
        marks: [mark('id', three().cuil), mark('other_id', '20-99988877-6')],
      },
    ])
    const [both, relative] = items as [number, number]
    expect((await app.call(massive.items, { id, grupo: 'por_resolver' }, { as })).data).toMatchObject([
      { id: both, indicios: [{ id: one().id }, { id: two().id }], ids_de_nadie: [] },
      { id: relative, sugerencia: { id: three().id }, indicios: [], ids_de_nadie: ['20999888776'] },
    ])
    const assign = (item: number, colaborador: number) =>
      app.call(massive.assign, { id, item, colaborador }, { as })
    for (const person of [one(), two(), four()])
      expect((await assign(both, person.id)).code).toBe('MASSIVE_TWO_PEOPLE')
    const decide = (item: number, acto: 'asignar_sugerido' | 'publicar_igual' | 'excluir') =>
      app.call(massive.decide, { id, items: [item], acto }, { as })
    expect((await decide(both, 'asignar_sugerido')).code).toBe('MASSIVE_TWO_PEOPLE')
    expect((await decide(both, 'publicar_igual')).code).toBe('MASSIVE_TWO_PEOPLE')
    expect((await decide(both, 'excluir')).status).toBe(200)
    expect((await assign(relative, three().id)).data.items).toMatchObject([{ situacion: 'ready' }])
  })

  test('names the employee whose document number stands on a receipt', async () => {
    const { id } = await aPreview(app, company, as, type, [
      {
        found: 'desconocido',
        idRead: two()
          .cuil.slice(2, 10)
          .replace(/(?=(\d{3})+$)/g, '.'),
      },
    ])
    expect((await app.call(massive.items, { id, grupo: 'desconocido' }, { as })).data).toMatchObject([
      { indicios: [{ id: two().id }] },
    ])
  })

  test('asks before it gives a receipt that shows one employee to another', async () => {
    const { id, items } = await aPreview(app, company, as, type, [
      { found: 'listo', to: one(), shows: [one()] },
      { found: 'sin_id' },
    ])
    const [item = 0, unread = 0] = items
    const assign = (colaborador: number, confirm?: string[]) =>
      app.call(massive.assign, { id, item, colaborador, ...(confirm && { confirm }) }, { as })
    const asked = await assign(two().id)
    expect(asked).toMatchObject({ status: 422, code: codeOf('CONFIRMATION_REQUIRED') })
    expect(asked.errors).toMatchObject([{ code: 'MASSIVE_SHOWS_ANOTHER', field: 'colaborador' }])
    for (const name of ['Acosta', 'Benítez']) expect(asked.errors[0]?.message).toContain(name)
    const stands = async () => (await app.call(massive.item, { id, item }, { as })).data
    expect(await stands()).toMatchObject({ decision: null, colaborador: { id: one().id } })
    expect((await assign(two().id, ['MASSIVE_SHOWS_ANOTHER'])).status).toBe(200)
    expect(await stands()).toMatchObject({ decision: 'assigned', colaborador: { id: two().id } })
    // Nothing is asked where it shows them, or nobody.
    expect((await assign(one().id)).status).toBe(200)
    const other = await app.call(massive.assign, { id, item: unread, colaborador: two().id }, { as })
    expect(other.status).toBe(200)
  })

  test('adds no pages that show one employee to the receipt of another, however that one became theirs', async () => {
    const { id, items } = await aPreview(app, company, as, type, [
      { found: 'sin_id' },
      { found: 'sin_id', shows: [two()] },
      { found: 'sin_id' },
    ])
    const [first = 0, second = 0, third = 0] = items
    const assign = (item: number, { id: colaborador }: Person) =>
      app.call(massive.assign, { id, item, colaborador }, { as })
    const merge = (item: number) => app.call(massive.merge, { id, item }, { as })
    await assign(first, one())
    expect((await merge(second)).code).toBe('MASSIVE_TWO_PEOPLE')
    // Nor pages that were given to another by hand.
    await assign(second, two())
    await assign(third, three())
    expect((await merge(third)).code).toBe('MASSIVE_TWO_PEOPLE')
    await app.call(massive.decide, { id, items: [third], acto: 'deshacer' }, { as })
    expect((await merge(third)).status).toBe(200)
  })

  test('counts whom added pages show for whoever gets the receipt, until they are parted again', async () => {
    const { id, items } = await aPreview(app, company, as, type, [
      { found: 'sin_id', suggested: two() },
      { found: 'pagina_suelta', shows: [one()] },
    ])
    const [first = 0, second = 0] = items
    const assign = ({ id: colaborador }: Person) =>
      app.call(massive.assign, { id, item: first, colaborador }, { as })
    const decide = (item: number, acto: 'asignar_sugerido' | 'deshacer') =>
      app.call(massive.decide, { id, items: [item], acto }, { as })
    const suggested = async () =>
      (await app.call(massive.item, { id, item: first }, { as })).data.sugerencia?.id
    expect(await suggested()).toBe(two().id)
    expect((await app.call(massive.merge, { id, item: second }, { as })).status).toBe(200)

    expect(await suggested()).toBeUndefined()
    expect((await decide(first, 'asignar_sugerido')).code).toBe('MASSIVE_NOT_PUBLISHABLE')
    expect((await assign(two())).errors).toMatchObject([{ code: 'MASSIVE_SHOWS_ANOTHER' }])

    expect((await decide(second, 'deshacer')).status).toBe(200)
    expect(await suggested()).toBe(two().id)
    expect((await assign(two())).status).toBe(200)
  })

  test('asks before it gives added pages to another than somebody gave them to', async () => {
    const { id, items } = await aPreview(app, company, as, type, [{ found: 'sin_id' }, { found: 'sin_id' }])
    const [first = 0, second = 0] = items
    const assign = (item: number, { id: colaborador }: Person) =>
      app.call(massive.assign, { id, item, colaborador }, { as })
    await assign(second, one())
    expect((await app.call(massive.merge, { id, item: second }, { as })).status).toBe(200)
    expect((await assign(first, two())).errors).toMatchObject([{ code: 'MASSIVE_SHOWS_ANOTHER' }])
    expect((await assign(first, one())).status).toBe(200)
  })

  test('asks before it gives a receipt with the id of somebody who was registered since to another', async () => {
    const { id, items } = await aPreview(app, company, as, type, [
      { found: 'desconocido', idRead: '20-33444555-6' },
      { found: 'listo', to: three(), idRead: '20-33444555-6' },
    ])
    const [item = 0, ready = 0] = items
    const newcomer = await aPerson(app, company, { lastName: 'Nuevo', cuil: '20334445556' })
    const assign = (to: number, { id: colaborador }: Person) =>
      app.call(massive.assign, { id, item: to, colaborador }, { as })
    for (const asked of [await assign(item, one()), await assign(ready, two())]) {
      expect(asked.errors).toMatchObject([{ code: 'MASSIVE_SHOWS_ANOTHER', field: 'colaborador' }])
      expect(asked.errors[0]?.message).toContain('Nuevo')
    }
    expect((await assign(item, newcomer)).status).toBe(200)
  })

  test('asks the same where that person is out of reach, and names them by the page alone', async () => {
    const sector = `Alcance ${type}`
    const limited = await aLimited(app, company, { sector, actions: [actions.massivePublishing] })
    const near = await aPerson(app, company, { sector })
    const idRead = '20-33444666-8'
    const { id, items } = await aPreview(app, company, limited.bearer, type, [
      { found: 'desconocido', idRead },
    ])
    await aPerson(app, company, { lastName: 'Oculto', cuil: '20334446668' })
    const given = { id, item: items[0] ?? 0, colaborador: near.id }
    const asked = await app.call(massive.assign, given, { as: limited.bearer })
    expect(asked.errors).toMatchObject([{ code: 'MASSIVE_SHOWS_ANOTHER' }])
    expect(asked.errors[0]?.message).toContain(idRead)
    expect(asked.errors[0]?.message).not.toContain('Oculto')
  })

  test('takes nothing back by which somebody would get two of one month, whatever else is taken back with it', async () => {
    const { id, items } = await aPreview(app, company, as, type, [
      { found: 'listo', to: two() },
      { found: 'listo', to: one() },
      { found: 'sin_id' },
      { found: 'listo', to: three() },
      { found: 'listo', to: three() },
    ])
    const [left = 0, given = 0, other = 0, ready = 0, twice = 0] = items
    const decide = (some: number[], acto: 'excluir' | 'deshacer') =>
      app.call(massive.decide, { id, items: some, acto }, { as })
    const assign = (item: number, { id: colaborador }: Person, confirm?: string[]) =>
      app.call(massive.assign, { id, item, colaborador, ...(confirm && { confirm }) }, { as })
    await decide([left, twice], 'excluir')
    await assign(given, two(), ['MASSIVE_SHOWS_ANOTHER'])
    await assign(other, one())
    // The second can't go back to the first person, so it keeps the place of the second one.
    expect((await decide([left, given], 'deshacer')).code).toBe('MASSIVE_RECIPIENT_TWICE')
    const some = await decide([ready, twice], 'deshacer')
    expect(some.data.items).toMatchObject([
      { id: ready, situacion: 'ready', falla: null },
      { id: twice, situacion: 'excluded', falla: { code: 'MASSIVE_RECIPIENT_TWICE' } },
    ])
    const { data } = await app.call(massive.one, { id }, { as })
    expect(data.al_publicar).toMatchObject({ recibos: 3, personas: 3 })
  })

  test('counts what is decided while publishing is asked for', async () => {
    const { id, items } = await aPreview(
      app,
      company,
      as,
      type,
      [{ found: 'listo', to: one() }, { found: 'sin_id' }],
      { modo: 'publish' },
    )
    const { answer } = await inCompany(app, company.id, async (tx) => {
      await lockProcess(tx, id)
      await tx.db
        .updateTable('publication_items')
        .set({ decision: 'assigned', decided_for: two().id })
        .where('id', '=', items[1] ?? 0)
        .execute()
      const asked = app.call(massive.publish, { id, recibos: 1 }, { as })
      await expect.poll(() => countWaiting(app)).toBe(1)
      return { answer: asked }
    })
    expect((await answer).code).toBe('MASSIVE_COUNT_CHANGED')
  })

  test('adds pages to the receipt right before them alone, also where that one was left out', async () => {
    const { id, items } = await aPreview(app, company, as, type, [
      { found: 'listo', to: one() },
      { found: 'sin_id' },
      { found: 'sin_id' },
    ])
    const [, second = 0, third = 0] = items
    await app.call(massive.decide, { id, items: [second], acto: 'excluir' }, { as })
    expect((await app.call(massive.merge, { id, item: third }, { as })).code).toBe('MASSIVE_NOTHING_BEFORE')
    await app.call(massive.decide, { id, items: [second], acto: 'deshacer' }, { as })
    expect((await app.call(massive.merge, { id, item: third }, { as })).status).toBe(200)
  })

  test('refuses a person who has it already, an unknown one, and an item without a file', async () => {
    const tipo = await captured('first_page')
    await aDocument(app, company, { employee_id: one().id, type_id: tipo, period: '2026-10-01' })
    const { id, items } = await aPreview(app, company, as, tipo, [
      { found: 'ya_publicado', to: one() },
      { found: 'archivo_rechazado' },
    ])
    const [there, refused] = items as [number, number]
    const again = await app.call(massive.decide, { id, items: [there], acto: 'publicar_igual' }, { as })
    expect(again.code).toBe('SYSTEM_API_FILE_EXISTS')
    const both = await app.call(
      massive.decide,
      { id, items: [there, refused], acto: 'publicar_igual' },
      { as },
    )
    expect(both.errors?.map(({ code }) => code)).toEqual(
      expect.arrayContaining([codeOf('SYSTEM_API_FILE_EXISTS'), codeOf('MASSIVE_NOT_PUBLISHABLE')]),
    )
    const assign = (item: number, colaborador: number) =>
      app.call(massive.assign, { id, item, colaborador }, { as })
    expect((await assign(refused, two().id)).code).toBe('MASSIVE_NOT_PUBLISHABLE')
    expect((await assign(there, 700_001)).code).toBe('MASSIVE_EMPLOYEE_OUT_OF_REACH')
    const gone = await aPerson(app, company, { state: 'inactive' })
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('employments')
        .set({ ends_on: '2024-01-31' })
        .where('employee_id', '=', gone.id)
        .execute(),
    )
    expect((await assign(there, gone.id)).code).toBe('PUBLISH_EMPLOYEE_ENDED')
  })

  test('is over once the publication is cancelled', async () => {
    const { id, items } = await aPreview(app, company, as, type, [{ found: 'listo', to: one() }])
    const { data } = await app.call(massive.cancel, { id }, { as })
    expect(data).toMatchObject({ estado: 'cancelled', paso: 'done' })
    const decided = await app.call(massive.decide, { id, items, acto: 'excluir' }, { as })
    expect(decided.code).toBe('MASSIVE_STEP_CHANGED')
    expect((await app.call(massive.cancel, { id }, { as })).code).toBe('MASSIVE_STEP_CHANGED')
    expect(await actsOf(id)).toEqual(['begun', 'cancelled'])
  })
})
