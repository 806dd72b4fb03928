import { expect, test, vi } from 'vitest'

vi.stubEnv('TZ', 'America/Argentina/Buenos_Aires')
vi.stubGlobal('document', { documentElement: { lang: 'es-AR' }, querySelector: () => null })
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
