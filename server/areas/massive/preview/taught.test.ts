import { expect, test } from 'vitest'
import type { TaughtPlace } from '#contract/folders/capture-pattern.ts'
import { isSame } from './taught.ts'

test('a place is the same less than a millimetre and a half away, for the same fact', () => {
  const place = (x: number, y: number, dato: TaughtPlace['dato'] = 'id') => ({ dato, x, y }) as TaughtPlace
  const here = place(40, 60)
  expect(isSame(here, place(41.4, 58.6))).toBe(true)
  expect(isSame(here, place(41.5, 60))).toBe(false)
  expect(isSame(here, place(40, 58.5))).toBe(false)
  expect(isSame(here, place(40, 60, 'nombre'))).toBe(false)
})
