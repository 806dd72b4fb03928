import { describe, expect, test } from 'vitest'
import type { Country } from '#contract/fields.ts'
import { indexPeople } from './people.ts'
import { readReceipts } from './receipts.ts'
import { pageOf, person, rules } from './testing/pages.ts'

/** Receipts of countries as payroll programs lay them out, each read with its likely traps. */
const layouts: {
  name: string
  country: Country
  period: string
  cuil: string
  dni?: string
  first: string
  last: string
  text: string
}[] = [
  {
    name: 'AR, head over values, last deposit of another month',
    country: 'AR',
    period: '2026-10-01',
    cuil: '20287145366',
    dni: '28714536',
    first: 'Juan Carlos',
    last: 'Pérez',
    text: `
METALURGICA DEL SUR S.A.            CUIT: 30-70912684-5
Av. Rodriguez 1234 - Lanus
RECIBO DE HABERES         Periodo: 10/2026
Legajo   Apellido y Nombre            C.U.I.L.         Fecha Ingreso
00412    PEREZ, JUAN CARLOS           20-28714536-6    01/03/2015
Concepto                Unidades   Haberes        Deducciones
Sueldo basico           30,00      1.250.000,00
Jubilacion              11,00                     137.500,00
Ultimo deposito: periodo 09/2026 Banco Nacion 12/10/2026
CBU 0110599520000001234567`,
  },
  {
    name: 'BR',
    country: 'BR',
    period: '2026-10-01',
    cuil: '52998224725',
    dni: '123456789',
    first: 'João',
    last: 'da Silva Santos',
    text: `
COMERCIAL PAULISTA LTDA          CNPJ: 12.345.678/0001-95
Recibo de Pagamento de Salário   Mês/Ano: Outubro/2026
Código  Nome do Funcionário            CBO     Local  Admissão
000123  JOÃO DA SILVA SANTOS           411010  1      01/02/2020
CPF: 529.982.247-25     PIS: 120.55689.32-1
Conta: 12345-6 Agência 0001`,
  },
  {
    name: 'CL, both with the same label',
    country: 'CL',
    period: '2026-10-01',
    cuil: '123456785',
    first: 'María José',
    last: 'González Tapia',
    text: `
LIQUIDACION DE SUELDO     OCTUBRE 2026
Empresa: Servicios Andinos SpA       RUT: 76.086.428-5
Nombre : GONZALEZ TAPIA MARIA JOSE   RUT : 12.345.678-5
Cargo : Analista                     Fono: 9 8765 4321
Fecha Ingreso: 01/04/2019
Sueldo Base       $ 1.234.567`,
  },
  {
    name: 'MX, period as a span',
    country: 'MX',
    period: '2026-10-01',
    cuil: 'VECJ880326XK4',
    dni: '12345678903',
    first: 'Jorge',
    last: 'Vela Cruz',
    text: `
ACEROS DEL NORTE SA DE CV   RFC: ANO010203AB1   Registro Patronal: Y5412345108
Recibo de Nómina  Periodo del 01/10/2026 al 15/10/2026
No. Empleado: 77   Nombre: JORGE VELA CRUZ
RFC: VECJ-880326-XK4    CURP: VECJ880326HDFLRR09   NSS: 12345678903
UUID: 6f1c2b3a-1234-4abc-9def-123456789012
CLABE 012345678901234567`,
  },
  {
    name: 'PE, no check digit',
    country: 'PE',
    period: '2026-10-01',
    cuil: '45678912',
    first: 'Rosa Elvira',
    last: 'Quispe Mamani',
    text: `
TEXTILES LIMA S.A.C.     RUC 20123456789
BOLETA DE PAGO  MES: OCTUBRE  AÑO: 2026
Trabajador: QUISPE MAMANI, ROSA ELVIRA
Documento: DNI 45678912    Tipo: Empleado
Cuenta BCP 19145678913      Teléfono 45678914
Neto a pagar  S/ 45678.91`,
  },
  {
    name: 'UY',
    country: 'UY',
    period: '2026-10-01',
    cuil: '12345672',
    first: 'Ana Laura',
    last: 'Rodríguez',
    text: `
ESTANCIA LA PALMA S.R.L.   RUT: 212345670018   BPS 1234567
Recibo de sueldo  OCT/2026
Nombre: Rodríguez, Ana Laura     C.I.: 1.234.567-2
Cargo: Peón    Ingreso 03/2018`,
  },
  {
    name: 'CO',
    country: 'CO',
    period: '2026-10-01',
    cuil: '1023456789',
    first: 'Luis Fernando',
    last: 'Ospina Restrepo',
    text: `
COMPROBANTE DE NOMINA   Octubre de 2026
CAFETEROS S.A.S.  NIT 900.123.456-7
Empleado: LUIS FERNANDO OSPINA RESTREPO
C.C. 1.023.456.789    Tel 3001234567
Salario 2.345.678`,
  },
  {
    name: 'EC',
    country: 'EC',
    period: '2026-10-01',
    cuil: '1710034065',
    first: 'Carmen',
    last: 'Andrade',
    text: `
ROL DE PAGOS     MES: Octubre 2026
FLORES DEL VALLE CIA LTDA  RUC: 1790012345001
Nombres: ANDRADE CARMEN     Cédula: 171003406-5`,
  },
  {
    name: 'CO, id and name in one value',
    country: 'CO',
    period: '2026-10-01',
    cuil: '1023456789',
    first: 'Luis Fernando',
    last: 'Ospina Restrepo',
    text: `
COMPROBANTE DE NOMINA   Octubre de 2026
Empleado: 1023456789 - OSPINA RESTREPO LUIS FERNANDO     Cuenta: 3001234567
Salario 2.345.678`,
  },
  {
    name: 'CR, the same under its label',
    country: 'CR',
    period: '2026-10-01',
    cuil: '102340567',
    first: 'Ana',
    last: 'Mora Solís',
    text: `
Comprobante de pago octubre 2026
Colaborador                         Puesto
1-0234-0567 MORA SOLIS ANA          Analista
Salario ordinario 345.678,00`,
  },
  {
    name: 'EC, a head far above, with nothing between; who approves stands at the foot',
    country: 'EC',
    period: '2026-10-01',
    cuil: '1710034065',
    first: 'Carmen',
    last: 'Andrade Mora',
    text: `
ROL DE PAGOS     MES: Octubre 2026
No.    CEDULA          APELLIDOS Y NOMBRES



12     1710034065      ANDRADE MORA CARMEN
Aprobado: Pedro Rodriguez C.C. 0102030405`,
  },
  {
    name: 'CL, dots to the value and an account by the name of the id',
    country: 'CL',
    period: '2026-10-01',
    cuil: '123456785',
    first: 'María José',
    last: 'González Tapia',
    text: `
LIQUIDACION DE SUELDO     OCTUBRE 2026
NOMBRE DEL TRABAJADOR .............................: GONZALEZ TAPIA MARIA JOSE
R.U.T. N° .........................................: 12.345.678-5
Sueldo Base       $ 1.234.567
Depositado en cuenta RUT N° 8765432101`,
  },
  {
    name: 'CR, a label whose letters stand apart',
    country: 'CR',
    period: '2026-10-01',
    cuil: '102340567',
    first: 'Ana',
    last: 'Mora Solís',
    text: `
Comprobante de pago octubre 2026
N O M B R E                        Mora Solís Ana
I D E N T I F I C A C I Ó N        1-0234-0567
Salario ordinario 345.678,00`,
  },
  {
    name: 'BR, a dependant of nobody known',
    country: 'BR',
    period: '2026-10-01',
    cuil: '52998224725',
    first: 'João',
    last: 'da Silva Santos',
    text: `
Recibo de Pagamento de Salário   Mês/Ano: Outubro/2026
Nome do Funcionário: JOÃO DA SILVA SANTOS
CPF: 529.982.247-25
Dependentes IR: SANTOS, ANA CPF 111.444.777-35`,
  },
  {
    name: 'PE, a table of relatives',
    country: 'PE',
    period: '2026-10-01',
    cuil: '45678912',
    first: 'Rosa Elvira',
    last: 'Quispe Mamani',
    text: `
BOLETA DE PAGO  MES: OCTUBRE  AÑO: 2026
APELLIDOS     QUISPE MAMANI
NOMBRES       ROSA ELVIRA
DNI / C.E.    45678912
Derechohabiente           Vínculo    Tipo doc.   Nro. documento
Quispe, Ana               Hijo(a)    DNI         78912345`,
  },
  {
    name: 'CL, the check digit in a place of its own',
    country: 'CL',
    period: '2026-10-01',
    cuil: '123456785',
    first: 'María José',
    last: 'González Tapia',
    text: `
LIQUIDACIÓN DE SUELDO   Octubre 2026
Nombre: María José González Tapia     R.U.N.        D.V.
                                      12.345.678    5
Sueldo base 1.345.678`,
  },
]

