import { expect, test } from 'vitest'
import { certificateStateOf } from './certificates.ts'

test('a certificate is active until its last instant, and where nobody expired it', () => {
  const until = '2026-10-31T23:59:59.000Z'
  const stateAt = (now: string, vencido: string | null = null) =>
    certificateStateOf({ vencido, vigente_hasta: until }, new Date(now))
  expect([stateAt('2026-10-31T23:59:58.999Z'), stateAt(until), stateAt('2026-11-01T00:00:00Z')]).toEqual([
    'active',
    'expired',
    'expired',
  ])
  expect(stateAt('2026-10-01T00:00:00Z', '2026-09-30T12:00:00Z')).toBe('expired')
})
