import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { typeLayouts } from '#contract/massive/layouts.ts'
import type { MassiveMode } from '#contract/massive/modes.ts'
import { massive } from '#contract/massive/massive.ts'
import { undo } from '#contract/processes/undo.ts'
import { plainPages } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystandingPublication, keepAsMade } from '#server/testing/bystander.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  stepUp,
} from '#server/testing/factories.ts'
import { aReadableType, begin, sendWhole, zipOfFiles } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let as: string
/** The first six are paid by a payroll; the last joined after it. */
const people: Person[] = []
const surnames = ['Acosta', 'Benítez', 'Cardozo', 'Duarte', 'Escobar', 'Ferreyra', 'Godoy']

beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  as = (await anAdministrator(app, company)).bearer
  await aBystandingPublication(app, company, as)
  for (const lastName of surnames)
    people.push(await aPerson(app, company, { firstName: 'Ana Laura', lastName }))
})

/** A receipt with an id and a name that no known label explains. */
const receiptOf = (dni: string, name: string, at: number) => [
  'TEXTIL DEL SUR',
  `Matricula ${dni.replace(/\B(?=(\d{3})+$)/g, '.')}`,
  `Percibe  ${name}`,
  `Haber  1${at}0.300,00`,
  `A cobrar  3${at}0.400,00`,
]
const receiptAt = (at: number) =>
  receiptOf(people[at]?.cuil.slice(2, 10) ?? '', `${surnames[at]} Ana Laura`, at)
const staff = () => [0, 1, 2, 3, 4, 5].map(receiptAt)
const joined = () => [receiptAt(6)]

/** Reads receipts, each a file of a zip that is published as it is; or one PDF of them all. */
async function read(
  tipo: number,
  receipts: readonly (readonly string[])[],
  wanted: { periodo?: string; modo?: MassiveMode; archivo?: string } = {},
): Promise<number> {
  const { modo = 'publish', periodo = '2026-10' } = wanted
  const bytes =
    modo === 'split_sign'
      ? await plainPages(receipts)
      : await zipOfFiles(
          new Map(
            await Promise.all(
              receipts.map(async (lines, at): Promise<[string, Uint8Array]> => [
                `${at}.pdf`,
                await plainPages([lines]),
              ]),
            ),
          ),
        )
  const { id, subida } = await begin(app, as, tipo, { ...wanted, modo, periodo, tamano: bytes.length })
  await sendWhole(app, as, subida, bytes)
  await app.services.jobs.runDueJobs()
  return id
}

async function publish(tipo: number, periodo: string, archivo = 'octubre.zip'): Promise<number> {
  const id = await read(tipo, staff(), { periodo, archivo })
  const answer = await app.call(massive.publish, { id, recibos: 6, notificar: false }, { as })
  expect(answer.status).toBe(200)
  await app.services.jobs.runDueJobs()
  return id
}

/** The people for whom receipts are ready, and the files whose layouts told it. The publication is cancelled. */
async function readyIn(id: number) {
  const { data } = await app.call(massive.items, { id, grupo: 'listo', perPage: 100 }, { as })
  const shown = await app.call(massive.one, { id }, { as })
  await app.call(massive.cancel, { id }, { as })
  return {
    people: data.map(({ colaborador }: { colaborador: { id: number } }) => colaborador.id),
    by: shown.data.formatos.map(({ archivo }: { archivo: string }) => archivo),
  }
}

const nobody = { people: [], by: [] }
const byOctober = () => ({ people: [people[6]?.id], by: ['octubre.zip'] })

test('a receipt that comes alone is read by the layout of a payroll that was published before', async () => {
  const { id: tipo } = await aReadableType(app, company)
  expect(await readyIn(await read(tipo, joined()))).toEqual(nobody)
  const payroll = await read(tipo, staff())
  await app.call(massive.cancel, { id: payroll }, { as })
  // A payroll that was only read teaches nothing.
  expect(await readyIn(await read(tipo, joined()))).toEqual(nobody)

  await publish(tipo, '2026-10')

  expect(await readyIn(await read(tipo, joined()))).toEqual(byOctober())
  expect(await readyIn(await read(tipo, joined(), { modo: 'split_sign' }))).toEqual(byOctober())
  // A type is read by its own layouts alone.
  const { id: other } = await aReadableType(app, company)
  expect(await readyIn(await read(other, joined()))).toEqual(nobody)
})

test('nothing but the place of a known layout makes a receipt anybody’s', async () => {
  const { id: tipo } = await aReadableType(app, company)
  await publish(tipo, '2026-10')
  expect(await readyIn(await read(tipo, joined()))).toEqual(byOctober())
  const own = people[6]?.cuil.slice(2, 10) ?? ''
  const joinedName = `${surnames[6]} Ana Laura`

  const strangers = [
    receiptOf('41555666', joinedName, 7),
    receiptOf(own, 'Zapata Raúl', 7),
    receiptOf('41555666', 'Zapata Raúl', 7),
    [...receiptAt(6), `Matricula ${people[0]?.cuil.slice(2, 10)}`, `Percibe  ${surnames[0]} Ana Laura`],
  ]
  for (const receipt of strangers) {
    const { people: ready } = await readyIn(await read(tipo, [receipt]))
    expect(ready).toEqual([])
  }
})

