import { describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { employees } from '#contract/employees/employees.ts'
import { wordsOf } from '#server/shared/text/search.ts'
import { cuilOf } from '#server/testing/factories.ts'
import { checkDigitFits } from '#server/shared/text/check-digits.ts'
import { dateFaults, yearsBetween } from './rules.ts'

describe('check digits', () => {
  test.each([
    ['AR', '20287145366'],
    ['BR', '52998224725'],
    ['CL', '125319092'],
    ['UY', '12345672'],
    ['MX', 'XEXX010101000'],
    ['EC', '1710034065'],
  ] as const)('%s %s fits', (country, id) => expect(checkDigitFits(country, id)).toBe(true))

  test.each([
    ['AR', '20287145367'],
    ['BR', '11111111111'],
    ['BR', '52998224724'],
    ['CL', '125319093'],
    ['UY', '12345673'],
    ['MX', 'NADA'],
  ] as const)('%s %s does not', (country, id) => expect(checkDigitFits(country, id)).toBe(false))

  test('of every Argentine id one digit fits, and no other in its place', () => {
    for (let n = 0; n < 300; n += 1) {
      const cuil = cuilOf(String(5_000_000 + n * 181_818))
      const others = [...'0123456789'].filter((digit) => digit !== cuil.at(-1))
      expect(checkDigitFits('AR', cuil), cuil).toBe(true)
      expect(others.filter((digit) => checkDigitFits('AR', cuil.slice(0, -1) + digit))).toEqual([])
    }
  })

  test('a country without one refuses nobody', () => expect(checkDigitFits('CO', '1020304050')).toBe(true))
})

describe('names', () => {
  const { nombre } = employees.create.input.shape

  test.each([
    'José',
    'María José',
    'O’Higgins',
    "D'Alessandro",
    'Ñandú-Çelik',
    'J. R.',
    'Łukasz',
    'Đặng Thị',
    'Juan 2º'.slice(0, 6),
  ])('%s is a name', (name) => expect(nombre.safeParse(name).success).toBe(true))
  test.each(['', '   ', 'a\u0000b', 'Ana;', '<Ana>', 'Ana\u202e', 'Ana/Luz', '=1+1'])('%j is none', (name) =>
    expect(nombre.safeParse(name).success).toBe(false),
  )
  test('one name typed in several ways is kept as one', () => {
    const kept = ['Jose\u0301  Luis', ' José Luis ', 'José\tLuis'].map((name) => nombre.parse(name))
    expect(new Set(kept)).toEqual(new Set(['José Luis']))
    expect(new Set(kept.flatMap(wordsOf))).toEqual(new Set(['jose', 'luis']))
  })
})

describe('ages', () => {
  const on = { today: '2026-11-05', country: 'AR', ageAtHire: 18 } as const

  test('years are whole: the day before the birthday is not yet', () => {
    expect(yearsBetween('2008-02-29', '2026-02-28')).toBe(17)
    expect(yearsBetween('2008-02-29', '2026-03-01')).toBe(18)
    expect(yearsBetween('1999-12-31', '2026-12-31')).toBe(27)
  })

  test('the country’s least age is refused before the company’s', () => {
    const birth = '2010-11-06'
    expect(dateFaults({ birth, hire: '2026-11-05' }, on)).toMatchObject([
      { code: codeOf('EMPLOYEE_TOO_YOUNG'), params: { minimo: 16 } },
    ])
    expect(dateFaults({ birth, hire: '2026-11-05' }, { ...on, country: 'MX' })).toMatchObject([
      { code: codeOf('HIRED_TOO_YOUNG'), params: { minimo: 18 } },
    ])
  })

  test('without a birth date no age is checked', () =>
    expect(dateFaults({ birth: null, hire: '2026-12-15' }, on)).toEqual([]))
})
