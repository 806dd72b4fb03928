import { expect, test } from 'vitest'
import type { Country } from '#contract/fields.ts'
import { cuilOf } from '#server/testing/factories.ts'
import { indexPeople } from '../people.ts'
import { readReceipts } from '../receipts.ts'
import { names } from '../testing/names.ts'
import { pageOf, person, rules } from '../testing/pages.ts'
import type { Person } from '../types.ts'

const eight = names.slice(0, 8)
const dniOf = (at: number) => String(40_111_222 + at * 100_917)
const rfcOf = (surname: string, first: string, at: number) =>
  `${surname.slice(0, 2)}X${first.slice(0, 1)}8${at}0716A${at}3`
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
const pay = (at: number) =>
  `Haber uno   1${at}0.300,00\nHaber dos   20.1${at}0,00\nA cobrar    3${at}0.400,00`

/** Papers whose labels say neither of an id nor of a name that it is the employee's. */
const papers: { name: string; country: Country; page: (one: Person, at: number) => string }[] = [
  {
    name: 'name and id in a row without labels',
    country: 'PE',
    page: (one, at) => `TEXTIL SAC\n${one.lastName} ${one.firstName}   ${one.cuil}\n${pay(at)}`,
  },
  {
    name: 'labels that nobody uses',
    country: 'PE',
    page: (one, at) => `TEXTIL SAC\nSocio ${one.cuil}   Percibe ${one.firstName} ${one.lastName}\n${pay(at)}`,
  },
  {
    name: 'heads that nobody uses',
    country: 'PE',
    page: (one, at) =>
      `TEXTIL SAC\nQuien     Clave\n${one.lastName}, ${one.firstName}      ${one.cuil}\n${pay(at)}`,
  },
  {
    name: 'slashes between the parts of an id',
    country: 'AR',
    page: (one, at) =>
      `ACME\nLegajo ${one.fileNumber}  ${one.lastName} ${one.firstName}  ${one.cuil.slice(0, 2)}/${one.cuil.slice(2, 10)}/${one.cuil.slice(10)}\n${pay(at)}`,
  },
  {
    name: 'id and name below what is paid',
    country: 'AR',
    page: (one, at) => `ACME\n${pay(at)}\nRecibi conforme ${one.firstName} ${one.lastName}\n${one.cuil}`,
  },
  {
    name: 'a letter',
    country: 'AR',
    page: (one, at) =>
      `Por la presente dejo constancia que ${one.firstName} ${one.lastName} ha\ncobrado la suma de $ 3${at}0.400,00 y su clave es ${one.dni} del\nregistro de la empresa por todo concepto\n${pay(at)}`,
  },
  {
    name: 'a labelled id of whoever signs',
    country: 'PE',
    page: (one, at) =>
      `TEXTIL SAC\n${one.cuil}   ${one.lastName}, ${one.firstName}\n${pay(at)}\nLida Zamudio Ruiz   DNI 45999888   Gerente`,
  },
  {
    name: 'names of many lengths before an id',
    country: 'PE',
    page: (one, at) =>
      `TEXTIL SAC\n${pay(at)}\n${' '.repeat(40 - one.lastName.length - one.firstName.length)}${one.firstName} ${one.lastName} impreso${' '.repeat(at * 3)}\n${one.cuil}`,
  },
  {
    name: 'surname and first name under each other, the id below what is paid',
    country: 'MX',
    page: (one, at) => `ACEROS\n${one.lastName}\n${one.firstName}\n${pay(at)}\n${one.cuil}`,
  },
  {
    name: 'file number, name and id in a row without labels',
    country: 'AR',
    page: (one, at) => `ACME\n${one.fileNumber} ${one.lastName} ${one.firstName} ${one.dni}\n${pay(at)}`,
  },
]

test.each(papers)('the owner of each page is inferred from the file itself: $name', ({ country, page }) => {
  const people = eight.map(([lastName, firstName], at) => {
    const dni = dniOf(at)
    const cuil = country === 'AR' ? cuilOf(dni) : country === 'MX' ? rfcOf(lastName, firstName, at) : dni
    return person({ dni, cuil, lastName, firstName, fileNumber: String(4_100 + at * 7) })
  })

  const read = readReceipts(
    people.map((one, at) => pageOf(page(one, at))),
    indexPeople(people),
    rules({ country }),
  )

  expect(read.map(({ found, employeeId }) => [found, employeeId])).toEqual(
    people.map(({ id }) => ['listo', id]),
  )
})

test('text in the margin that runs upwards is read apart from the rows that it crosses', () => {
  const people = eight.map(([lastName, firstName], at) =>
    person({
      dni: dniOf(at),
      cuil: cuilOf(dniOf(at)),
      lastName,
      firstName,
      fileNumber: String(4_100 + at * 7),
    }),
  )
  const upright = people.map((_, at) => pageOf(`ACME\n${pay(at)}\n${pay(at + 1)}\n${pay(at + 2)}`))
  const margin = people.map((one) =>
    pageOf(`${one.lastName}, ${one.firstName}  C.U.I.L. ${one.cuil}`, { turned: 270 }),
  )

  const read = readReceipts(
    upright.map((page, at) => ({
      ...page,
      words: [...page.words, ...(margin[at]?.words ?? [])],
      otherTurns: [{ from: page.words.length, turned: 270 }],
    })),
    indexPeople(people),
    rules({ country: 'AR' }),
  )

  expect(read.map(({ found, employeeId }) => [found, employeeId])).toEqual(
    people.map(({ id }) => ['listo', id]),
  )
})

test('a page with a stranger’s id where the ids stand joins no receipt, also with its carried total', () => {
  const people = eight.map(([lastName, firstName], at) =>
    person({ dni: dniOf(at), cuil: dniOf(at), lastName, firstName, fileNumber: String(4_100 + at * 7) }),
  )
  const page = (name: string, id: string, at: number) => `TEXTIL SAC\n${name}   ${id}\n${pay(at)}`
  const own = people.map((one, at) => page(`${one.lastName} ${one.firstName}`, one.cuil, at))
  const goingOn = `${own.at(-1)}\nTransporte   44.444,00`
  const read = (...more: string[]) =>
    readReceipts(
      [...own.slice(0, -1), goingOn, ...more].map((text) => pageOf(text)),
      indexPeople(people),
      rules({ country: 'PE' }),
    ).at(-1)

  const rest = 'TEXTIL SAC\nTransporte   44.444,00\nHaber tres   1.111,00'
  expect(read(rest)).toMatchObject({ pages: [7, 8], employeeId: people.at(-1)?.id })
  const theirs = 'TEXTIL SAC\nZapata Omar   45999888\nTransporte   44.444,00\nHaber tres   1.111,00'
  expect(read(theirs)?.pages).toEqual([8])
})
