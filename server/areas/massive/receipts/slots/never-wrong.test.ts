import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexPeople } from '../people.ts'
import { readReceipts } from '../receipts.ts'
import { pageOf, person, rules } from '../testing/pages.ts'
import type { Person } from '../types.ts'

const surnames = 'Quispe,Mamani,Flores,Rojas,Díaz,Salas,Ríos,Vega'.split(',')
const firstNames = 'Rosa,Juan,Ana María,Luis,Elvira,José Luis,Juan Carlos'.split(',')
/** As thousands are parted. */
const thousands = (id: number) => String(id).replace(/\B(?=(\d{3})+$)/g, '.')

/** People of a country without check digits, with shared names and ids that differ by one, some not on the roster. */
const population = fc
  .record({
    base: fc.integer({ min: 40_000_000, max: 70_000_000 }),
    all: fc.array(
      fc.record({
        surname: fc.constantFrom(...surnames),
        second: fc.option(fc.constantFrom(...surnames), { freq: 2 }),
        first: fc.constantFrom(...firstNames),
        step: fc.constantFrom(1, 1, 10, 101, 9_973),
        known: fc.boolean(),
      }),
      { minLength: 6, maxLength: 14 },
    ),
    lacking: fc.boolean(),
  })
  .map(({ base, all, lacking }) => {
    let id = base
    return all.map(({ surname, second, first, step, known }, at) => {
      id += step
      const made = person({
        dni: String(id),
        cuil: String(id),
        lastName: second ? `${surname} ${second}` : surname,
        firstName: first,
        fileNumber: String(300 + at),
      })
      return { person: made, known: known || !lacking }
    })
  })

const layout = fc.record({
  id: fc.constantFrom('', 'DNI ', 'Clave ', 'Registro: ', 'Cuenta ', 'Documento: '),
  name: fc.constantFrom('', 'Percibe ', 'Trabajador: ', 'Señor ', 'Nombre: '),
  order: fc.constantFrom('id name', 'name id', 'one row', 'other row'),
  write: fc.constantFrom('plain', 'dots', 'spaces'),
  above: fc.integer({ min: 0, max: 3 }),
  from: fc.integer({ min: 0, max: 30 }),
  /** The number of an account, as long as an id. */
  account: fc.constantFrom('', 'Abono ', 'Caja '),
  /** One of two employees who sign by turns. */
  signer: fc.constantFrom('', 'Aprobado ', 'Por la empresa: ', 'Jefe '),
  signsById: fc.boolean(),
  /** A second person of the family, whom the roster may have as well. */
  relative: fc.constantFrom('', 'Beneficiario: ', 'Pensión '),
  sheets: fc.boolean(),
})

interface Layout {
  id: string
  name: string
  order: string
  write: string
  above: number
  from: number
  account: string
  signer: string
  signsById: boolean
  relative: string
  sheets: boolean
}

function written(id: string, how: string): string {
  if (how === 'dots') return thousands(Number(id))
  return how === 'spaces' ? thousands(Number(id)).replaceAll('.', ' ') : id
}

function pagesOf(one: Person, at: number, by: Layout, all: readonly Person[]): string[] {
  const indent = ' '.repeat(by.from)
  const id = by.id + written(one.cuil, by.write)
  const name = `${by.name}${one.lastName} ${one.firstName}`
  const signer = all[at % 2]
  const relative = all[(at * 7 + 3) % all.length]
  const pay = (n: number) =>
    Array.from({ length: n }, (_, row) => `Concepto ${'abc'[row % 3]}      ${100 + at}.${310 + row},00`)
  const who = {
    'id name': [indent + id, indent + name],
    'name id': [indent + name, indent + id],
    'one row': [`${indent + name}    ${id}`],
    'other row': [`${indent + id}    ${name}`],
  }[by.order] as string[]
  const foot = [
    ...(by.account ? [`${by.account}${41_000_000 + at * 1_234_567}`] : []),
    ...(by.relative && relative ? [`${by.relative}${relative.lastName} ${relative.firstName}`] : []),
    ...(by.signer && signer
      ? [`${by.signer}${signer.firstName} ${signer.lastName} ${by.signsById ? signer.cuil : ''}`]
      : []),
  ]
  const sheet = (n: number) => (by.sheets ? [`Hoja ${n} de 2`] : [])
  const first = ['TEXTILES DEL SUR', ...sheet(1), ...pay(by.above), ...who, ...pay(2), ...foot].join('\n')
  return by.sheets ? [first, ['TEXTILES DEL SUR', ...sheet(2), ...pay(3)].join('\n')] : [first]
}

/** Reads `runs` files of chance; each ready receipt must be of its own person alone. */
function readFiles(runs: number): { ready: number } {
  let ready = 0
  const file = fc.record({
    population,
    layouts: fc.array(layout, { minLength: 1, maxLength: 2 }),
    byTurns: fc.boolean(),
  })
  fc.assert(
    fc.property(file, ({ population: all, layouts, byTurns }) => {
      const everybody = all.map((one) => one.person)
      const pages: { text: string; owner: number }[] = []
      for (const [at, one] of everybody.entries()) {
        const by = layouts[byTurns ? at % layouts.length : 0]
        if (!by) continue
        for (const text of pagesOf(one, at, by, everybody)) pages.push({ text, owner: one.id })
      }
      const roster = all.filter(({ known }) => known).map((one) => one.person)

      const read = readReceipts(
        pages.map(({ text }) => pageOf(text)),
        indexPeople(roster),
        rules({ country: 'PE' }),
      )

      for (const { found, employeeId, pages: own } of read) {
        if (found !== 'listo') continue
        ready++
        expect([...new Set(own.map((page) => pages[page]?.owner))]).toEqual([employeeId])
      }
    }),
    { numRuns: runs },
  )
  return { ready }
}

test('a receipt in a layout without known labels goes to its own person or to nobody', () => {
  const { ready } = readFiles(250)

  // The proof would hold for a reader that reads nothing.
  expect(ready).toBeGreaterThan(250)
})

test('no receipt of a very large file goes to a wrong person', { tags: ['long'], timeout: 600_000 }, () => {
  expect(readFiles(20_000).ready).toBeGreaterThan(20_000)
})
