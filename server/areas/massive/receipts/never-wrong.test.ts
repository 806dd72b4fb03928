import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cuilOf } from '#server/testing/factories.ts'
import { indexPeople } from './people.ts'
import { nameWords } from './plain.ts'
import { readReceipts } from './receipts.ts'
import { pageOf, person, rules } from './testing/pages.ts'
import type { Person } from './types.ts'

const surname = fc.constantFrom(
  'Pérez',
  'Gómez',
  'de la Cruz',
  'Rodríguez Sosa',
  'Muñoz',
  "D'Angelo",
  'San Martín',
  'Mendoza',
)
const firstName = fc.constantFrom(
  'Juan',
  'María José',
  'Martín',
  'Ana',
  'Luis Alberto',
  'Ángel',
  'Sol',
  'Juan Martín',
)
const dni = fc.integer({ min: 5_000_000, max: 60_000_000 }).map(String)
const people = fc
  .uniqueArray(fc.record({ dni, surname, firstName }), {
    minLength: 2,
    maxLength: 6,
    selector: (one) => one.dni,
  })
  .map((all) =>
    all.map((one, at) =>
      person({
        dni: one.dni,
        cuil: cuilOf(one.dni),
        lastName: one.surname,
        firstName: one.firstName,
        fileNumber: String(9000 + at),
      }),
    ),
  )

const dotted = (id: string) => id.replace(/\B(?=(\d{3})+(?!\d))/g, '.')
/** All the ways in which papers write a CUIL. */
const writings: ((cuil: string) => string)[] = [
  (id) => id,
  (id) => `${id.slice(0, 2)}-${id.slice(2, 10)}-${id.slice(10)}`,
  (id) => `${id.slice(0, 2)} ${id.slice(2, 10)} ${id.slice(10)}`,
  (id) => `${id.slice(0, 2)}-${dotted(id.slice(2, 10))}-${id.slice(10)}`,
  (id) => `${id.slice(0, 2)} - ${id.slice(2, 10)} - ${id.slice(10)}`,
  (id) => `${id.slice(0, 2)}.${id.slice(2, 10)}.${id.slice(10)}`,
  (id) => [...id].join(' '),
]
const writing = fc.constantFrom(...writings)
const names: ((one: Person) => string)[] = [
  (one) => `${one.lastName}, ${one.firstName}`,
  (one) => `${one.firstName} ${one.lastName}`,
  (one) => `${one.lastName} ${one.firstName}`.toUpperCase(),
  (one) => `${one.lastName}, ${one.firstName}`.normalize('NFD'),
  (one) => `${one.lastName} ${one.firstName}`.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
]
const naming = fc.constantFrom(...names)
/** Where name and id stand: beside their labels, under them, and without any. */
const layouts: ((name: string, id: string) => string)[] = [
  (name, id) => `Apellido y nombre: ${name}    CUIL: ${id}\nSueldo  1.250.000,00`,
  (name, id) =>
    `Legajo  Apellido y Nombre${' '.repeat(30)}C.U.I.L.\n9999    ${name.padEnd(55 - 8)}${id}\nNeto 12.345,67`,
  (name, id) => `Trabajador\n${name}\nDocumento CUIL N° ${id}`,
  (name, id) => `${name}    ${id}\nSueldo basico  1.000,00`,
  (name, id) => `CUIL ${id}\nNombre ${name}\nTel. 4567-8901`,
  (name, id) => `Apellido: ${name.split(/, ?| /)[0]}\nNombre: ${name}\nCUIL: ${id}`,
]
const layout = fc.constantFrom(...layouts)

test('an id with its own name is found however both are written', () => {
  fc.assert(
    fc.property(people, writing, naming, layout, ([own, ...others], write, say, lay) => {
      fc.pre(own !== undefined && !sameNames(own, others))
      const [receipt] = readReceipts(
        [pageOf(lay(say(own), write(own.cuil)))],
        indexPeople([own, ...others]),
        rules(),
      )
      expect(receipt).toMatchObject({ found: 'listo', employeeId: own.id })
    }),
    { numRuns: 400 },
  )
})

test('an id with the name of another never goes to anybody', () => {
  fc.assert(
    fc.property(
      people,
      writing,
      naming,
      layout,
      fc.boolean(),
      ([own, other, ...more], write, say, lay, known) => {
        fc.pre(own !== undefined && other !== undefined && !couldBe(own, other))
        const index = indexPeople(known ? [own, other, ...more] : [own])
        const [receipt] = readReceipts([pageOf(lay(say(other), write(own.cuil)))], index, rules())
        expect(receipt?.found).not.toBe('listo')
      },
    ),
    { numRuns: 600 },
  )
})

test('two people’s ids on one page are for a person to look at', () => {
  fc.assert(
    fc.property(people, writing, naming, layout, layout, ([own, other, ...more], write, say, lay, again) => {
      fc.pre(own !== undefined && other !== undefined)
      const text = `${lay(say(own), write(own.cuil))}\n\n${again(say(other), write(other.cuil))}`
      const [receipt] = readReceipts([pageOf(text)], indexPeople([own, other, ...more]), rules())
      expect(receipt?.found).not.toBe('listo')
    }),
    { numRuns: 600 },
  )
})

