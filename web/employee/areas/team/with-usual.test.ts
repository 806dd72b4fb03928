import { expect, test } from 'vitest'
import { longest, withUsual } from './with-usual.ts'

test.each([
  ['', 'Falta una hoja', 'Falta una hoja'],
  ['Se lee mal', 'Falta una hoja', 'Se lee mal. Falta una hoja'],
  ['La dirección es otra. ', 'Falta una hoja', 'La dirección es otra. Falta una hoja'],
  ['Se lee mal. Falta una hoja', 'Se lee mal', 'Se lee mal. Falta una hoja'],
])('“%s” with “%s” is “%s”', (typed, usual, both) => {
  expect(withUsual(typed, usual)).toBe(both)
})

test('a usual reason that would be too long is not added', () => {
  const typed = 'a'.repeat(longest - 10)
  expect(withUsual(typed, 'Falta una hoja')).toBe(typed)
})
