import { expect, test } from 'vitest'
import type { Country } from '#contract/fields.ts'
import { closedValue, columnsOfHeader, templateFields, titlesOf, unknownColumns } from './columns.ts'

test.each<[string[], (string | null)[]]>([
  [
    ['CUIL', 'Apellido', 'NOMBRE', 'Legajo', 'Ingreso'],
    ['cuil', 'apellido', 'nombre', 'numero_legajo', 'fecha_contratacion'],
  ],
  [
    ['cuil', 'Apellidos', 'Nombres', 'fecha_nacimiento', 'Fecha de ingreso', 'E-mail'],
    ['cuil', 'apellido', 'nombre', 'fecha_nacimiento', 'fecha_contratacion', 'mail'],
  ],
  [
    ['cuil', 'numero legajo', 'Data de admissão', 'Data de nascimento', 'email'],
    ['cuil', 'numero_legajo', 'fecha_contratacion', 'fecha_nacimiento', 'mail'],
  ],
  [
    ['CUIL', 'Puesto'],
    ['cuil', 'cargo'],
  ],
  [
    ['Fila', 'Motivo', 'Cuil', 'Talle', 'Fecha de nacimiento'],
    [null, null, 'cuil', null, 'fecha_nacimiento'],
  ],
])('the columns of %j are those fields', (header, fields) => {
  expect(columnsOfHeader(header, 'AR')).toEqual(fields)
})

test('an unknown column is named, except those of our own file and empty ones', () => {
  const header = ['Fila', 'Motivo', 'CUIL *', 'Talle', '', 'Linha']
  expect(unknownColumns(header, columnsOfHeader(header, 'AR'), 'AR')).toEqual([
    { posicion: 3, titulo: 'Talle', campo: null },
  ])
})

test.each<[string[], Country, string, string]>([
  [['Apellido'], 'AR', 'IMPORT_COLUMN_MISSING', 'CUIL'],
  [['Nombre'], 'BR', 'IMPORT_COLUMN_MISSING', 'CPF'],
  [['CUIL', 'Nombre', 'nombres'], 'AR', 'IMPORT_COLUMN_TWICE', 'Nombre'],
])('the columns %j of %s are refused with %s', (header, country, code, columna) => {
  expect(() => columnsOfHeader(header, country)).toThrow(
    expect.objectContaining({ faults: [expect.objectContaining({ code, params: { columna } })] }),
  )
})

test.each<[Country, string, string[]]>([
  ['AR', 'es', ['CUIL', 'DNI', 'Apellido', 'Nombre', 'Legajo', 'Ingreso', 'Sector', 'Lugar', 'Correo']],
  ['CL', 'es', ['RUT', 'Apellido', 'Nombre']],
  ['BR', 'pt', ['CPF']],
])('the template of %s begins, in %s, with %j', (country, language, titles) => {
  const written = titlesOf(templateFields(country), language as 'es' | 'pt', country)
  expect(written.slice(0, titles.length)).toEqual(titles)
  expect(written).not.toContain(undefined)
})

test.each([
  ['confidencial', 'Sí', '1'],
  ['confidencial', 'SIM', '1'],
  ['confidencial', 'x', '1'],
  ['confidencial', 'no', '0'],
  ['confidencial', 'Não', '0'],
  ['confidencial', 'quizás', 'quizás'],
  ['sex', 'otro valor', 'otro valor'],
  ['apellido', 'Sí', 'Sí'],
] as const)('in the column %s, %s is %s', (field, text, value) => {
  expect(closedValue(field, text)).toBe(value)
})
