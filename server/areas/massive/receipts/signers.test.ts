import { expect, test } from 'vitest'
import { rutOf } from '#demo/ids.ts'
import { cuilOf } from '#server/testing/factories.ts'
import { indexPeople } from './people.ts'
import { readReceipts } from './receipts.ts'
import { pageOf, person, rules } from './testing/pages.ts'

const idOf = {
  AR: (n: number) => cuilOf(String(30_111_222 + n * 111)),
  CL: (n: number) => rutOf(String(12_111_222 + n * 111)),
  PE: (n: number) => String(30_111_222 + n * 111),
} as const
const labels = { AR: 'CUIL', CL: 'RUT', PE: 'DNI' } as const

type WithIds = keyof typeof idOf

/** Owners found for pages of strangers that somebody of the roster signs at the foot. */
function ownersOf(country: WithIds, count: number, page: (id: string, n: number, signer: string) => string) {
  const signer = person({ cuil: idOf[country](90), lastName: 'Pérez', firstName: 'Juan' })
  const pages = Array.from({ length: count }, (_, n) =>
    pageOf(page(idOf[country](n), n, `PEREZ JUAN   ${labels[country]}: ${signer.cuil}`)),
  )
  return readReceipts(pages, indexPeople([signer]), rules({ country })).map(({ employeeId }) => employeeId)
}

const heads = {
  'a name': () => 'Zeta Ana',
  'an id without a label': (id: string) => `${id}\nZeta Ana`,
  'an id beside a name': (id: string) => `Zeta Ana   ${id}`,
  'a name with its label': () => 'Nombre: Zeta Ana',
}
const countries: readonly WithIds[] = ['AR', 'CL', 'PE']
const nobody = expect.not.arrayContaining([expect.any(Number)])

test.each(countries.flatMap((country) => Object.keys(heads).map((head) => [country, head] as const)))(
  '%s: pages that begin with %s of a stranger are not the signer’s, however few their amounts are',
  (country, head) => {
    const owner = heads[head as keyof typeof heads]
    for (const rows of [1, 2, 3])
      for (const count of [1, 2, 3]) {
        const pay = (n: number) =>
          ['Sueldo basico', 'Descuentos', 'Neto a cobrar']
            .slice(-rows)
            .map((what) => `${what}   8${n}.000,00`)
        const found = ownersOf(country, count, (id, n, signer) =>
          ['EMPRESA SA', owner(id), ...pay(n), '', signer].join('\n'),
        )
        expect(found).toEqual(nobody)
      }
  },
)

test.each(countries)(
  '%s: a page without amounts is not the signer’s below another’s id or label',
  (country) => {
    for (const head of ['an id without a label', 'an id beside a name', 'a name with its label'] as const)
      for (const signed of ['', 'Nombre: '])
        for (const count of [1, 2, 3])
          expect(
            ownersOf(country, count, (id, _, signer) => `${heads[head](id)}\nConstancia\n${signed}${signer}`),
          ).toEqual(nobody)
  },
)

test('a number under the label of the employee is another employee’s, unless it is the person’s file number', () => {
  const read = (fileNumber: string) => {
    const owner = person({ cuil: idOf.PE(90), fileNumber, lastName: 'Pérez', firstName: 'Juan' })
    const page = pageOf(`Empleado\n30555666\nConstancia\nPEREZ JUAN   DNI: ${owner.cuil}`)
    const [receipt] = readReceipts([page], indexPeople([owner]), rules({ country: 'PE' }))
    return [receipt?.found, receipt?.employeeId === owner.id]
  }
  expect(read('77')).toEqual(['dos_ids', false])
  expect(read('30555666')).toEqual(['listo', true])
})

test('many pages of one id without amounts are for a person to look at', () => {
  const signer = person({ cuil: idOf.AR(90), lastName: 'Pérez', firstName: 'Juan' })
  const pages = [1, 2, 3].map((n) => pageOf(`Constancia ${n}\nZeta Ana\nPEREZ JUAN   CUIL: ${signer.cuil}`))
  expect(readReceipts(pages, indexPeople([signer]), rules())).toMatchObject([{ found: 'repetido' }])
})

test('a certificate that names its own person by label and id is theirs', () => {
  const owner = person({ cuil: idOf.PE(90), lastName: 'Pérez', firstName: 'Juan' })
  for (const text of [
    `Constancia\nNombre: Pérez, Juan   DNI: ${owner.cuil}\nResponsable: Zeta Ana   30555666`,
    `Constancia\nPérez, Juan   DNI: ${owner.cuil}\nNombre del banco: Banco Nuevo\n30555666`,
  ])
    expect(readReceipts([pageOf(text)], indexPeople([owner]), rules({ country: 'PE' }))).toMatchObject([
      { found: 'listo', employeeId: owner.id },
    ])
})
