import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaughtPlace } from '#contract/folders/capture-pattern.ts'
import { indexPeople } from '../people.ts'
import { readReceipts } from '../receipts.ts'
import { pageOf, person, rules } from '../testing/pages.ts'

/** The place of a text on a page, as a person shows it. */
function placeOf(page: string, text: string, dato: TaughtPlace['dato']): TaughtPlace[] {
  const row = page.split('\n').findIndex((line) => line.includes(text))
  const at = page.split('\n')[row]?.indexOf(text) ?? 0
  return [{ dato, x: 10 + at * 2, y: 10 + row * 5, width: text.length * 2, height: 3 }]
}

const people = ['Acosta', 'Benítez', 'Cabrera', 'Duarte', 'Escobar'].map((lastName, at) =>
  person({
    lastName,
    firstName: 'Ana Laura',
    fileNumber: String(4_100 + at * 7),
    dni: String(40_111_222 + at * 917),
    cuil: String(40_111_222 + at * 917),
  }),
)
const pages = people.map(
  ({ fileNumber, lastName, firstName }, at) =>
    `TEXTIL SAC\n${fileNumber}   ${lastName} ${firstName}\nHaber uno   1${at}0.300,00\nA cobrar   3${at}0.400,00`,
)
const read = (texts: readonly string[], taught: readonly TaughtPlace[], roster = people) =>
  readReceipts(
    texts.map((text) => pageOf(text)),
    indexPeople(roster),
    rules({ country: 'PE', taught }),
  ).map(({ found, employeeId }) => (found === 'listo' ? employeeId : found))

const shown = [
  ...placeOf(pages[0] ?? '', '4100', 'legajo'),
  ...placeOf(pages[0] ?? '', 'Acosta Ana Laura', 'nombre'),
]

test('a layout with file numbers and names is read once the place of the file numbers is shown', () => {
  expect(read(pages, [])).toEqual(people.map(() => 'sin_id'))

  expect(read(pages, shown)).toEqual(people.map(({ id }) => id))
})

test('a number of nobody at the place that was shown leaves its page to a person', () => {
  const [first = '', ...rest] = pages

  expect(read([first.replace('4100', '9999'), ...rest], shown)[0]).toBe('sin_id')
})

test('a file number of somebody whom the page does not name leaves it to a person', () => {
  const [first = '', ...rest] = pages

  expect(read([first.replace('Acosta', 'Zapata'), ...rest], shown)[0]).not.toBe(people[0]?.id)
})

test('somebody whose pages have another’s between them gets none of them', () => {
  const [first = '', ...rest] = pages
  const again = first.replace('300,00', '350,00')

  const found = read([first, ...rest, again], shown)

  expect(found.slice(1, -1)).toEqual(people.slice(1).map(({ id }) => id))
  expect([found[0], found.at(-1)]).toEqual(['sin_id', 'sin_id'])
})

test('another person’s name or id on the page leaves it to a person', () => {
  const [first = '', ...rest] = pages
  const other = people[1]
  if (!other) throw new Error('nobody else')

  for (const more of [`Recibe ${other.lastName} ${other.firstName}`, `Recibe ${other.dni}`])
    expect(read([`${first}\n${more}`, ...rest], shown)[0]).toBe('sin_id')
})

test('an id with signs that no reader expects is read where it was shown', () => {
  const signed = pages.map((page, at) =>
    page.replace(/\d{4}/, `*${people[at]?.dni.replace(/(?=(?:\d{3})+$)/g, '*')}`),
  )
  const place = [
    ...placeOf(signed[0] ?? '', '40*111*222', 'id'),
    ...placeOf(signed[0] ?? '', 'Acosta Ana Laura', 'nombre'),
  ]
  expect(read(signed, [])).toEqual(people.map(() => 'sin_id'))

  expect(read(signed, place)).toEqual(people.map(({ id }) => id))
})

test('the signer of every page doesn’t keep it from its owner, and gets their own', () => {
  const boss = people[4]
  const signed = pages.map((page) => `${page}\n\n\nPor la empresa ${boss?.firstName} ${boss?.lastName}`)

  expect(read(signed, shown)).toEqual(people.map(({ id }) => id))
})

const surnames = 'Quispe,Mamani,Flores,Rojas'.split(',')
const firstNames = 'Rosa,Juan,Ana María,José Luis,Juan Carlos'.split(',')

