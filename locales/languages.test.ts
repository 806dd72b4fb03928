import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { accountWord, countryWords, idWords } from './countries.ts'
import esEmployees from './es/employees.json' with { type: 'json' }
import ptEmployees from './pt/employees.json' with { type: 'json' }
import { portalWords as es } from './portal-es.ts'
import { portalWords as pt } from './portal-pt.ts'
import { fallbacks, languageOf } from './languages.ts'

async function say(country: string) {
  const words = createInstance()
  await words.init({
    lng: languageOf(country),
    fallbackLng: fallbacks,
    defaultNS: 'words',
    resources: {
      es: { ...es, employees: esEmployees },
      pt: { ...pt, employees: ptEmployees },
      ...countryWords,
    },
    interpolation: { escapeValue: false },
  })
  return words
}

test('a country’s own words win over its language’s', async () => {
  const [argentina, chile, brazil, unknown] = await Promise.all(['ar', 'cl', 'br', 'xx'].map(say))
  const of = (words: typeof argentina) => [words?.t('cuil', { ns: 'country' }), words?.t('accion.reintentar')]
  expect(of(argentina)).toEqual(['CUIL', 'Reintentar'])
  expect(of(chile)).toEqual(['RUT', 'Reintentar'])
  expect(of(brazil)).toEqual(['CPF', 'Tentar de novo'])
  expect(of(unknown)).toEqual(['CUIL', 'Reintentar'])
})

test('labels of screens use a country’s own words', async () => {
  const [argentina, chile, mexico] = await Promise.all(['ar', 'cl', 'mx'].map(say))
  const of = (words: typeof argentina) => [
    words?.t('campo.numero_legajo', { ns: 'employees' }),
    words?.t('campo.sector', { ns: 'employees' }),
    words?.t('buscar', { ns: 'employees', cuil: 'X' }),
    words?.t('campo.cbu', { ns: 'employees' }),
  ]
  expect(of(argentina)).toEqual(['Legajo', 'Sector', 'Nombre, X o legajo', 'CBU o alias'])
  expect(of(chile)).toEqual(['Ficha', 'Área', 'Nombre, X o ficha', 'Cuenta RUT o alias'])
  expect(of(mexico)).toEqual([
    'Número de empleado',
    'Departamento',
    'Nombre, X o número de empleado',
    'CLABE',
  ])
})

test('ar is Argentina and no Arabic, and a million takes its own plural', async () => {
  expect(languageOf('ar')).toBe('es-AR')
  const words = await say('ar')
  expect([1, 3, 1_000_000].map((count) => words.t('lista.elegidos', { count }))).toEqual([
    '1 seleccionado',
    '3 seleccionados',
    '1000000 seleccionados',
  ])
})

test('identifiers keep their own names when a country is read in the other language', () => {
  expect(idWords('es-AR').cuil).toBe('CUIL')
  expect(idWords('es-PY')).toEqual({ cuil: 'CI', dni: 'CI', cuit: 'RUC' })
  expect(idWords('pt-BR').cuil).toBe('CPF')
  expect(['pt-BR', 'es-MX', 'es-AR'].map(accountWord)).toEqual(['Chave Pix', 'CLABE', undefined])
})
