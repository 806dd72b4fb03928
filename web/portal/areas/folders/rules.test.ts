import { expect, test } from 'vitest'
import { brokenIn, lacks, mendsOf, type Rules } from './rules.ts'

const plain: Rules = { visible: true, firmable: false, efimero: false, idTemplate: null, bloquea: [] }

test('a hidden folder can’t require signatures or close others, and both solutions are offered', () => {
  const rules = { ...plain, visible: false, firmable: true, bloquea: [3] }
  const broken = brokenIn(rules, null)
  expect(broken).toEqual(['firmable', 'bloquea'])
  const { on, off } = mendsOf(rules, broken, null)
  expect(on).toEqual({ to: { visible: true }, rules: ['visible'] })
  expect(off).toEqual({ to: { firmable: false, bloquea: [] }, rules: ['firmable', 'bloquea'] })
  for (const { to } of [on, off]) expect(brokenIn({ ...rules, ...to }, null)).toEqual([])
})

test('turning off signing turns off the ephemeral rule too', () => {
  const rules = { ...plain, visible: false, firmable: true, efimero: true }
  const broken = brokenIn(rules, null)
  const { on, off } = mendsOf(rules, broken, null)
  expect(off.rules).toEqual(['firmable', 'efimero'])
  for (const { to } of [on, off]) expect(brokenIn({ ...rules, ...to }, null)).toEqual([])
})

test('an ephemeral folder needs signatures, and therefore visibility', () => {
  const rules = { ...plain, visible: false, efimero: true }
  const broken = brokenIn(rules, null)
  expect(broken).toEqual(['efimero'])
  const { on, off } = mendsOf(rules, broken, null)
  expect(on.rules).toEqual(['visible', 'firmable'])
  for (const { to } of [on, off]) expect(brokenIn({ ...rules, ...to }, null)).toEqual([])
})

test('a template that was there stays in a folder that is hidden; a new one doesn’t come', () => {
  const rules = { ...plain, visible: false, idTemplate: 4 }
  expect(brokenIn(rules, { idTemplate: 4 })).toEqual([])
  expect(brokenIn(rules, { idTemplate: 1 })).toEqual(['idTemplate'])
  expect(mendsOf(rules, ['idTemplate'], { idTemplate: 1 }).off.to).toEqual({ idTemplate: 1 })
})

test('a rule lacks its requirements and theirs', () => {
  expect(lacks(plain, 'firmable')).toBeNull()
  expect(lacks(plain, 'efimero')).toBe('firmable')
  expect(lacks({ ...plain, visible: false, firmable: true }, 'efimero')).toBe('firmable')
  expect(lacks({ ...plain, visible: false }, 'bloquea')).toBe('visible')
  expect(lacks({ ...plain, visible: false }, 'visible')).toBeNull()
})