const population = fc.array(
  fc.record({
    surname: fc.constantFrom(...surnames),
    second: fc.option(fc.constantFrom(...surnames), { freq: 2 }),
    first: fc.constantFrom(...firstNames),
    known: fc.boolean(),
    // Strangers of another employer have the numbers of this one's people.
    number: fc.integer({ min: 301, max: 312 }),
  }),
  { minLength: 4, maxLength: 12 },
)
const layout = fc.record({
  from: fc.integer({ min: 0, max: 20 }),
  number: fc.constantFrom('', 'Ficha ', 'Nro: '),
  name: fc.constantFrom('', 'Percibe ', 'Nombre: '),
  order: fc.constantFrom('number name', 'name number', 'one row'),
  withId: fc.boolean(),
  /** The number is the id, written with signs that no reader expects. */
  byId: fc.boolean(),
  signer: fc.constantFrom('', 'Aprobado ', 'Jefe '),
  signerNumber: fc.boolean(),
  relative: fc.constantFrom('', 'Beneficiario: ', 'Pensión '),
  above: fc.integer({ min: 0, max: 3 }),
  /** The person points at the signer's number by mistake. */
  mistaken: fc.boolean(),
})

/** Reads `runs` files of chance with a place shown; each ready receipt must be of its own person. */
function readFiles(runs: number): { ready: number } {
  let ready = 0
  fc.assert(
    fc.property(population, layout, fc.integer({ min: 1, max: 3 }), (all, by, signers) => {
      const nameOf = ({ surname, second, first }: (typeof all)[number]) => `${surname} ${second} ${first}`
      // Somebody of the same name and number can't be told from whom the roster has.
      const numberOf = (of: (typeof all)[number]) => {
        const same = all[of.number - 301]
        return same?.known && nameOf(same) === nameOf(of) ? of.number + 600 : of.number
      }
      const everybody = all.map((of, at) => ({
        known: of.known,
        number: by.byId
          ? `50*000*${String(at).padStart(3, '0')}`
          : String(of.known ? 301 + at : numberOf(of)),
        one: person({
          lastName: of.second ? `${of.surname} ${of.second}` : of.surname,
          firstName: of.first,
          fileNumber: String(301 + at),
          dni: String(50_000_000 + at),
          cuil: String(50_000_000 + at),
        }),
      }))
      const pay = (n: number, at: number) =>
        Array.from({ length: n }, (_, row) => `Concepto ${'abc'[row % 3]}      ${100 + at}.${310 + row},00`)
      const indent = ' '.repeat(by.from)
      const written = everybody.map(({ one, number }, at) => {
        const signer = everybody[at % signers]
        const relative = everybody[(at * 7 + 3) % everybody.length]
        const name = `${by.name}${one.lastName} ${one.firstName}`
        const who = {
          'number name': [indent + by.number + number, indent + name],
          'name number': [indent + name, indent + by.number + number],
          'one row': [`${indent}${by.number}${number}    ${name}`],
        }[by.order]
        return [
          'TEXTILES DEL SUR',
          ...pay(by.above, at),
          ...who,
          ...(by.withId ? [`${indent}Doc. ${one.dni}`] : []),
          ...pay(2, at),
          ...(by.relative && relative
            ? [`${by.relative}${relative.one.lastName} ${relative.one.firstName}`]
            : []),
          ...(by.signer && signer
            ? [
                `${by.signer}${by.signerNumber ? `${signer.number}   ` : ''}${signer.one.firstName} ${signer.one.lastName}`,
              ]
            : []),
        ].join('\n')
      })
      const sample = written[0] ?? ''
      const rows = sample.split('\n')
      const last = rows.length - 1
      const mistaken = by.mistaken && by.signer !== '' && by.signerNumber
      const first = everybody[0]
      const { lastName = '', firstName = '' } = first?.one ?? {}
      const name = mistaken ? `${firstName} ${lastName}` : `${lastName} ${firstName}`
      // The signer's line is the last, the owner's the first.
      const part = mistaken ? rows.map((row, at) => (at === last ? row : '')).join('\n') : sample
      const taught = [...placeOf(part, first?.number ?? '', 'legajo'), ...placeOf(part, name, 'nombre')]

      const receipts = readReceipts(
        written.map((text) => pageOf(text)),
        indexPeople(everybody.filter(({ known }) => known).map(({ one }) => one)),
        rules({ country: 'PE', taught }),
      )

      for (const { found, employeeId, pages: own } of receipts) {
        if (found !== 'listo') continue
        ready++
        expect([...new Set(own.map((page) => everybody[page]?.one.id))]).toEqual([employeeId])
      }
    }),
    { numRuns: runs },
  )
  return { ready }
}

test('by a place that was shown a receipt goes to its own person or to nobody', () => {
  const { ready } = readFiles(250)

  // The proof would hold for a reader that reads nothing.
  expect(ready).toBeGreaterThan(100)
})

test(
  'no receipt of a very large file goes to a wrong person by a place that was shown',
  { tags: ['long'], timeout: 600_000 },
  () => {
    expect(readFiles(20_000).ready).toBeGreaterThan(8_000)
  },
)
