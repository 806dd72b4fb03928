import { expect, test } from 'vitest'
import { stayActsOf, undoUntil } from './states.ts'

const actedAt = new Date('2026-11-04T12:00:00Z')
const until = undoUntil(actedAt)

test('the end of a stay is undone until the last instant for it, and called off until it acted', () => {
  const actsAt = (now: Date) => stayActsOf('inactive', { actedAt }, now)
  expect(until).toEqual(new Date('2026-11-06T12:00:00Z'))
  expect(actsAt(until)).toContain('undo')
  expect(actsAt(new Date(until.getTime() + 1))).not.toContain('undo')
  expect(actsAt(until)).not.toContain('call_off')
  expect(stayActsOf('active', { actedAt: null }, until)).toContain('call_off')
  expect(stayActsOf('active', null, until)).not.toContain('call_off')
})
