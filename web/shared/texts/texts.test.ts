import { expect, test, vi } from 'vitest'

vi.stubEnv('TZ', 'America/Argentina/Buenos_Aires')
vi.stubGlobal('document', { documentElement: { lang: 'es-AR' }, querySelector: () => null })
const { daysAgoText, spanText } = await import('./spans.ts')
const { dateText, instantText, monthText, numberText, sizeText, zoneText } = await import('./texts.ts')

const zone = 'America/Argentina/Buenos_Aires'

test('a day on the wire keeps its day, whatever zone it is read in', () => {
  expect(dateText('2026-11-04')).toBe('04/11/2026')
  expect(monthText('2026-10-01')).toBe('octubre 2026')
})

test('an instant is the company’s day and hour, also near midnight', () => {
  expect(dateText('2026-11-05T02:30:00Z', zone)).toBe('04/11/2026')
  expect(instantText('2026-11-05T02:30:09Z', zone)).toBe('04/11/2026 23:30')
  expect(instantText('2026-11-05T03:00:09Z', zone, true)).toBe('05/11/2026 00:00:09')
  // In another zone than the browser's, the text names it; evidence always does.
  expect(instantText('2026-11-05T03:00:00Z', 'America/Tijuana')).toBe('04/11/2026 19:00 −08:00')
  expect(instantText('2026-11-05T03:00:00Z', 'America/Sao_Paulo')).toBe('05/11/2026 00:00')
  expect(instantText('2026-11-05T03:00:09Z', 'America/Tijuana', true)).toBe('04/11/2026 19:00:09')
  expect(zoneText('2026-11-05T02:30:00Z', zone)).toBe('hora de Argentina (−03:00)')
})

test('numbers and sizes are formatted by language', () => {
  expect(numberText(2400)).toBe('2.400')
  expect(numberText(1275591.84, 2)).toBe('1.275.591,84')
  expect(sizeText(43_000)).toBe('42 kB')
  expect(sizeText(10 * 1_048_576)).toBe('10 MB')
})

test('an age is counted in days of the company’s zone', () => {
  expect(daysAgoText('2026-11-05T02:30:00Z', zone, '2026-11-04')).toBe('hoy')
  expect(daysAgoText('2026-11-05T02:30:00Z', zone, '2026-11-05')).toBe('ayer')
  expect(daysAgoText('2026-10-29T15:00:00Z', zone, '2026-11-04')).toBe('hace 6 días')
})

test('a span is in years and months, and below a month in days', () => {
  expect(spanText('2013-03-12', '2026-11-04')).toBe('13 años y 7 meses')
  expect(spanText('2013-03-12', '2026-03-12')).toBe('13 años')
  expect(spanText('2026-10-05', '2026-11-04')).toBe('30 días')
  expect(spanText('2026-10-04', '2026-11-04')).toBe('1 mes')
})
