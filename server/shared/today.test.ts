import { expect, test } from 'vitest'
import { addMonths, monthsBefore, today } from './today.ts'

test('the date is that of the zone', () => {
  const instant = new Date('2026-11-01T02:30:00Z')
  expect(today('America/Argentina/Buenos_Aires', instant)).toBe('2026-10-31')
  expect(today('Etc/UTC', instant)).toBe('2026-11-01')
})

test('months are added to the first day, over the end of a year', () => {
  expect(addMonths('2026-11-28', 0)).toBe('2026-11-01')
  expect(addMonths('2026-11-28', 2)).toBe('2027-01-01')
  expect(addMonths('2026-01-31', -1)).toBe('2025-12-01')
})

test('the same day of an earlier month is kept, or is the last of a shorter one', () => {
  expect(monthsBefore('2026-11-15', 12)).toBe('2025-11-15')
  expect(monthsBefore('2026-12-31', 1)).toBe('2026-11-30')
  expect(monthsBefore('2026-05-31', 3)).toBe('2026-02-28')
  expect(monthsBefore('2024-03-30', 1)).toBe('2024-02-29')
})
