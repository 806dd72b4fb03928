import { expect, test } from 'vitest'
import { cuilOf } from '#server/testing/factories.ts'
import { indexPeople } from './people.ts'
import { readReceipts } from './receipts.ts'
import { pageOf, person, rules } from './testing/pages.ts'

const dni = '30111222'
const cuil = cuilOf(dni)
const own = person({ dni, cuil, lastName: 'Acosta', firstName: 'Ana' })
const pageWith = (id: readonly string[]) => `
Apellido y nombre: Acosta, Ana
Sector: Deposito
CUIL: ${id[0]}
      ${id[1]}
      ${id[2]}
Sueldo basico       800.000,00
Neto a cobrar       730.000,00`
const pieces = [`${cuil.slice(0, 2)}-`, `${cuil.slice(2, 10)}-`, cuil.slice(10)]

test('an id that goes on over three lines of its column is read', () => {
  const [receipt] = readReceipts([pageOf(pageWith(pieces))], indexPeople([own]), rules())
  expect(receipt).toMatchObject({ found: 'listo', employeeId: own.id, idRead: pieces.join('') })
})

test('three numbers under each other that make nobody of the roster are no id', () => {
  const other = person({ dni: '40999888', cuil: cuilOf('40999888'), lastName: 'Acosta', firstName: 'Ana' })
  const [receipt] = readReceipts([pageOf(pageWith(pieces))], indexPeople([other]), rules())
  expect(receipt).toMatchObject({ employeeId: null, idRead: null })
})
