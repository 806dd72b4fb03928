import { expect, test } from 'vitest'
import { rutOf } from '#demo/ids.ts'
import { cuilOf } from '#server/testing/factories.ts'
import { indexPeople } from '../people.ts'
import { readReceipts } from '../receipts.ts'
import { pageOf, person, rules } from '../testing/pages.ts'
import type { Person, ReadingRules } from '../types.ts'

const named = (lastName: string, firstName: string, dni: string, fileNumber: string) =>
  person({ lastName, firstName, dni, cuil: cuilOf(dni), fileNumber })
const ana = named('Acosta', 'María Inés', '30111222', '4001')
const luis = named('Ríos', 'Luis', '31222333', '4003')
const eva = named('Luna', 'Eva', '32333444', '4004')
const ema = named('Noel', 'Ema', '33444555', '4005')
/** The person who signs, or employs. */
const sol = named('Paz', 'Sol', '28999111', '4002')
const everybody = [ana, luis, eva, ema, sol]

const nameOf = ({ lastName, firstName }: Person) => `${lastName}, ${firstName}`
const own = (one: Person) => `Apellido y nombre: ${nameOf(one)}   C.U.I.L.: ${one.cuil}`
const pay = (n = 1) => `Sueldo   1${n}0.000,00\nHoras   2${n}.000,00\nNeto   12${n}.000,00`

/** The surname of each receipt’s owner; its exception where it has none. */
function read(
  pages: readonly string[],
  people: readonly Person[] = everybody,
  change?: Partial<ReadingRules>,
) {
  const surnames = new Map(people.map(({ id, lastName }) => [id, lastName]))
  return readReceipts(
    pages.map((text) => pageOf(text)),
    indexPeople(people),
    rules(change),
  ).map(({ employeeId, found }) => (employeeId === null ? found : surnames.get(employeeId)))
}

test('an employer who is a person leaves a receipt to its employee', () => {
  const page = `PAZ SOL   CUIT: ${sol.cuil}\n${own(ana)}\n${pay()}`

  expect(read([page], everybody, { employerIds: new Set([sol.cuil]) })).toEqual(['Acosta'])
  // Without their id among the employers' they may be a second employee.
  expect(read([page])).toEqual(['dos_ids'])
})

test('a number of the employer that is no person’s leaves a receipt to its employee', () => {
  const one = person({ lastName: 'Acosta', firstName: 'Ana', cuil: '4123456', dni: '4123456' })
  const page = `Obrajes Documento: 80012345-6\nApellido y nombre: Acosta, Ana   CI: 4.123.456\n${pay()}`

  expect(read([page], [one], { country: 'PY', employerIds: new Set(['80012345-6']) })).toEqual(['Acosta'])
})

test('the owner’s second id between amounts begins no receipt of another', () => {
  expect(read([`${own(ana)}\n${pay()}\nDNI: ${ana.dni}\n${pay(2)}`])).toEqual(['Acosta'])
})

test('a second receipt begins at the id of another, with or without their name, from three amounts below it on', () => {
  for (const head of [`${sol.cuil}   Paz, Sol`, `C.U.I.L.: ${sol.cuil}`])
    expect(read([`${own(ana)}\n${pay()}\n${head}\n${pay(2)}`])).toEqual(['dos_ids'])
  expect(read([`${own(ana)}\n${pay()}\nFirma: Paz, Sol   CUIL ${sol.cuil}\nAjuste   1.000,00`])).toEqual([
    'Acosta',
  ])
})

test('between the amounts of every page a signer is no second employee; on one page alone they are', () => {
  const sign = `Firma: Paz, Sol   CUIL ${sol.cuil}`
  const pages = [ana, luis, eva, ema].map((one, n) => `${own(one)}\n${pay(n)}\n${sign}`)
  const surnames = ['Acosta', 'Ríos', 'Luna', 'Noel']

  expect(read(pages.map((page, n) => `${page}\n${pay(n + 4)}`))).toEqual(surnames)
  expect(read(pages.with(0, `${pages[0]}\n${sol.cuil}   Paz, Sol\n${pay(7)}`))).toEqual(
    surnames.with(0, 'dos_ids'),
  )
})