describe('a receipt goes to its employee', () => {
  test.each(layouts)('$name', ({ country, period, cuil, dni, first, last, text }) => {
    const own = person({ cuil, dni: dni ?? cuil, firstName: first, lastName: last })
    const people = indexPeople([
      own,
      // People whose ids also appear on other people's pages, as accounts and telephones.
      person({ cuil: '45678914', lastName: 'Vargas', firstName: 'Pedro' }),
      person({ cuil: '3001234567', lastName: 'Restrepo', firstName: 'Ana' }),
      person({ lastName: 'Rodríguez', firstName: 'Pedro' }),
    ])
    const [receipt, ...more] = readReceipts([pageOf(text)], people, rules({ country, period }))
    expect(more).toEqual([])
    expect(receipt).toMatchObject({ found: 'listo', employeeId: own.id, suggestedId: null })
    expect(receipt?.months).toContain(period)
  })
})

/** As a payroll of Brazil has them: heads over values, the name before the id. */
const holerite = (name: string, cpf: string, number = '') =>
  pageOf(`
CAFÉS DO SUL LTDA                         CNPJ  41.782.365/0001-00
Nome do empregado          CPF               Matrícula   Competência
${name.padEnd(27)}${cpf}    ${number.padEnd(12)}11/2026
001  Salário    30 dias    2.480,00`)

