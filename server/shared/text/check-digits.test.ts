import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cuilOf } from '../../testing/factories.ts'
import { checkDigitFits } from './check-digits.ts'

const dni = fc.integer({ min: 1_000_000, max: 99_999_999 }).map(String)

test('of the ten numbers that differ in the check digit alone, one fits', () => {
  fc.assert(
    fc.property(dni, (number) => {
      const body = cuilOf(number).slice(0, 10)
      const fitting = [...'0123456789'].filter((digit) => checkDigitFits('AR', body + digit))
      expect(body + fitting.join()).toBe(cuilOf(number))
    }),
  )
})

test.each(['00000000000', '11111111111', '99999999999'])('nobody has the CPF %s', (cpf) => {
  expect(checkDigitFits('BR', cpf)).toBe(false)
})
