import { expect, test } from 'vitest'
import { hasBecomeVisible } from './documents.ts'

test('a document is visible from its hour on, and at once without one', () => {
  const hour = new Date('2026-11-04T15:00:00Z')
  const at = (milliseconds: number) => hasBecomeVisible(hour, new Date(hour.getTime() + milliseconds))
  expect([at(-1), at(0), at(1)]).toEqual([false, true, true])
  expect(hasBecomeVisible(null, hour)).toBe(true)
})
