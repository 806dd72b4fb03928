import { expect, test } from 'vitest'
import {
  configurationFaults,
  leastSignature,
  pageBounds,
  pageOf,
  typeConfiguration,
} from './configuration.ts'

const codesOf = (given: object, pages: number | null = null) => {
  const facts = typeConfiguration.change.input.parse({ id: 1, pagina: 'last', ...given })
  return configurationFaults(facts, pageOf(facts), pages).map((fault) => `${fault.field}: ${fault.code}`)
}
const box = (
  x: number,
  y: number,
  width: number = leastSignature.width,
  height: number = leastSignature.height,
) => ({
  x,
  y,
  width,
  height,
})

test('signatures of the least size fit side by side and up to the edge of an A4 page', () => {
  expect(codesOf({ empresa: box(0, 0), colaborador: box(30, 0) })).toEqual([])
  expect(codesOf({ empresa: box(180, 287) })).toEqual([])
})

test('signatures that are too small, beyond the page or over each other are refused', () => {
  expect(codesOf({ empresa: box(0, 0, 29.9) })).toHaveLength(1)
  expect(codesOf({ colaborador: box(0, 0, 30, 9.9) })).toHaveLength(1)
  expect(codesOf({ empresa: box(180.1, 0) })).toHaveLength(1)
  expect(codesOf({ colaborador: box(0, 287.1) })).toHaveLength(1)
  expect(codesOf({ empresa: box(0, 0), colaborador: box(29.9, 9.9) })).toHaveLength(1)
})

test('a page number is needed where the page is chosen by it, and has to be one of the sample', () => {
  expect(codesOf({ pagina: 'custom' })).toHaveLength(1)
  expect(codesOf({ pagina: 'custom', numero: 2 }, 2)).toEqual([])
  expect(codesOf({ pagina: 'custom', numero: 3 }, 2)).toHaveLength(1)
  expect(codesOf({ pagina: 'custom', numero: 3 })).toEqual([])
})

test('a cut keeps at least the smallest page that can be published, in either direction', () => {
  const [shorter, longer] = [pageBounds.shorter[0], pageBounds.longer[0]]
  expect(codesOf({ corte: box(0, 0, shorter, longer) })).toEqual([])
  expect(codesOf({ corte: box(0, 0, longer, shorter) })).toEqual([])
  expect(codesOf({ corte: box(0, 0, shorter - 0.1, longer) })).toHaveLength(1)
  expect(codesOf({ corte: box(0, 0, longer - 0.1, shorter) })).toHaveLength(1)
})
