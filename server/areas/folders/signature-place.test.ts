import { expect, test } from 'vitest'
import { companyPlace } from './signature-place.ts'

const facts = {
  pagina: 'last',
  numero: null,
  paginacion: null,
  empresa: { x: 20, y: 250, width: 50, height: 20 },
  papel: 'A4',
  orientacion: 'portrait',
  corte: null,
} as const

test('a signature at a page’s foot, at its head, and in its middle', () => {
  expect(companyPlace(facts)).toMatchObject({ pagina: 'last', alto: 'abajo', ancho: 'izquierda' })
  expect(companyPlace({ ...facts, empresa: { x: 140, y: 10, width: 50, height: 20 } })).toMatchObject({
    alto: 'arriba',
    ancho: 'derecha',
  })
  expect(companyPlace({ ...facts, empresa: { x: 80, y: 140, width: 50, height: 20 } })).toMatchObject({
    alto: 'medio',
    ancho: 'centro',
  })
})

test('a cut page counts as a page of its own, and a landscape sheet is wide', () => {
  const half = { x: 0, y: 0, width: 210, height: 148.5 }
  expect(companyPlace({ ...facts, empresa: { ...facts.empresa, y: 110 }, corte: half })).toMatchObject({
    alto: 'abajo',
  })
  expect(
    companyPlace({ ...facts, empresa: { ...facts.empresa, x: 130, y: 180 }, orientacion: 'landscape' }),
  ).toMatchObject({ alto: 'abajo', ancho: 'centro' })
})

test('a type without a place of its own describes none', () => {
  expect(companyPlace({ ...facts, empresa: null })).toBeNull()
})
