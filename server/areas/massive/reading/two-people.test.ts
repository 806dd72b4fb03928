import { beforeAll, describe, expect, test } from 'vitest'
import { massive } from '#contract/massive/massive.ts'
import type { MassiveMode } from '#contract/massive/modes.ts'
import { plainPages } from '#pdf/testing/samples.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystandingPublication } from '#server/testing/bystander.ts'
import { aCompany, anAdministrator, aPerson, inCompany, type Person } from '#server/testing/factories.ts'
import { aReadableType, begin, sendWhole, zipOfFiles } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'

let app: TestApp
let company: MadeCompany
let as: string
let ana: Person
let berta: Person
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  as = (await anAdministrator(app, company)).bearer
  await aBystandingPublication(app, company, as)
  ana = await aPerson(app, company, { firstName: 'Ana', lastName: 'Acosta' })
  berta = await aPerson(app, company, { firstName: 'Berta', lastName: 'Benítez' })
  for (const lastName of ['Cardozo', 'Dávila', 'Escobar'])
    others.push(await aPerson(app, company, { firstName: 'Clara', lastName }))
})
const others: Person[] = []

interface Slip {
  name: string
  cuil?: string
  concept?: string
  period?: string
  net?: string
  sheet?: string
}

const slip = ({ name, cuil, concept = 'Sueldo', period = '10/2026', net = '801.500,00', sheet }: Slip) => [
  `RECIBO DE HABERES  ${period}${sheet ? `  Hoja ${sheet}` : ''}`,
  `Apellido y nombre: ${name}`,
  ...(cuil ? [`CUIL: ${cuil}`] : []),
  `${concept}  900.000,00`,
  'Jubilación  98.500,00',
  `NETO A COBRAR  ${net}`,
]
const ofAna = (more: Partial<Slip> = {}) => slip({ name: 'Acosta, Ana', cuil: ana.cuil, ...more })
const ofBerta = (more: Partial<Slip> = {}) => slip({ name: 'Benítez, Berta', cuil: berta.cuil, ...more })
const ofOthers = () =>
  ['Cardozo', 'Dávila', 'Escobar'].map((lastName, at) =>
    slip({ name: `${lastName}, Clara`, cuil: others[at]?.cuil ?? '', net: `70${at}.500,00` }),
  )

interface Row {
  id: number
  grupo: string
  paginas: number[]
  archivo: string | null
  colaborador: { id: number } | null
}

/** Uploads a file and reads it; returns the publication's id and its rows, in the order of the file. */
async function read(bytes: Uint8Array, modo: MassiveMode, severalAPeriod = false) {
  const { id: tipo } = await aReadableType(app, company)
  await inCompany(app, company.id, (tx) =>
    tx.db
      .updateTable('document_types')
      .set({ several_a_period: severalAPeriod })
      .where('id', '=', tipo)
      .execute(),
  )
  const { id, subida } = await begin(app, as, tipo, { modo, tamano: bytes.length })
  await sendWhole(app, as, subida, bytes)
  await app.services.jobs.runDueJobs()
  const rows: Row[] = []
  for (const grupo of ['por_resolver', 'listo'] as const)
    rows.push(...(await app.call(massive.items, { id, grupo, perPage: 100 }, { as })).data)
  return { id, rows: rows.toSorted((one, other) => (one.paginas[0] ?? 0) - (other.paginas[0] ?? 0)) }
}

/** The codes with which a receipt is refused to each person, by hand. */
async function refusalsOf(id: number, item: number, persons: readonly Person[]): Promise<string[]> {
  const codes: string[] = []
  for (const { id: colaborador } of persons)
    codes.push((await app.call(massive.assign, { id, item, colaborador }, { as })).code ?? '')
  return codes
}
const refusedToBoth = ['MASSIVE_TWO_PEOPLE', 'MASSIVE_TWO_PEOPLE']

describe('a receipt on which two people stand is given to neither by hand', () => {
  test('where the second stands there by the whole name alone', async () => {
    const both = [...ofAna(), ...slip({ name: 'Benítez, Berta' })]
    const { id, rows } = await read(await plainPages([both, ...ofOthers()]), 'split_sign')
    const [first] = rows
    expect(first).toMatchObject({ paginas: [1], situacion: 'open' })
    expect(await refusalsOf(id, first?.id ?? 0, [ana, berta])).toEqual(refusedToBoth)
  })

  test('where neither has an id on it', async () => {
    const both = [...slip({ name: 'Acosta, Ana' }), ...slip({ name: 'Benítez, Berta' })]
    const { id, rows } = await read(await plainPages([both, ...ofOthers()]), 'split_sign')
    expect(await refusalsOf(id, rows[0]?.id ?? 0, [ana, berta])).toEqual(refusedToBoth)
  })

  test.each([
    ['by an id', () => ofBerta()],
    ['by the whole name alone', () => slip({ name: 'Benítez, Berta' })],
  ])('where the second stands %s on a later page of a file of a zip', async (_, second) => {
    const files = new Map([
      ['dos.pdf', await plainPages([ofAna(), second()])],
      ['otra.pdf', await plainPages(ofOthers().slice(0, 1))],
    ])
    const { id, rows } = await read(await zipOfFiles(files), 'publish')
    const both = rows.find(({ archivo }) => archivo === 'dos.pdf')
    expect(both).toMatchObject({ paginas: [1, 2], situacion: 'open' })
    expect(await refusalsOf(id, both?.id ?? 0, [ana, berta])).toEqual(refusedToBoth)
  })

  test('where the pages of the second would be joined to those of the first', async () => {
    const { id, rows } = await read(await plainPages([ofAna(), ofBerta()]), 'split_sign')
    const merged = await app.call(massive.merge, { id, item: rows[1]?.id ?? 0 }, { as })
    expect(merged.code).toBe('MASSIVE_TWO_PEOPLE')
  })
})

test('a receipt with its own person and one who signs it is given to its person', async () => {
  const signed = [...ofAna({ cuil: '20-11111111-2' }), 'Firma: Benítez, Berta']
  const { id, rows } = await read(await plainPages([signed, ...ofOthers()]), 'split_sign')
  expect(rows[0]).toMatchObject({ paginas: [1], situacion: 'open' })
  const { data } = await app.call(massive.assign, { id, item: rows[0]?.id ?? 0, colaborador: ana.id }, { as })
  expect(data.items).toMatchObject([{ situacion: 'ready' }])
})

describe('two receipts of one person on neighbouring pages are two, never one document', () => {
  test.each([
    ['of the wage and of the holidays', { concept: 'Vacaciones', net: '402.000,00' }, {}],
    ['each with its sheet 1 of 1', { net: '402.000,00', sheet: '1/1' }, { sheet: '1/1' }],
    ['of two months', { period: '09/2026', net: '402.000,00' }, {}],
  ])('%s', async (_, second, first) => {
    const bytes = await plainPages([ofAna(first), ofAna(second), ...ofOthers()])
    for (const severalAPeriod of [false, true]) {
      const { rows } = await read(bytes, 'split_sign', severalAPeriod)
      expect(rows.map(({ paginas, grupo }) => [paginas, grupo])).toEqual([
        [[1], severalAPeriod ? 'listo' : 'repetido'],
        [[2], 'repetido'],
        ...others.map((_one, at) => [[at + 3], 'listo']),
      ])
      expect(rows.slice(0, 2).map(({ colaborador }) => colaborador?.id)).toEqual([ana.id, ana.id])
    }
  })
})
