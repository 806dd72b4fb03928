import { expect, test } from 'vitest'
import { cuilOf } from '#server/testing/factories.ts'
import { indexPeople } from './people.ts'
import { readReceipts } from './receipts.ts'
import { pageOf, person, rules } from './testing/pages.ts'

const one = person({
  lastName: 'Acosta',
  firstName: 'María Inés',
  cuil: cuilOf('30111222'),
  fileNumber: '4001',
})
const signer = person({
  lastName: 'Paz',
  firstName: 'Sol',
  dni: '28999111',
  cuil: cuilOf('28999111'),
  fileNumber: '4002',
})
const stranger = { name: 'Bruno Sosa', cuil: cuilOf('27333444') }

const amounts = 'Sueldo   100.000,00\nHoras   20.000,00\nJubilación   11.000,00\nNeto   109.000,00'
const own = `Apellido y nombre: Acosta, María Inés   C.U.I.L.: ${one.cuil}`

/** The receipts of a file: their pages, what was found of each and whose it is. */
function read(pages: readonly string[], employer?: string) {
  const receipts = readReceipts(
    pages.map((text) => pageOf(text)),
    indexPeople([one, signer]),
    rules({ country: 'AR', employerIds: new Set(employer ? [employer] : []) }),
  )
  return receipts.map(({ pages: of, found, employeeId }) => [of.length, found, employeeId])
}

test('a later sheet that names nobody but who signs is not the signer’s', () => {
  const rows = 'Transporte   109.000,00\nNeto   1.000,00'
  const named = `Nombre: Paz, Sol   Documento: ${signer.cuil}`
  const read2 = (later: string) => read([`${own}\n${amounts}`, `Hoja 2 de 2\n${later}`])[1]

  expect(read2(`${rows}\n${named}`)).toEqual([1, 'nombre_distinto', null])
  expect(read2(`${named}\n${rows}`)).toEqual([1, 'pagina_suelta', null])
})

test('a name with a DNI of nobody here is of a namesake', () => {
  const page = (dni: string) => `Apellido y nombre: Paz, Sol   DNI: ${dni}\n${amounts}`

  expect(read([page('28.999.111')])).toEqual([[1, 'listo', signer.id]])
  expect(read([page('31.222.333')])).toEqual([[1, 'desconocido', null]])
})

test('the receipt of an employer who is a person is not given to who signs it', () => {
  const page = `Por la presente el Sr. ${stranger.name}, con documento ${stranger.cuil}, recibe\n${amounts}\nNombre: Paz, Sol   Documento: ${signer.cuil}`

  const [receipt] = read([page], stranger.cuil)

  expect(receipt).toEqual([1, 'dos_ids', null])
})

test('a page on which a second receipt begins is nobody’s, even without a label for its owner', () => {
  const page = `${own}\n${amounts}\n\n${stranger.cuil}   ${stranger.name}\n${amounts}`

  expect(read([page])).toEqual([[1, 'dos_ids', null]])
})

test('a page on which another employee’s name and DNI stand without a label is nobody’s', () => {
  const page = (line: string) => `${own}\n${line}\n${amounts}`

  expect(read([page('Paz, Sol')])).toEqual([[1, 'listo', one.id]])
  expect(read([page('Paz, Sol   28.999.111')])).toEqual([[1, 'dos_ids', null]])
})

test('an id with points that ends one page and begins the next is no total that goes on', () => {
  const page = `${own}\n${amounts}\nFirma: Bruno Sosa   27.333.444`
  const next = `Bruno Sosa   27.333.444\n${amounts}`

  expect(read([page, next])[0]).toEqual([1, 'listo', one.id])
})

test('a page with only the name of the previous receipt’s owner may be a namesake’s', () => {
  const next = `Acosta, María Inés   4777\n${amounts}`

  expect(read([`${own}\n${amounts}`, next])[0]).toEqual([1, 'listo', one.id])
})

test('two receipts of one person on neighbouring pages are two, the second for a person to look at', () => {
  const bonus = 'Aguinaldo   50.000,00\nJubilación   5.500,00\nNeto   44.500,00'

  expect(read([`${own}\n${amounts}`, `${own}\n${bonus}`])).toEqual([
    [1, 'listo', one.id],
    [1, 'repetido', one.id],
  ])
})

test('a copy of a receipt, and a sheet that takes over its total, go on with it', () => {
  const rest = `${own}\nTransporte   109.000,00\nAjuste   1.000,00\nNeto   110.000,00`

  expect(read([`${own}\n${amounts}`, `${own}\n${amounts}`])).toEqual([[2, 'listo', one.id]])
  expect(read([`${own}\n${amounts}`, rest])).toEqual([[2, 'listo', one.id]])
})

test('the end of a receipt above the id of another is no part of the other', () => {
  const begun = `${own}\nSueldo   90.000,00\nHoras   7.000,00`
  const end = 'Jubilación   9.000,00\nObra social   2.000,00\nNeto a cobrar   86.000,00'
  const next = `${amounts}\nApellido y nombre: Paz, Sol   C.U.I.L.: ${signer.cuil}`

  expect(read([begun, `${end}\n${next}`])).toEqual([
    [1, 'texto_dudoso', one.id],
    [1, 'dos_ids', null],
  ])
})

test('a name with one word more than the employee’s is of somebody else, however short the file', () => {
  const page = `Apellido y nombre: Paz, Sol Delfina   C.U.I.L.: ${signer.cuil}\n${amounts}`

  expect(read([page])).toEqual([[1, 'nombre_distinto', null]])
})

test('receipts of one person that others approve by turns are not the others’', () => {
  const pages = ['31222333', '32333444', '33444555'].map((dni, at) => {
    const approver = person({
      lastName: 'Luna',
      firstName: ['Eva', 'Ana', 'Sol'][at] ?? '',
      dni,
      cuil: cuilOf(dni),
    })
    const amounts = `Sueldo   1${at}1.000,00\nHoras   2${at}.000,00\nNeto   1${at}9.000,00`
    const sign = `Autoriza: ${approver.lastName}, ${approver.firstName}   CUIL ${approver.cuil}`
    return { approver, text: `${own}\n${amounts}\n${sign}` }
  })
  const approvers = pages.map(({ approver }) => approver)
  // They may be of somebody whom the roster lacks.
  for (const roster of [[one, ...approvers], approvers]) {
    const receipts = readReceipts(
      pages.map(({ text }) => pageOf(text)),
      indexPeople(roster),
      rules(),
    )

    expect(receipts.map(({ found, employeeId }) => [found, employeeId])).toEqual(
      approvers.map(() => ['nombre_distinto', null]),
    )
  }
})
