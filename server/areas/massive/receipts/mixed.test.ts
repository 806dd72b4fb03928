import { expect, test } from 'vitest'
import { cuilOf } from '#server/testing/factories.ts'
import { indexPeople } from './people.ts'
import { readReceipts } from './receipts.ts'
import { pageOf, person, rules } from './testing/pages.ts'

const surnames = ['Acosta', 'Benítez', 'Cabrera', 'Duarte', 'Escobar', 'Ferreyra', 'Giménez', 'Herrera']
const people = surnames.map((lastName, at) => {
  const dni = String(30_111_222 + 1_017 * at)
  return person({ dni, cuil: cuilOf(dni), lastName, firstName: 'María Inés', fileNumber: String(700 + at) })
})

/** The id stands above everything that is paid. */
const idOnTop = (one: (typeof people)[number]) => `
Apellido y nombre: ${one.lastName}, ${one.firstName}
CUIL: ${one.cuil}
Sueldo basico       800.000,00
Antiguedad           80.000,00
Neto a cobrar       730.000,00`

/** The id stands below it. */
const idBelowPay = (one: (typeof people)[number]) => `
Liquidacion mensual de remuneraciones
Basico de convenio            910.000,00
Adicional por titulo           91.000,00
Presentismo                    80.000,00
Descuentos de ley             170.000,00
Trabajador: ${one.lastName}, ${one.firstName}
Documento CUIL: ${one.cuil}
A depositar en cuenta         911.000,00`

test('the height of an id on its page is compared among pages of its layout, not of the file', () => {
  const pages = people.map((one, at) => pageOf(at < 5 ? idOnTop(one) : idBelowPay(one)))

  const read = readReceipts(pages, indexPeople(people), rules())

  expect(read.map(({ found, employeeId }) => [found, employeeId])).toEqual(
    people.map(({ id }) => ['listo', id]),
  )
})
