import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layoutsIn } from '../kept-layouts.ts'
import type { KeptLayout } from '../kept-layouts.ts'
import { readPage } from '../page.ts'
import { indexPeople } from '../people.ts'
import { readReceipts } from '../receipts.ts'
import { recurringByPage } from '../recurring.ts'
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

/** Pages of a payroll with the person whose each is: in one layout, or in two by turns. */
function payrollOf(all: readonly Person[], layouts: readonly Layout[], byTurns: boolean) {
  return all.flatMap((one, at) => {
    const by = layouts[byTurns ? at % layouts.length : 0]
    return by ? pagesOf(one, at, by, all).map((text) => ({ facts: pageOf(text), owner: one.id })) : []
  })
}

/** The receipts that went to somebody, each with those whose pages it has. */
function assigned(
  pages: ReturnType<typeof payrollOf>,
  roster: readonly Person[],
  kept?: readonly KeptLayout[],
): { employeeId: number | null; owners: number[] }[] {
  const read = readReceipts(
    pages.map(({ facts }) => facts),
    indexPeople(roster),
    { ...rules({ country: 'PE' }), kept },
  )
  return read.flatMap(({ found, employeeId, pages: own }) =>
    found === 'listo'
      ? [{ employeeId, owners: [...new Set(own.flatMap((page) => pages[page]?.owner ?? []))] }]
      : [],
  )
}

const payroll = fc.record({
  population,
  layouts: fc.array(layout, { minLength: 1, maxLength: 2 }),
  byTurns: fc.boolean(),
})

/** Reads `runs` files of chance; each ready receipt must be of its own person alone. */
function readFiles(runs: number): { ready: number } {
  let ready = 0
  fc.assert(
    fc.property(payroll, ({ population: all, layouts, byTurns }) => {
      const everybody = all.map((one) => one.person)
      const roster = all.filter(({ known }) => known).map((one) => one.person)

      for (const { employeeId, owners } of assigned(payrollOf(everybody, layouts, byTurns), roster)) {
        ready++
        expect(owners).toEqual([employeeId])
      }
    }),
    { numRuns: runs },
  )
  return { ready }
}

/**
 * Reads `runs` payrolls of chance, and then others of few receipts by the layouts that the first taught: of the same
 * people and of others, in the same layout and in one that differs in a part. `more` counts those that no file of few
 * receipts alone would assign.
 */
function readAfterward(runs: number): { ready: number; more: number } {
  let [ready, alone] = [0, 0]
  const later = fc.record({
    taught: payroll,
    people: population,
    changed: fc.record({
      layout,
      parts: fc.subarray(['id', 'name', 'order', 'write', 'signer', 'relative']),
    }),
    size: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(later, ({ taught, people: drawn, changed, size }) => {
      const before = taught.population.map((one) => one.person)
      // A company has nobody twice: its ids are unique.
      const people = drawn.filter((one) => !before.some(({ cuil }) => cuil === one.person.cuil))
      const known = [...taught.population, ...people].flatMap((one) => (one.known ? [one.person] : []))
      const index = indexPeople(before)
      const first = payrollOf(before, taught.layouts, taught.byTurns).map(({ facts }) =>
        readPage(facts, index, rules({ country: 'PE' })),
      )
      const kept = layoutsIn(first, recurringByPage(first, index, rules({ country: 'PE' })))
      const layouts = taught.layouts.map((one) => ({
        ...one,
        ...Object.fromEntries(
          Object.entries(changed.layout).filter(([part]) => changed.parts.includes(part)),
        ),
      }))
      const everybody = [...before, ...people.map((one) => one.person)]
      const pages = payrollOf(everybody, layouts, taught.byTurns)
      const sheets = taught.layouts[0]?.sheets ? 2 : 1

      for (let at = 0; at < pages.length; at += size * sheets) {
        const file = pages.slice(at, at + size * sheets)
        alone += assigned(file, known).length
        const found = assigned(
          file,
          known,
          kept.map((one, id) => ({ id, taught: one })),
        )
        for (const { employeeId, owners } of found) {
          ready++
          expect(owners).toEqual([employeeId])
        }
      }
    }),
    { numRuns: runs },
  )
  return { ready, more: ready - alone }
}

test('a receipt in a layout without known labels goes to its own person or to nobody', () => {
  const { ready } = readFiles(250)

  // The proof would hold for a reader that reads nothing.
  expect(ready).toBeGreaterThan(250)
})

test('by a layout that an earlier file taught, a receipt goes to its own person or to nobody', () => {
  const { ready, more } = readAfterward(100)

  expect(ready).toBeGreaterThan(100)
  expect(more).toBeGreaterThan(100)
})

test('no receipt of a very large file goes to a wrong person', { tags: ['long'] }, () => {
  expect(readFiles(20_000).ready).toBeGreaterThan(20_000)
})

test('nor does one of many small files after a large one', { tags: ['long'] }, () => {
  expect(readAfterward(5_000).more).toBeGreaterThan(5_000)
})
