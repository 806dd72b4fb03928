import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cuilOf } from '#server/testing/factories.ts'
import { indexPeople } from './people.ts'
import { readReceipts } from './receipts.ts'
import { pageOf, person, rules } from './testing/pages.ts'
import type { Person } from './types.ts'

const named = (lastName: string, firstName: string, dni: string, fileNumber: string) =>
  person({ lastName, firstName, dni, cuil: cuilOf(dni), fileNumber })
const ana = named('Acosta', 'María Inés', '30111222', '4001')
const boss = named('Paz', 'Sol', '28999111', '4002')
const luis = named('Ríos', 'Luis', '31222333', '4003')
const eva = named('Luna', 'Eva', '32333444', '4004')
const everybody = [ana, boss, luis, eva]

/** The first sheet of a receipt, with its person's id, name and number, and who approved it. */
function first(one: Person, approver?: Person, numbers = one.fileNumber): string {
  return [
    `Apellido y nombre: ${one.lastName}, ${one.firstName}   C.U.I.L.: ${one.cuil}`,
    `Legajo: ${numbers}`,
    `Sueldo   1${one.fileNumber},00\nHoras   2${one.fileNumber},00\nJubilación   ${one.fileNumber},00`,
    ...(approver ? [`Autoriza: ${approver.lastName}, ${approver.firstName}   CUIL ${approver.cuil}`] : []),
  ].join('\n')
}

/** A later sheet, which no id ties to the first. */
function later(number: string): string {
  return `Legajo: ${number}\nDetalle de horas\nHoras   2${number},00\nNeto   9${number},00`
}

function read(pages: readonly string[], roster: readonly Person[] = everybody) {
  const receipts = readReceipts(
    pages.map((text) => pageOf(text)),
    indexPeople(roster),
    rules(),
  )
  return receipts.map(({ pages: of, found, employeeId }) => [of, found, employeeId])
}

test('a second id on a receipt leaves its file number its person’s', () => {
  expect(read([first(ana, boss), later('4001'), first(luis), first(eva)])).toEqual([
    [[0, 1], 'listo', ana.id],
    [[2], 'listo', luis.id],
    [[3], 'listo', eva.id],
  ])
})

test('the file number of who approves a receipt ties no page to it', () => {
  const shown = first(ana, boss, '4001   Legajo: 4002')
  const [receipt] = read([shown, later('4002'), first(luis), first(eva)])
  expect(receipt).toEqual([[0], 'listo', ana.id])
})

test('the file number of who approves several receipts ties no page to any', () => {
  const pages = [ana, luis, eva].flatMap((one) => [
    first(one, boss, `${one.fileNumber}   Legajo: 4002`),
    later('4002'),
  ])
  for (const [of] of read(pages)) expect(of).toHaveLength(1)
})

test('a number that nobody has ties no page to a receipt with two ids', () => {
  expect(read([first(ana, boss, '7777'), later('7777'), first(luis), first(eva)])[0]?.[0]).toEqual([0])
})

test('a number that nobody has ties no page to a receipt with the id of somebody whom the roster lacks', () => {
  const stranger = named('Zapata', 'Omar', '33444555', '4005')
  const pages = [first(ana, stranger, '7777'), later('7777'), first(luis), first(eva)]
  expect(read(pages)[0]?.[0]).toEqual([0])
})

test('a number that nobody has ties a page to a receipt with the id of one person', () => {
  expect(read([first(ana, undefined, '7777'), later('7777'), first(luis), first(eva)])[0]).toEqual([
    [0, 1],
    'listo',
    ana.id,
  ])
})

test('no page of another joins a receipt by a file number', () => {
  const receipt = fc.record({
    owner: fc.nat({ max: 7 }),
    approver: fc.option(fc.nat({ max: 7 })),
    /** The receipt says the approver's number as well. */
    says: fc.boolean(),
    later: fc.constantFrom('none', 'own', 'approver', 'stranger'),
    /** Its first sheet is missing. A later one that says another's number alone would be theirs. */
    lost: fc.boolean(),
  })
  const people = 'Sosa,Vega,Luna,Paz,Ríos,Díaz,Mora,Rey'
    .split(',')
    .map((surname, at) =>
      named(
        surname,
        ['Ana', 'Luis', 'Eva', 'Sol'][at % 4] ?? '',
        String(30_111_222 + 91 * at),
        String(4001 + at),
      ),
    )
  let joined = 0
  fc.assert(
    fc.property(
      fc.array(receipt, { minLength: 1, maxLength: 6 }),
      fc.nat({ max: 255 }),
      (receipts, holes) => {
        const pages = receipts.flatMap((one) => {
          const owner = people[one.owner] ?? ana
          const approver = people[one.approver ?? -1]
          const numbers =
            one.says && approver ? `${owner.fileNumber}   Legajo: ${approver.fileNumber}` : owner.fileNumber
          const number = { own: owner.fileNumber, approver: approver?.fileNumber, stranger: '7777' }[
            one.lost && one.later === 'approver' ? 'own' : (one.later as 'own')
          ]
          return [
            ...(one.lost ? [] : [{ owner, text: first(owner, approver, numbers) }]),
            ...(number === undefined ? [] : [{ owner, text: later(number) }]),
          ]
        })
        const roster = people.filter((_, at) => (holes & (1 << at)) === 0 || holes % 3 === 0)
        for (const [of, found, employeeId] of read(
          pages.map(({ text }) => text),
          roster,
        ) as [number[], string, number][]) {
          if (found !== 'listo') continue
          if (of.length > 1) joined++
          expect([...new Set(of.map((page) => pages[page]?.owner.id))]).toEqual([employeeId])
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(joined).toBeGreaterThan(20)
})
