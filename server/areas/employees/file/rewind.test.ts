import { expect, test } from 'vitest'
import { type FileEvent, rewindRights, rewindStays, type Staying } from './rewind.ts'

const stay = { desde: '2020-03-01', hasta: null, motivo: null }
const ended = { ...stay, hasta: '2026-05-10', motivo: 'resignation' as const }

/** Events in their order; those from `later` on happened after the day that is asked for. */
function told(later: number, ...events: Pick<FileEvent, 'act' | 'data'>[]): FileEvent[] {
  return events.map((event, at) => ({ id: at + 1, after: at >= later, ...event }))
}
const end = (on: string, reason: 'resignation' | 'termination' = 'resignation') => ({
  act: 'unsubscribed',
  data: { on, reason },
})
const states = (now: Staying, ...events: Pick<FileEvent, 'act' | 'data'>[]) =>
  [...events, null].map((_, later) => rewindStays(now, told(later, ...events)))

test('a planned end leaves the person active until its day', () => {
  expect(
    states({ estado: 'inactive', estadias: [ended] }, end('2026-05-10'), {
      act: 'stay_ended',
      data: { on: '2026-05-10' },
    }),
  ).toEqual([
    { estado: 'active', estadias: [stay] },
    { estado: 'active', estadias: [ended] },
    { estado: 'inactive', estadias: [ended] },
  ])
})

test('an end that replaced another one gives it back', () => {
  expect(
    states({ estado: 'inactive', estadias: [ended] }, end('2026-06-30', 'termination'), end('2026-05-10')),
  ).toEqual([
    { estado: 'active', estadias: [stay] },
    { estado: 'active', estadias: [{ ...stay, hasta: '2026-06-30', motivo: 'termination' }] },
    { estado: 'inactive', estadias: [ended] },
  ])
})

test('an end that was undone held until then, and one that was called off was only planned', () => {
  const now: Staying = { estado: 'active', estadias: [stay] }
  expect(states(now, end('2026-05-10'), { act: 'end_undone', data: { on: '2026-05-10' } })).toEqual([
    { estado: 'active', estadias: [stay] },
    { estado: 'inactive', estadias: [ended] },
    now,
  ])
  expect(states(now, end('2026-05-10'), { act: 'end_called_off', data: { on: '2026-05-10' } })[1]).toEqual({
    estado: 'active',
    estadias: [ended],
  })
})

test('filters that were changed before their former ones were recorded come from the change before, or are unknown', () => {
  const now = { profiles: new Set([1]), filters: [[3, null]], folders: new Set<number>() }
  const changed = (...filters: number[]) => ({
    act: 'filters_changed',
    data: { filters: filters.map((one) => [one, null]) },
  })
  expect(rewindRights(now, told(1, changed(2), changed(3))).filters).toEqual([[2, null]])
  expect(rewindRights(now, told(0, changed(2), changed(3))).filters).toBeNull()
})
