import { expect, test } from 'vitest'
import { addDays, addMonths, firstDaysWithin, lastDayOfMonth, monthsBack } from './months.ts'

test('days and months are counted across the end of a year and a leap day', () => {
  expect(addDays('2026-12-30', 3)).toBe('2027-01-02')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(addMonths('2026-11-30', 3)).toBe('2027-02')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(lastDayOfMonth('2028-02-01')).toBe('2028-02-29')
  expect(lastDayOfMonth('2026-12')).toBe('2026-12-31')
})

test('months are listed from the newest', () => {
  expect(monthsBack('2026-02-14', 3)).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(firstDaysWithin({ desde: '2025-12-01', hasta: '2026-02-01' })).toEqual([
    '2026-02-01',
    '2026-01-01',
    '2025-12-01',
  ])
  expect(firstDaysWithin({ desde: '2026-01-15', hasta: '2026-02-03' })).toEqual(['2026-02-01'])
  expect(firstDaysWithin(undefined)).toEqual([])
})