test('two receipts above each other on one page are for a person to look at', () => {
  const amounts = ['Sueldo', 'Horas', 'Bono', 'Total'].map((word) => `${word}   345.678,00`).join('\n')
  fc.assert(
    fc.property(
      people,
      fc.boolean(),
      writing,
      naming,
      layout,
      ([own, other, ...more], known, write, say, lay) => {
        fc.pre(own !== undefined && other !== undefined && !couldBe(own, other))
        const half = (one: Person) => `${lay(say(one), write(one.cuil))}\n${amounts}`
        const index = indexPeople(known ? [own, other, ...more] : [own, ...more])
        const [receipt] = readReceipts([pageOf(`${half(own)}\n\n${half(other)}`)], index, rules())
        expect(receipt?.found).not.toBe('listo')
      },
    ),
    { numRuns: 600 },
  )
})

test('amounts, telephones, accounts and dates that equal an id are none, where the country has no check digits', () => {
  const places: ((id: string) => string)[] = [
    (id) => `Neto a pagar S/ ${id}`,
    (id) => `Total ${dotted(id)}`,
    (id) => `Neto ${id}.00`,
    (id) => `Teléfono: ${id}`,
    (id) => `Cuenta de ahorros N° ${id}`,
    (id) => `CCI 00219100${id}1234`,
    (id) => `Código de operación ${id}`,
    (id) => `Teléfono  Banco\n${id}  BCP`,
    (id) => `Sueldo  ${id.slice(0, 2)},${id.slice(2, 5)},${id.slice(5)}.00`,
  ]
  const id = fc.integer({ min: 10_000_000, max: 99_999_999 }).map(String)
  fc.assert(
    fc.property(id, id, fc.constantFrom(...places), naming, (own, trap, place, say) => {
      fc.pre(own !== trap)
      const one = person({ cuil: own, dni: own, lastName: 'Quispe', firstName: 'Rosa' })
      const other = person({ cuil: trap, dni: trap, lastName: 'Quispe', firstName: 'Rosa Elena' })
      const text = `Trabajador: ${say(one)}\nDNI: ${own}\n\n\n\n${place(trap)}`
      const [receipt] = readReceipts([pageOf(text)], indexPeople([one, other]), rules({ country: 'PE' }))
      expect(receipt).toMatchObject({ found: 'listo', employeeId: one.id })
      const alone = readReceipts(
        [pageOf(`Trabajador: ${say(other)}\n\n\n\n${place(trap)}`)],
        indexPeople([one, other]),
        rules({ country: 'PE' }),
      )
      expect(alone[0]?.employeeId).toBeNull()
    }),
    { numRuns: 600 },
  )
})

test('the signer of every receipt gets none where the owners can’t be read', () => {
  // Neither the label nor the place says whose these are.
  const heads: ((name: string, id: string) => string)[] = [
    (name, id) => `${name}     ${id}`,
    (name, id) => `Código: ${id}\n${name}`,
    (name, id) => `Sr. ${name}\nFiliación ${id}`,
    (name, id) => `${name}        ${id}\nAPELLIDO Y NOMBRE        DOCUMENTO`,
    (name) => name,
    () => 'Liquidación mensual',
  ]
  const signatures: ((name: string, id: string) => string)[] = [
    (name, id) => `${name}\nC.C. ${id}`,
    (name, id) => `Por la empresa: ${name}  C.C. ${id}`,
    (name, id) => `Aprobado: ${name} C.C. ${id}`,
    (name, id) => `Encargada de RRHH\n${name}\nCédula ${id}`,
    (name, id) => `Firma\nApellido y nombre: ${name}\nC.C. ${id}`,
    (name, id) => `Nombre: ${name}   Cédula: ${id}`,
    (name, id) => `Empleado: ${id} - ${name}`,
  ]
  const id = fc.integer({ min: 1_000_000_000, max: 1_199_999_999 }).map(String)
  const someone = fc.record({ id, surname, firstName, known: fc.boolean(), amount: fc.nat(899) })
  fc.assert(
    fc.property(
      fc.uniqueArray(someone, { minLength: 2, maxLength: 5, selector: (one) => one.id }),
      fc.constantFrom(...heads),
      fc.constantFrom(...signatures),
      naming,
      ([signer, ...others], head, sign, say) => {
        const made = (one: typeof signer & {}) =>
          person({ cuil: one.id, dni: one.id, lastName: one.surname, firstName: one.firstName })
        fc.pre(signer !== undefined)
        const boss = made(signer)
        const rest = others.map((one) => ({ ...one, person: made(one) }))
        fc.pre(!rest.some((one) => couldBe(one.person, boss) || couldBe(boss, one.person)))
        const pages = rest.map((one) =>
          pageOf(
            `CAFÉS S.A.S.\n${head(say(one.person), one.id)}\n\n` +
              ['Sueldo', 'Horas', 'Bono', 'Total']
                .map((word) => `${word}   ${100 + one.amount}.000,00`)
                .join('\n') +
              `\n\n${sign(say(boss), dotted(boss.cuil))}`,
          ),
        )
        const known = rest.filter((one) => one.known).map((one) => one.person)
        const receipts = readReceipts(pages, indexPeople([boss, ...known]), rules({ country: 'CO' }))
        for (const { found, employeeId } of receipts)
          if (found === 'listo') expect(employeeId).not.toBe(boss.id)
      },
    ),
    { numRuns: 600 },
  )
})

/** Whether a name could be this person's: one of its surnames and one of its first names are in it. */
function couldBe(one: Person, named: Person): boolean {
  const words = [...nameWords(named.lastName), ...nameWords(named.firstName)]
  const surnames = nameWords(one.lastName).filter((word) => words.includes(word))
  const firstNames = nameWords(one.firstName).filter((word) => words.includes(word))
  return surnames.length > 0 && firstNames.length > 0
}

function sameNames(one: Person, others: readonly Person[]): boolean {
  return others.some((other) => couldBe(one, other) || couldBe(other, one))
}
