import { expect, test } from 'vitest'
import { clockOf, hourAt } from './hourAt.ts'

test('an hour is the company’s, whatever clock the reader has', () => {
  expect(hourAt('2026-12-01', '09:30', 'America/Argentina/Buenos_Aires')).toBe('2026-12-01T12:30:00.000Z')
  expect(hourAt('2026-12-01', '9:30', 'America/Mexico_City')).toBe('2026-12-01T15:30:00.000Z')
  for (const typed of ['930', '0930', '9.30', ' 09:30 '])
    expect(hourAt('2026-12-01', typed, 'America/Mexico_City')).toBe('2026-12-01T15:30:00.000Z')
  // Chile's clock is another in winter than in summer.
  expect(hourAt('2026-07-01', '00:00', 'America/Santiago')).toBe('2026-07-01T04:00:00.000Z')
  expect(hourAt('2026-12-01', '00:00', 'America/Santiago')).toBe('2026-12-01T03:00:00.000Z')
})

test('an invalid day or hour gives no instant', () => {
  expect(hourAt('', '09:30', 'UTC')).toBeNull()
  for (const typed of ['', '25:00', '960', '9', '12:3', '2460'])
    expect(hourAt('2026-12-01', typed, 'UTC')).toBeNull()
})

test('an instant is shown in the company’s time zone and converted back from it', () => {
  for (const [zone, day, hour] of [
    ['America/Mexico_City', '2026-11-30', '22:05'],
    ['America/Santiago', '2026-12-01', '01:05'],
  ] as const) {
    expect(clockOf('2026-12-01T04:05:00.000Z', zone)).toEqual({ day, hour })
    expect(hourAt(day, hour, zone)).toBe('2026-12-01T04:05:00.000Z')
  }
})
