import { beforeAll, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { typeReading } from '#contract/folders/reading.ts'
import { massive } from '#contract/massive/massive.ts'
import type { MassiveItem, PageWord } from '#contract/massive/preview.ts'
import { plainPages } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aBystandingPublication } from '#server/testing/bystander.ts'
import { aCompany, anAdministrator, aPerson, inCompany, type Person } from '#server/testing/factories.ts'
import { aReadableType, begin, sendWhole, zipOfFiles } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let as: string
const people: Person[] = []
const surnames = ['Acosta', 'Benítez', 'Cardozo', 'Duarte', 'Escobar']
const fileNumber = (at: number) => String(4100 + at * 7)

beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  await aBystander(app, company)
  as = (await anAdministrator(app, company)).bearer
  await aBystandingPublication(app, company, as)
  for (const [at, lastName] of surnames.entries())
    people.push(await aPerson(app, company, { firstName: 'Ana Laura', lastName, fileNumber: fileNumber(at) }))
})

/** Pages with a file number and a name, which no label explains; the last is of somebody else's company. */
const pages = [
  ...surnames.map((lastName, at) => [
    'TEXTIL DEL SUR',
    `${fileNumber(at)}  ${lastName} Ana Laura`,
    `Haber  1${at}0.300,00`,
    `A cobrar  3${at}0.400,00`,
  ]),
  ['TEXTIL DEL SUR', `${fileNumber(1)}  Zapata Raúl`, 'Haber  990.300,00', 'A cobrar  990.400,00'],
]

async function published(tipo: number, of = pages): Promise<number> {
  const bytes = await plainPages(of)
  const { id, subida } = await begin(app, as, tipo, { tamano: bytes.length })
  await sendWhole(app, as, subida, bytes)
  await app.services.jobs.runDueJobs()
  return id
}

async function itemsOf(id: number, grupo: 'por_resolver' | 'listo') {
  const { data } = await app.call(massive.items, { id, grupo, perPage: 100 }, { as })
  return (data as MassiveItem[]).map((item) => ({
    item: item.id,
    page: item.paginas[0],
    person: item.colaborador?.id,
  }))
}

/** A number on the first page, and the receipt that it is of. */
async function firstNumber(id: number) {
  const [first] = await itemsOf(id, 'por_resolver')
  const item = first?.item ?? 0
  const { data } = await app.call(massive.words, { id, item, pagina: 1 }, { as })
  const word = (data as PageWord[]).find(({ dato }) => dato === 'legajo')
  if (!word) throw new Error('the page has no file number')
  return { id, item, pagina: 1, x: word.x + 1, y: word.y + 1 }
}

test('one act reads a whole file that the reader can’t read; it is kept for the type, and undone', async () => {
  const { id: tipo } = await aReadableType(app, company)
  const id = await published(tipo)
  expect(await itemsOf(id, 'listo')).toEqual([])

  const point = await firstNumber(id)
  const taught = await app.call(massive.teach, point, { as })
  expect(taught.data).toMatchObject({
    paso: 'reading',
    ensenado: { excepciones_antes: 6 },
    progreso: { hechos: 0, total: 0, desde: now.toISOString() },
    // Figures for decisions are not counted while a file is read.
    esperados: { total: 0, listos: 0, ya_publicados: 0, en_excepcion: 0, sin_recibo: 0 },
    al_publicar: { recibos: 0, personas: 0, correos: 0, sin_correo: 0 },
  })
  await app.services.jobs.runDueJobs()

  const mended = await app.call(massive.one, { id }, { as })
  expect(mended.data).toMatchObject({
    paso: 'preview',
    ensenado: { datos: ['legajo', 'nombre'], excepciones_antes: 6, guardado: false },
  })
  expect(await itemsOf(id, 'por_resolver')).toHaveLength(1)
  // Somebody of another company with a number of this one stays with a person.
  expect(await itemsOf(id, 'listo')).toEqual(
    people.map((person, at) => expect.objectContaining({ page: at + 1, person: person.id })),
  )

  const kept = await app.call(massive.keepTaught, { id }, { as })
  expect(kept.data?.ensenado?.guardado).toBe(true)
  const rules = await app.call(typeReading.one, { id: tipo }, { as })
  expect(rules.data).toMatchObject({
    version: 2,
    reglas: { lugares: [{ dato: 'legajo' }, { dato: 'nombre' }] },
  })
  await app.call(massive.forget, { id }, { as })
  await app.services.jobs.runDueJobs()
  expect(await itemsOf(id, 'listo')).toEqual([])

  await app.call(massive.cancel, { id }, { as })
  const next = await published(tipo)
  expect(await itemsOf(next, 'listo')).toHaveLength(5)
  await app.call(massive.cancel, { id: next }, { as })
  await app.call(typeReading.change, { id: tipo }, { as })
  expect(await itemsOf(await published(tipo), 'listo')).toEqual([])
})

