import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectedEnding } from '#contract/employees/check-digits.ts'
import { nationalIds } from '#contract/employees/national-ids.ts'
import { countries } from '#contract/fields.ts'
import { cuilOf } from '../../testing/factories.ts'
import { checkDigitFits } from './check-digits.ts'

const dni = fc.integer({ min: 1_000_000, max: 99_999_999 }).map(String)

test('one of ten numbers that differ in the check digit alone fits', () => {
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

test('an id of one repeated digit whose check digit fits is somebody’s outside Brazil', () => {
  expect(checkDigitFits('CL', '111111111')).toBe(true)
})

test.each(['XAXX010101000', 'XEXX010101000'])('Mexico’s generic RFC %s fits', (rfc) => {
  expect(checkDigitFits('MX', rfc)).toBe(true)
})

test('a country without a check digit refuses no id, and Uruguay’s seven digits are read with a zero before', () => {
  const bare = countries.filter((country) => nationalIds[country].validator === null)
  expect(bare.length).toBeGreaterThan(0)
  for (const country of bare) expect([country, checkDigitFits(country, '1')]).toEqual([country, true])
  expect(['1234567', '1234561'].map((id) => checkDigitFits('UY', id))).toEqual([false, true])
})

test.each([
  ['AR', '20', 8, '0123456789'],
  ['AR', '27', 8, '0123456789'],
  ['BR', '', 10, '0123456789'],
  ['CL', '', 8, '0123456789K'],
] as const)(
  'a field of %s%s expects the ending that the check accepts',
  (country, prefix, length, endings) => {
    const body = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    fc.assert(
      fc.property(body, (digits) => {
        for (const last of endings) {
          const id = prefix + digits.join('') + last
          const ending = expectedEnding(country, id)
          if (ending !== null && new Set(id).size > 1)
            expect([id, id.endsWith(ending)]).toEqual([id, checkDigitFits(country, id)])
        }
      }),
    )
  },
)

test('an id that isn’t whole, or of a country that reckons none here, has no expected ending', () => {
  expect(expectedEnding('AR', '2028714563')).toBeNull()
  expect(expectedEnding('MX', 'PEGA850101AB1')).toBeNull()
})