test('whoever begins a receipt of their own on half of the pages is no signer', () => {
  const more = [named('Ibarra', 'Leo', '34555666', '4006'), named('Juárez', 'Mía', '35666777', '4007')]
  const pages = [ana, luis, eva, ema, ...more].map((one, n) =>
    n < 3 ? `${own(one)}\n${pay(n)}\n28.999.111   Paz, Sol\n${pay(n + 4)}` : `${own(one)}\n${pay(n)}`,
  )

  expect(read(pages, [...everybody, ...more])).toEqual([
    'dos_ids',
    'dos_ids',
    'dos_ids',
    'Noel',
    'Ibarra',
    'Juárez',
  ])
})

test('the end of a receipt right above an id belongs to somebody else', () => {
  const end = 'Jubilación   9.000,00\nNeto a cobrar   86.000,00'
  const next = 'Sueldo   100.000,00\nHoras   20.000,00\nPremio   5.000,00\nNeto a cobrar   125.000,00'

  expect(read([`${end}\n${own(ana)}\n${next}`])).toEqual(['dos_ids'])
  expect(read([`${own(ana)}\n${next}`])).toEqual(['Acosta'])
})

test('a number of every page is nobody’s, though one page names its person', () => {
  const pages = [ana, luis, eva, ema].map((one, n) => `28.999.111   RRHH\n${own(one)}\n${pay(n)}`)

  expect(read(pages.with(0, `${pages[0]}\nReemplaza a   Paz, Sol`))).toEqual([
    'Acosta',
    'Ríos',
    'Luna',
    'Noel',
  ])
})

test('a company’s number, or one that misfits, leaves a receipt to its employee', () => {
  const dotted = (id: string) => id.replace(/^(\d+)(\d{3})(\d{3})(.)$/, '$1.$2.$3-$4')
  const one = person({ lastName: 'Acosta', firstName: 'Ana', cuil: rutOf('12111222'), dni: '' })
  const head = `Nombre: Acosta, Ana   RUT: ${dotted(one.cuil)}`
  const company = `Mutual ACHS   ${dotted(rutOf('76111222'))}`

  for (const page of [
    `${head}\n${pay()}\n${company}\n${pay()}`,
    `${company}\n${head}\nConstancia`,
    `Folleto   12.333.444-0\n${head}\nConstancia`,
  ])
    expect(read([page], [one], { country: 'CL' })).toEqual(['Acosta'])
})

const juan = person({ lastName: 'Pérez', firstName: 'Juan', cuil: '41234567', dni: '41234567' })

test.each([
  ['above amounts', 'Trámite 30555666\nNombre: Pérez, Juan   DNI: 41234567\nNeto   900,00'],
  ['between id and name', 'Constancia\nDNI: 41234567\nTrámite 30555666\nNombre: Pérez, Juan'],
  ['between name and id', 'Nombre: Pérez, Juan\nTrámite 30555666\nDNI: 41234567'],
  ['beside both', 'Nombre: Pérez, Juan   DNI: 41234567   30555666\nConstancia'],
  ['with another label', 'Teléfono 30555666\nNombre: Pérez, Juan   DNI: 41234567\nConstancia'],
])('a number without a label %s leaves a paper to its person', (_, page) => {
  expect(read([page], [juan], { country: 'PE' })).toEqual(['Pérez'])
})

/** Heads of papers that another employee, or a stranger, has signed below. */
const headsOfOthers = [
  '32333444',
  'Trabajador\n32333444',
  '32333444   Evangelina L. de Sosa',
  'Legajo: 4004',
  'Legajo\n4004',
  'Legajo: 9999\nZeta Bruno',
]

test.each(headsOfOthers)('a paper without amounts that begins with %j is not of whoever signs it', (head) => {
  const signed = `Constancia de trabajo\n\nPAZ SOL   CUIL: ${sol.cuil}`

  for (const people of [everybody, [sol]]) expect(read([`${head}\n${signed}`], people)).not.toEqual(['Paz'])
  expect(read([signed])).toEqual(['Paz'])
})