test('a receipt of nobody teaches nothing, nor does a known place', async () => {
  const { id: tipo } = await aReadableType(app, company)
  const id = await published(tipo)
  const point = await firstNumber(id)

  const nobody = await app.call(massive.teach, { ...point, y: point.y + 60 }, { as })
  expect(nobody.errors?.[0]?.code).toBe(codeOf('MASSIVE_TAUGHT_NOBODY'))
  const beyond = await app.call(massive.teach, { ...point, pagina: 2 }, { as })
  expect(beyond.errors?.[0]?.code).toBe(codeOf('PAGE_REQUESTED_NOT_FOUND'))

  await app.call(massive.teach, point, { as })
  const again = await app.call(massive.teach, point, { as })
  expect(again.errors?.[0]?.code).toBe(codeOf('MASSIVE_STEP_CHANGED'))
  await app.services.jobs.runDueJobs()
  const [read] = await itemsOf(id, 'listo')
  const known = await app.call(massive.teach, { ...point, item: read?.item ?? 0 }, { as })
  expect(known.errors?.[0]?.code).toBe(codeOf('MASSIVE_TAUGHT_ALREADY'))
})

test('decisions outlast the second reading where they still hold', async () => {
  const { id: tipo } = await aReadableType(app, company)
  const id = await published(tipo)
  const point = await firstNumber(id)
  const [own, third, stranger] = (await itemsOf(id, 'por_resolver'))
    .filter(({ page }) => page === 1 || page === 3 || page === 6)
    .map(({ item }) => item)
  const assign = (item = 0, colaborador = 0) => app.call(massive.assign, { id, item, colaborador }, { as })
  await assign(own, people[0]?.id)
  // Their own receipt is read later.
  await assign(stranger, people[4]?.id)
  await app.call(massive.decide, { id, items: [third ?? 0], acto: 'excluir' }, { as })
  const decisions = async () => {
    const { data } = await app.call(massive.items, { id, grupo: 'por_resolver', perPage: 100 }, { as })
    const ready = await app.call(massive.items, { id, grupo: 'listo', perPage: 100 }, { as })
    const left = await app.call(massive.items, { id, grupo: 'excluido', perPage: 100 }, { as })
    const all = [...data, ...ready.data, ...left.data] as MassiveItem[]
    return new Map(all.map(({ paginas, decision }) => [paginas[0], decision]))
  }

  await app.call(massive.teach, point, { as })
  await app.services.jobs.runDueJobs()

  expect(await decisions()).toEqual(
    new Map([
      [6, null],
      [1, 'assigned'],
      [2, null],
      [4, null],
      [5, null],
      [3, 'excluded'],
    ]),
  )
  await app.call(massive.forget, { id }, { as })
  await app.services.jobs.runDueJobs()
  const after = await decisions()
  expect([after.get(1), after.get(3), after.get(6)]).toEqual(['assigned', 'excluded', null])
})

test('a receipt given to somebody by hand, and then read as another’s, waits for a person', async () => {
  const { id: tipo } = await aReadableType(app, company)
  const [newcomer, colleague] = [await aPerson(app, company), await aPerson(app, company)]
  const read = people[2]
  // The third page says whose it is; whoever gives it to another person has seen that.
  const labelled = ['TEXTIL DEL SUR', `CUIL ${read?.cuil ?? ''}  Apellido y nombre: Cardozo Ana Laura`]
  const id = await published(tipo, pages.with(2, labelled))
  const point = await firstNumber(id)
  const all = [...(await itemsOf(id, 'por_resolver')), ...(await itemsOf(id, 'listo'))]
  const confirmed = { confirm: ['MASSIVE_SHOWS_ANOTHER'] }
  const assign = (wanted: number, colaborador: number) => {
    const item = all.find(({ page }) => page === wanted)?.item ?? 0
    return app.call(massive.assign, { id, item, colaborador, ...confirmed }, { as })
  }
  expect(all.find(({ page }) => page === 3)?.person).toBe(read?.id)
  await assign(2, newcomer.id)
  await assign(3, colleague.id)

  await app.call(massive.teach, point, { as })
  await app.services.jobs.runDueJobs()

  const { data } = await app.call(massive.items, { id, grupo: 'otra_asignacion' }, { as })
  expect(data).toMatchObject([
    { paginas: [2], situacion: 'open', decision: null, colaborador: { id: people[1]?.id }, sugerencia: null },
  ])
  expect((await itemsOf(id, 'listo')).map(({ page, person }) => [page, person])).toEqual([
    [1, people[0]?.id],
    [3, colleague.id],
    [4, people[3]?.id],
    [5, people[4]?.id],
  ])
})

