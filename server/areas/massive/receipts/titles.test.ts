import { expect, test } from 'vitest'
import { cpfOf, rutOf } from '#demo/ids.ts'
import { cuilOf } from '#server/testing/factories.ts'
import { indexPeople } from './people.ts'
import { readReceipts } from './receipts.ts'
import { pageOf, person, rules } from './testing/pages.ts'

const idOf = {
  AR: (n: number) => cuilOf(String(30_111_222 + n * 111)),
  BR: (n: number) => cpfOf(String(301_112_220 + n * 111)),
  CL: (n: number) => rutOf(String(12_111_222 + n * 111)).replace(/^(..)(...)(...)(.)$/, '$1.$2.$3-$4'),
} as const
const labels = { AR: 'CUIL', BR: 'CPF', CL: 'RUT' } as const
const pay = (n: number) => `Sueldo basico       80${n}.000,00\nNeto a cobrar       73${n}.000,00`

test.each([
  ['AR', 'Recibo de haberes'],
  ['AR', 'RECIBO DE SUELDO'],
  ['AR', 'Empresa S.A. - Liquidación de sueldo'],
  ['BR', 'Recibo de pagamento de salario'],
  ['CL', 'Liquidación de sueldo'],
] as const)(
  '%s: an id under the title “%s” is an id, and whoever signs gets none of strangers',
  (country, title) => {
    const id = idOf[country]
    const signer = person({ cuil: id(9), lastName: 'Pérez', firstName: 'Juan' })
    const known = person({ cuil: id(8), lastName: 'Acosta', firstName: 'Ana' })
    const read = (owners: readonly string[]) =>
      readReceipts(
        owners.map((owner, n) =>
          pageOf(`${title}\n${owner}\n${pay(n)}\nPEREZ JUAN   ${labels[country]}: ${signer.cuil}`),
        ),
        indexPeople([signer, known]),
        rules({ country }),
      )
    for (const count of [1, 2, 3, 7]) {
      const strangers = Array.from({ length: count }, (_, n) => id(n))
      expect(read(strangers).map(({ employeeId }) => employeeId)).toEqual(strangers.map(() => null))
    }
    const own = read([...[1, 2, 3].map(id), `${known.lastName} ${known.firstName}   ${known.cuil}`])
    expect(own.map(({ employeeId }) => employeeId)).toEqual([null, null, null, known.id])
  },
)

test('a number of nobody that has its separators and check digit is an id; without its dots it may be a reference', () => {
  const known = person({ cuil: rutOf('12999888'), lastName: 'Acosta', firstName: 'Ana' })
  const read = (id: string) =>
    readReceipts([pageOf(`${id}\n${pay(1)}`)], indexPeople([known]), rules({ country: 'CL' }))[0]?.found

  expect(read(idOf.CL(1))).toBe('desconocido')
  expect(read(idOf.CL(1).replaceAll('.', ''))).toBe('sin_id')
})

test('the id under a label of other people is another’s, and the receipt its owner’s', () => {
  const owner = person({ cuil: idOf.AR(1), lastName: 'Acosta', firstName: 'Ana' })
  for (const label of ['Cónyuge', 'Hijos', 'Beneficiario', 'Responsable'])
    expect(
      readReceipts(
        [pageOf(`Recibo de sueldo\nAcosta, Ana   CUIL: ${owner.cuil}\n${pay(1)}\n\n${label}\n${idOf.AR(2)}`)],
        indexPeople([owner]),
        rules(),
      ),
    ).toMatchObject([{ found: 'listo', employeeId: owner.id }])
})