describe('of a payroll that is signed by one of its people', () => {
  const everybody = [
    ['Renata', 'Figueiredo', '305.482.917-19'],
    ['Adriano', 'Dias', '575.182.137-88'],
    ['Edson', 'Lopes', '765.015.838-10'],
    ['Rodrigo', 'Alves', '290.253.408-65'],
  ].map(([firstName = '', lastName = '', cpf = ''], at) => ({
    cpf,
    ...person({ firstName, lastName, cuil: cpf.replace(/\D/g, ''), fileNumber: `0010${at}` }),
  }))
  const [signer] = everybody
  const holerites = everybody.map(({ firstName, lastName, cpf }) => holerite(`${firstName} ${lastName}`, cpf))
  const read = (pages: Parameters<typeof readReceipts>[0]) =>
    readReceipts(
      pages,
      indexPeople(everybody),
      rules({
        country: 'BR',
        employerIds: new Set(['41782365000100']),
        signerIds: new Set([signer?.cuil ?? '']),
      }),
    ).map(({ found, employeeId }) => [found, employeeId])

  test('theirs is theirs, and a surname that is a word of labels is no label', () =>
    expect(read(holerites)).toEqual(everybody.map(({ id }) => ['listo', id])))

  test('theirs in a file of its own has their file number, or is for a person to look at', () => {
    const [name, cpf] = ['Renata Figueiredo', signer?.cpf ?? '']
    expect(read([holerite(name, cpf, '00100')])).toEqual([['listo', signer?.id]])
    for (const number of ['', '00102'])
      expect(read([holerite(name, cpf, number)])).toEqual([['sin_id', null]])
  })

  test('their id beside the name of another is nobody’s', () =>
    expect(read([holerite('Eulália Zamudio', signer?.cpf ?? '', '00100'), ...holerites.slice(1)])[0]).toEqual(
      ['sin_id', null],
    ))
})

describe('a receipt is for a person to look at', () => {
  const ana = person({ cuil: '1023456789', firstName: 'Ana María', lastName: 'Mora' })
  const maria = person({ cuil: '1098765432', firstName: 'María Ana', lastName: 'Mora' })
  const read = (text: string, people = [ana, maria]) =>
    readReceipts([pageOf(text)], indexPeople(people), rules({ country: 'CO' })).map(({ found }) => found)

  test.each(['Elaborado por', 'Jefe', 'Autorizado por', 'Beneficiario'])('of the id of %s alone', (label) =>
    expect(read(`Salario 2.345.678\n${label}: 1023456789 - MORA ANA MARIA`)).toEqual(['sin_id']),
  )

  test('where an id beside the word for the employee has the name of another', () =>
    expect(read('Empleado: 1023456789 - MORA MARIA ANA\nSalario 2.345.678')).toEqual(['sin_id']))

  test.each(['MORA MARIA ANA', 'MARIA ANA MORA', 'MORA MARIA ANA Ficha', 'MARIA MORA ANA'])(
    'where its name, %s, has the words of another’s in another order',
    (name) => expect(read(`Nombre: ${name}\nC.C. 1023456789`)).toEqual(['nombre_distinto']),
  )

  test('where a relative’s surname has an apostrophe', () => {
    const debora = person({ cuil: '1055555555', firstName: 'Débora', lastName: "D'Angelo" })
    expect(read("Empresa: D'Angelo\nC.C. 1055555555", [debora])).toEqual(['nombre_distinto'])
  })
})

describe('marks of the preview', () => {
  const ana = person({ cuil: '27287145369', dni: '28714536', firstName: 'Ana', lastName: 'Mora' })
  const text = (month: string) =>
    `Legajo   Apellido y Nombre            C.U.I.L.\n00412    MORA, ANA                    27-28714536-9\nMolinos S.A.   Período: ${month}\nSueldo 345.678,00`
  const marks = (month: string) =>
    readReceipts([pageOf(text(month))], indexPeople([ana]), rules({ period: '2026-10-01' }))[0]?.marks

  test('are the id, the name and the file number, in their places', () => {
    const found = marks('10/2026')
    expect(found?.map(({ kind, text: said }) => [kind, said])).toEqual([
      ['id', '27-28714536-9'],
      ['name', 'MORA, ANA'],
      ['file_number', '00412'],
    ])
    expect(found?.find(({ kind }) => kind === 'file_number')).toMatchObject({
      page: 1,
      x: 10,
      y: 15,
      width: 10,
    })
  })

  test('is the month too, where it is another one', () =>
    expect(marks('09/2026')?.at(-1)).toMatchObject({ kind: 'period', text: 'Período: 09/2026' }))
})
