import { expect, test } from 'vitest'
import { cuilOf } from '#server/testing/factories.ts'
import { indexPeople } from './people.ts'
import { readReceipts } from './receipts.ts'
import { pageOf, person, rules } from './testing/pages.ts'
import type { Person } from './types.ts'

const surnames = ['Acosta', 'Benítez', 'Cabrera', 'Duarte']
const people = surnames.map((lastName, at) => {
  const dni = String(30_111_222 + 1_017 * at)
  return person({ dni, cuil: cuilOf(dni), lastName, firstName: 'Ana', fileNumber: String(700 + at) })
})
const first = ({ lastName, firstName, cuil }: Person, at: number) => `
ACEROS DEL SUR    Hoja 1
Apellido y nombre: ${lastName}, ${firstName}
CUIL: ${cuil}
Sueldo basico       8${at}1.234,00
Horas               1${at}2.345,00`
const second = (_: Person, at: number) => `
ACEROS DEL SUR    Hoja 2
Presentismo         5${at}6.789,00
Neto a cobrar       9${at}0.123,00`
const read = (texts: readonly string[]) =>
  readReceipts(
    texts.map((text) => pageOf(text)),
    indexPeople(people),
    rules(),
  ).map(({ found, employeeId, pages }) => [found, employeeId, pages])

test('a second sheet without a total goes on with the first before it', () => {
  expect(read(people.flatMap((one, at) => [first(one, at), second(one, at)]))).toEqual(
    people.map(({ id }, at) => ['listo', id, [2 * at, 2 * at + 1]]),
  )
})

test('second sheets that follow each other go on with nobody', () => {
  const sheets = [...people.map(first), ...people.map(second)]
  const receipts = read(sheets)
  expect(receipts.flatMap(([, , pages]) => pages)).toEqual(sheets.map((_, at) => at))
  expect(receipts.filter(([, id]) => id !== null).map(([, id, pages]) => [id, pages])).toEqual(
    people.map(({ id }, at) => [id, [at]]),
  )
})

test('a second sheet that names somebody else goes on with nobody', () => {
  const [one, other] = people as [Person, Person]
  const strange = `${second(one, 0)}\nLegajo: ${other.fileNumber}`
  const pairs = people.slice(1).flatMap((own, at) => [first(own, at + 1), second(own, at + 1)])
  expect(read([first(one, 0), strange, ...pairs])[0]).toEqual(['listo', one.id, [0]])
})

test('a later page goes on with nobody where a label says that its employee is somebody else, even of no roster', () => {
  const [one] = people as [Person]
  const strange = ['Apellido y nombre: Sosa, Bruno', 'Empleado: Bruno Sosa']
  const own = ['Apellido y nombre: Acosta, Ana', 'Categoría: Empleado', 'Cónyuge: Bruno Sosa']
  const pay = 'Presentismo   56.789,00\nNeto a cobrar   90.123,00'
  const tied: ((line: string) => string[])[] = [
    (line) => [`Hoja 1 de 2\n${first(one, 0)}`, `Hoja 2 de 2\n${line}\n${pay}`],
    (line) => [`${first(one, 0)}\nLegajo: 700`, `${line}\nLegajo: 700\n${pay}`],
    (line) => [`${first(one, 0)}\nTransporte   93.579,00`, `Transporte   93.579,00\n${line}\n${pay}`],
  ]
  const pagesOf = (line: string) => tied.map((texts) => read(texts(line))[0]?.[2])

  for (const line of own) expect([line, pagesOf(line)]).toEqual([line, tied.map(() => [0, 1])])
  for (const line of strange) expect([line, pagesOf(line)]).toEqual([line, tied.map(() => [0])])
})