test('a file number above an employee’s name and id counts where it is of nobody else', () => {
  const paper = (number: string) => `Legajo: ${number}\n${own(ana)}\nConstancia de trabajo`

  expect(['4001', '04001', '9999', '4004'].map((number) => read([paper(number)])[0])).toEqual([
    'Acosta',
    'Acosta',
    'Acosta',
    'nombre_distinto',
  ])
})

test.each([
  ['above', (called: string, id: string) => `${called}\n${id}`],
  ['beside', (called: string, id: string) => `${called}   ${id}`],
  ['below', (called: string, id: string) => `${id}\n${called}`],
])(
  'a label %s the id says that the employee is somebody else, unless one says that it is the owner',
  (_, head) => {
    const read1 = (called: string, foot: string) =>
      read([`${head(called, `CUIL: ${ana.cuil}`)}\n${pay()}\n\n${foot}`])

    for (const called of ['Empleado: Bruno Sosa', 'Apellido y nombre: Sosa, Bruno', 'Empleado: Paz Sol'])
      expect(read1(called, 'Acosta María Inés')).toEqual(['nombre_distinto'])
    for (const foot of ['Sosa Bruno', 'Empleador\nNombre: Sosa, Bruno'])
      expect(read1('Empleado: María Inés Acosta', foot)).toEqual(['Acosta'])
    expect(read1('Empleado', 'Acosta María Inés')).toEqual(['Acosta'])
  },
)

test.each(['Empleado', 'Trabajadora', 'Colaborador(a)', 'Funcionário'])(
  'a name beside the label “%s” below the amounts says that the employee is somebody else, unless a label says that it is the owner',
  (label) => {
    const read1 = (head: string, foot: string) => read([`${head}   CUIL: ${ana.cuil}\n${pay()}\n\n${foot}`])

    for (const caption of [label, `Firma del ${label}`])
      expect(read1('Acosta María Inés', `${caption}: Sosa Bruno`)).toEqual(['nombre_distinto'])
    expect(read1('Nombre: Acosta María Inés', `${label}: Sosa Bruno`)).toEqual(['Acosta'])
    for (const foot of [
      'Representante legal',
      'Huella digital',
      ': recibí conforme',
      ': Sosa',
      ': María Inés Acosta',
    ])
      for (const caption of [label, `Firma del ${label}`])
        expect(read1('Acosta María Inés', `${caption}   ${foot}`)).toEqual(['Acosta'])
  },
)

test.each([
  'Empleado/a',
  'Empleado(a)',
  'TRABAJADOR (A)',
  'Colaborador(a)',
  'Funcionário(a)',
  'Señor/a',
  'Nombre/s y Apellido/s',
  'Nome do(a) funcionário(a)',
  'Nombre del/la empleado/a',
])('the label “%s” tells the name of the employee', (label) => {
  for (const gap of [': ', ' ']) {
    expect(read([`${label}${gap}Sosa Bruno\nAcosta María Inés   CUIL: ${ana.cuil}\n${pay()}`])).toEqual([
      'nombre_distinto',
    ])
    expect(read([`${label}${gap}Acosta María Inés   CUIL: ${ana.cuil}\n${pay()}`])).toEqual(['Acosta'])
  }
})

test('receipts of one person whom others approve at the head are not the others’, unless labels say so', () => {
  const cuil = cuilOf('27888999')
  const head = `Apellido y nombre: Rey, Leo   C.U.I.L.: ${cuil}`
  const beside = (one: Person) => `${nameOf(one)}   CUIL ${one.cuil}`
  const pages = (top: string, line: (one: Person) => string) =>
    [luis, eva, ema].map((one, n) => `${top}\n${line(one)}\n${pay(n)}`)
  const surnames = ['Ríos', 'Luna', 'Noel']

  for (const people of [everybody, [...everybody, named('Rey', 'Leo', '27888999', '4010')]])
    expect(read(pages(head, beside), people)).toEqual(surnames.map(() => 'nombre_distinto'))
  expect(read(pages(head, own))).toEqual(surnames)
  // Without a name, or with the number of the employer, the head is not an employee's.
  expect(read(pages(`Oficina   C.U.I.L.: ${cuil}`, beside))).toEqual(surnames)
  expect(read(pages(head, beside), everybody, { employerIds: new Set([cuil]) })).toEqual(surnames)
})