test('nobody gets two of one month by the second reading, and what was left out by hand takes no place', async () => {
  const { id: tipo } = await aReadableType(app, company)
  const labelled = `CUIL ${people[2]?.cuil ?? ''}  Apellido y nombre: Cardozo Ana Laura`
  const former = ['TEXTIL DEL SUR', 'RECIBO DE HABERES 09/2026', labelled, 'A cobrar  310.400,00']
  const files = await Promise.all(
    [former, ...pages].map(async (lines, at): Promise<[string, Uint8Array]> => [
      `${'abcdefg'[at]}.pdf`,
      await plainPages([lines]),
    ]),
  )
  const bytes = await zipOfFiles(new Map(files))
  const { id, subida } = await begin(app, as, tipo, { modo: 'publish', tamano: bytes.length })
  await sendWhole(app, as, subida, bytes)
  await app.services.jobs.runDueJobs()
  const rows = async () => {
    const all: MassiveItem[] = []
    for (const grupo of ['por_resolver', 'listo', 'excluido'] as const)
      all.push(...(await app.call(massive.items, { id, grupo, perPage: 100 }, { as })).data)
    return new Map(all.map((row) => [row.archivo ?? '', row]))
  }
  const before = await rows()
  const idOf = (name: string) => before.get(name)?.id ?? 0
  expect(before.get('a.pdf')).toMatchObject({ grupo: 'otro_mes', colaborador: { id: people[2]?.id } })
  const [first] = [...before.values()].filter(({ archivo }) => archivo === 'b.pdf')
  const { data: words } = await app.call(massive.words, { id, item: first?.id ?? 0, pagina: 1 }, { as })
  const word = (words as PageWord[]).find(({ dato }) => dato === 'legajo')
  await app.call(massive.decide, { id, items: [idOf('a.pdf')], acto: 'publicar_igual' }, { as })
  await app.call(massive.decide, { id, items: [idOf('f.pdf')], acto: 'excluir' }, { as })
  await app.call(massive.assign, { id, item: idOf('g.pdf'), colaborador: people[4]?.id ?? 0 }, { as })

  const point = { id, item: first?.id ?? 0, pagina: 1, x: (word?.x ?? 0) + 1, y: (word?.y ?? 0) + 1 }
  await app.call(massive.teach, point, { as })
  await app.services.jobs.runDueJobs()

  const after = await rows()
  expect(after.get('d.pdf')).toMatchObject({ situacion: 'ready', colaborador: { id: people[2]?.id } })
  // The former month's waits for a person again, since another one goes to its person by now.
  expect(after.get('a.pdf')).toMatchObject({ situacion: 'open', decision: null })
  expect(after.get('f.pdf')).toMatchObject({ situacion: 'excluded', colaborador: { id: people[4]?.id } })
  expect(after.get('g.pdf')).toMatchObject({ decision: 'assigned', colaborador: { id: people[4]?.id } })
})

test('one act reads every file of a zip again, and what was decided of one file stays with it', async () => {
  const { id: tipo } = await aReadableType(app, company)
  const files = await Promise.all(
    pages.map(async (lines, at): Promise<[string, Uint8Array]> => [
      `${'abcdef'[at]}.pdf`,
      await plainPages([lines]),
    ]),
  )
  const bytes = await zipOfFiles(new Map(files))
  const { id, subida } = await begin(app, as, tipo, { modo: 'publish', tamano: bytes.length })
  await sendWhole(app, as, subida, bytes)
  await app.services.jobs.runDueJobs()
  expect((await app.call(massive.one, { id }, { as })).data).toMatchObject({ se_ensena: true })
  expect(await itemsOf(id, 'listo')).toEqual([])
  const point = await firstNumber(id)
  const stranger = (await itemsOf(id, 'por_resolver')).at(-1)?.item ?? 0
  await app.call(massive.decide, { id, items: [stranger], acto: 'excluir' }, { as })

  await app.call(massive.teach, point, { as })
  await app.services.jobs.runDueJobs()

  expect((await itemsOf(id, 'listo')).map(({ person }) => person)).toEqual(people.map(({ id: one }) => one))
  const left = await app.call(massive.items, { id, grupo: 'excluido', perPage: 100 }, { as })
  expect((left.data as MassiveItem[]).map(({ archivo }) => archivo)).toEqual(['f.pdf'])
})

test('a zip whose owners are read from names or XML teaches nothing', async () => {
  const { id: tipo } = await aReadableType(app, company)
  const shown = async () => {
    const { id } = await begin(app, as, tipo, { modo: 'publish' })
    const { data } = await app.call(massive.one, { id }, { as })
    await app.call(massive.cancel, { id }, { as })
    return data?.se_ensena
  }
  const change = (set: { has_xml?: boolean; capture?: 'file_name' | 'first_page' }) =>
    inCompany(app, company.id, (tx) =>
      tx.db.updateTable('document_types').set(set).where('id', '=', tipo).execute(),
    )
  expect(await shown()).toBe(true)
  await change({ has_xml: true })
  expect(await shown()).toBe(false)
  await change({ has_xml: false, capture: 'file_name' })
  expect(await shown()).toBe(false)
})
