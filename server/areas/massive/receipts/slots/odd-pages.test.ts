import { expect, test } from 'vitest'
import { indexPeople } from '../people.ts'
import { readReceipts } from '../receipts.ts'
import { names } from '../testing/names.ts'
import { pageOf, person, rules } from '../testing/pages.ts'
import type { Person } from '../types.ts'

const everybody = names.map(([lastName, firstName], at) => {
  const dni = String(40_111_222 + at * 100_917)
  return person({ lastName, firstName, dni, cuil: dni, fileNumber: String(4_100 + at * 7) })
})
/** Nobody’s page is hers. */
const ines = everybody.at(-1) as Person
const owners = everybody.slice(0, -1)
const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`

interface Odd {
  above?: string
  id?: string
  name?: string
  below?: string
}

/** A paper whose labels say neither of an id nor of a name that it is the employee’s. */
function paper(
  one: Person,
  at: number,
  { above = '', id = one.dni, name = nameOf(one), below = '' }: Odd = {},
) {
  const pay = `Haber uno   1${at}0.300,00\nHaber dos   20.1${at}0,00\nA cobrar    3${at}0.400,00`
  return pageOf(`TEXTIL SAC\n${above}\nSocio ${id}   Percibe ${name}\n${pay}\n${below}`)
}

/** The surname of the owner of the second page of a file, the one of Juan Benítez; null where it is in doubt. */
function ownerOf(
  change: (one: Person, at: number) => Odd | undefined,
  people: readonly Person[] = everybody,
) {
  const pages = owners.map((one, at) => paper(one, at, change(one, at)))
  const read = readReceipts(pages, indexPeople(people), rules({ country: 'PE' }))
  const { employeeId } = read.find((receipt) => receipt.pages.includes(1)) ?? {}
  return people.find(({ id }) => id === employeeId)?.lastName ?? null
}

test.each<[string, Odd]>([
  [
    'an id beside no name, below the labelled name and id of another',
    { above: `Nombre: ${nameOf(ines)}   DNI: ${ines.dni}`, name: '' },
  ],
  ['a number of a stranger', { below: 'Clave 45999777' }],
  ['another employee’s id', { below: ines.dni }],
  ['a stranger’s name beside a label of the employee', { below: 'Empleado: Bruno Sosa' }],
  ['a stranger’s labelled id', { below: 'DNI: 45999777' }],
  ['a stranger’s id in the place of the owner’s', { id: '45999777' }],
  ['a stranger’s name in the place of the owner’s', { name: 'Bruno Sosa' }],
  ['another employee’s name in the place of the owner’s', { name: nameOf(ines) }],
  ['another employee’s id in the place of the owner’s', { id: ines.dni }],
  ['the name of a relative', { name: 'Juan Elías Benítez' }],
  ['a surname with a first letter', { name: 'J. Benítez' }],
  ['a name that goes on', { name: 'Juan Benítez Sosa' }],
  ['a name that goes on with an employee’s', { name: 'Juan Benítez Navas' }],
])('a page of a file without labels that shows %s is nobody’s', (_, odd) => {
  expect(ownerOf((_one, at) => (at === 1 ? odd : undefined))).toBeNull()
})

test.each<[string, Odd]>([
  ['nothing else', {}],
  ['one word beside a label of the employee', { below: 'Empleado: Sosa' }],
  ['the owner beside a label of the employee', { below: 'Empleado: Benítez Juan' }],
  ['a beneficiary', { below: 'Beneficiario: Bruno Sosa' }],
])('a page of a file without labels that shows %s is its owner’s', (_, odd) => {
  expect(ownerOf((_one, at) => (at === 1 ? odd : undefined))).toBe('Benítez')
})

test('numbers that every page has in one place are accounts; elsewhere one may be a second person’s', () => {
  const account = (at: number) => ({ below: `Caja   459997${at + 10}` })

  expect(ownerOf((_, at) => account(at))).toBe('Benítez')
  expect(
    ownerOf((_, at) => (at === 1 ? { below: `${' '.repeat(21)}x y z 45999771` } : account(at))),
  ).toBeNull()
})

test('a word beside every name belongs to the paper, unless somebody is called so', () => {
  const word = (one: Person) => ({ name: `${nameOf(one)} conforme` })
  const lia = person({ lastName: 'Conforme', firstName: 'Lía', dni: '41999888', cuil: '41999888' })

  expect(ownerOf(word)).toBe('Benítez')
  expect(ownerOf(word, [...everybody, lia])).toBeNull()
})
