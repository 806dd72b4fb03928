import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { expect, test } from 'vitest'
import { cbuFits, cciFits, clabeFits } from './check-digits.ts'

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))

/** The numbers that fit among all that differ from this one in the digits at these places alone. */
function fitting(fits: (number: string) => boolean, number: string, places: readonly number[]): string[] {
  const variants = places.reduce<string[]>(
    (all, at) =>
      all.flatMap((one) => [...'0123456789'].map((digit) => one.slice(0, at) + digit + one.slice(at + 1))),
    [number],
  )
  return variants.filter(fits)
}

test.each([
  ['CBU', cbuFits, 22, [7, 21]],
  ['CLABE', clabeFits, 18, [17]],
  ['CCI', cciFits, 20, [18, 19]],
] as const)('one %s fits of those that differ in their check digits', (_, fits, length, places) => {
  fc.assert(
    fc.property(digits(length), fc.nat(length - 1), fc.integer({ min: 1, max: 9 }), (number, at, more) => {
      const [right, ...others] = fitting(fits, number, places)
      expect([right?.length, others]).toEqual([length, []])
      // One mistyped digit never fits, wherever it is.
      const whole = right ?? ''
      const wrong = whole.slice(0, at) + ((Number(whole[at]) + more) % 10) + whole.slice(at + 1)
      expect([wrong, fits(wrong)]).toEqual([wrong, false])
    }),
    { numRuns: 60 },
  )
})

test('a number of another length, or with other signs, never fits', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), digits(17), digits(19), digits(21)), (text) => {
      expect([cbuFits(text), clabeFits(text), cciFits(text)]).toEqual([false, false, false])
    }),
  )
})

test('the library agrees with each CBU and CLABE that it takes', () => {
  fc.assert(
    fc.property(digits(22), digits(12), (cbu, rest) => {
      if (stdnum.AR?.['cbu']?.validate(cbu).isValid) expect([cbu, cbuFits(cbu)]).toEqual([cbu, true])
      // The library asks for a bank and a place that exist, too.
      const clabe = `002180${rest}`
      expect([clabe, clabeFits(clabe)]).toEqual([clabe, stdnum.MX?.['clabe']?.validate(clabe).isValid])
    }),
  )
})

test.each(['01136600010003254221', '01124100019000658270'])('the published CCI %s fits', (cci) => {
  expect(cciFits(cci)).toBe(true)
})
