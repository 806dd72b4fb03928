import { expect, test } from 'vitest'
import type { Mention } from './mentions.ts'
import { shareMentions } from './shared.ts'

const head: Mention = {
  kind: 'name',
  personId: null,
  places: [1, 2, 3],
  labels: [4],
  above: 0,
  text: 'RECIBO DE HABERES',
  box: { x: 141.1, y: 10.8, width: 41.7, height: 5.2 },
  confidence: 1,
}

test('what is printed alike on every page becomes one mention', () => {
  const pages = [1, 2, 3].map(() => ({ mentions: [structuredClone(head)] }))
  shareMentions(pages)
  expect(new Set(pages.map(({ mentions }) => mentions[0])).size).toBe(1)
  expect(pages[2]?.mentions).toEqual([head])
})

test.each<[what: string, other: Partial<Mention>]>([
  ['kind', { kind: 'id' }],
  ['place', { places: [1, 2, 4] }],
  ['label', { labels: [5] }],
  ['number of labels', { labels: [4, 5] }],
  ['row', { above: 1 }],
  ['confidence', { confidence: 0.8 }],
  ['left edge', { box: { ...head.box, x: 140 } }],
  ['upper edge', { box: { ...head.box, y: 11 } }],
  ['width', { box: { ...head.box, width: 40 } }],
  ['height', { box: { ...head.box, height: 5 } }],
  ['text', { text: 'RECIBO DE SUELDO' }],
  ['person', { personId: 7 }],
])('a mention of another %s stays as it is', (_, other) => {
  const pages = [{ mentions: [head] }, { mentions: [{ ...head, ...other }] }]
  shareMentions(pages)
  expect(pages[1]?.mentions).toEqual([{ ...head, ...other }])
  expect(pages[1]?.mentions[0]).not.toBe(head)
})

test('mentions of the same employee stay apart', () => {
  const own = { ...head, personId: 7 }
  const pages = [{ mentions: [own] }, { mentions: [{ ...own }] }]
  shareMentions(pages)
  expect(pages[1]?.mentions[0]).not.toBe(own)
})