test('a layout has versions, is shown with its file, and is forgotten with all of them', async () => {
  const { id: tipo } = await aReadableType(app, company)
  const list = async () => (await app.call(typeLayouts.list, { id: tipo }, { as })).data
  expect(await list()).toEqual([])
  await publish(tipo, '2026-09', 'septiembre.zip')
  await publish(tipo, '2026-10')
  expect(await list()).toMatchObject([
    { formato: 1, version: 2, colaboradores: 6, archivo: 'octubre.zip', guardado: now.toISOString() },
  ])
  // The publications themselves keep it no longer.
  const { rows } = await inCompany(app, company.id, ({ db }) =>
    sql`select from publications join processes on processes.id = publications.process_id
      where learned is not null and type_id = ${tipo}`.execute(db),
  )
  expect(rows).toEqual([])

  const gone = await app.call(typeLayouts.forget, { id: tipo, formato: 1 }, { as })

  expect(gone.data).toEqual([])
  expect(await readyIn(await read(tipo, joined(), { periodo: '2026-11' }))).toEqual(nobody)
  expect((await app.call(typeLayouts.forget, { id: tipo, formato: 1 }, { as })).status).toBe(404)
  // It is learned anew, with a number of its own.
  await publish(tipo, '2026-08', 'agosto.zip')
  expect(await list()).toMatchObject([{ formato: 2, version: 1, archivo: 'agosto.zip' }])
})

test('of a type’s layouts one is forgotten, what was forgotten before stays so, and another type’s stand', async () => {
  const [{ id: tipo }, { id: other }] = [await aReadableType(app, company), await aReadableType(app, company)]
  await publish(tipo, '2026-10')
  const copy = (different: { type_id?: number; layout?: number; version?: number; forgotten_at?: string }) =>
    inCompany(app, company.id, async ({ db }) => {
      const {
        id: _,
        taught,
        ...like
      } = await db
        .selectFrom('reading_layouts')
        .selectAll()
        .where('type_id', '=', tipo)
        .orderBy('id')
        .executeTakeFirstOrThrow()
      const row = { ...like, taught: JSON.stringify(taught), ...different }
      await db.insertInto('reading_layouts').values(row).execute()
    })
  await keepAsMade(app, company, async () => {
    await copy({ type_id: other })
    await copy({ layout: 2 })
    await copy({ version: 2, forgotten_at: '2026-10-31T12:00:00Z' })
  })
  const left = await app.call(typeLayouts.forget, { id: tipo, formato: 1 }, { as })
  expect(left.data).toMatchObject([{ formato: 2 }])
  expect(left.data).toHaveLength(1)
})

test('an undone publication teaches nothing: the version before it counts again', async () => {
  const { id: tipo } = await aReadableType(app, company)
  await publish(tipo, '2026-09', 'septiembre.zip')
  const wrong = await publish(tipo, '2026-10')

  await app.call(undo.undo, { id: wrong }, { as, headers: await stepUp(app, as) })
  await app.services.jobs.runDueJobs()

  const { data } = await app.call(typeLayouts.list, { id: tipo }, { as })
  expect(data).toMatchObject([{ version: 1, archivo: 'septiembre.zip' }])

  // The number of the undone version is not given again.
  await publish(tipo, '2026-11', 'noviembre.zip')
  const next = await app.call(typeLayouts.list, { id: tipo }, { as })
  expect(next.data).toMatchObject([{ formato: 1, version: 3, archivo: 'noviembre.zip' }])
})

test('the layouts of a type out of reach are neither shown nor forgotten', async () => {
  const { id: tipo } = await aReadableType(app, company)
  await publish(tipo, '2026-10')
  const stranger = (await anAdministrator(app, await aCompany(app))).bearer

  expect((await app.call(typeLayouts.list, { id: tipo }, { as: stranger })).status).toBe(404)
  expect((await app.call(typeLayouts.forget, { id: tipo, formato: 1 }, { as: stranger })).status).toBe(404)
})

test('the file that taught a layout is named to those alone who may see its publication', async () => {
  const { id: tipo } = await aReadableType(app, company)
  await publish(tipo, '2026-10')
  const limited = await aLimited(app, company, { sector: 'Planta', actions: [actions.folders] })

  const shown = await app.call(typeLayouts.list, { id: tipo }, { as: limited.bearer })

  expect(shown.data).toMatchObject([{ formato: 1, archivo: null }])
  const toItsMaker = await app.call(typeLayouts.list, { id: tipo }, { as })
  expect(toItsMaker.data).toMatchObject([{ formato: 1, archivo: 'octubre.zip' }])
})
