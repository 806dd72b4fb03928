import { expect, test } from 'vitest'
import type { FoundItem, FoundPerson } from '../queries.ts'
import { compare, suggestedOf } from './evidence.ts'

const ana = {
  id: 1,
  nombre: 'Gómez, Ana María',
  cuil: '27289145363',
  dni: '28914536',
  legajo: '41',
} as FoundPerson

/** The facts in which a receipt with this name contradicts Ana Gómez, and those in which it agrees. */
function against(name: string | null) {
  const row = { name_read: name, read_by: 'text', id_read: null, marks: [] } as unknown as FoundItem
  return compare(row, ana)
}

test('a whole name agrees or contradicts, and what is no whole name says nothing', () => {
  expect(against('Gómez Ana María')).toEqual({ iguales: ['nombre'], distintos: [] })
  expect(against('Pérez Juan')).toEqual({ iguales: [], distintos: ['nombre'] })
  for (const part of [null, '', 'Pérez', 'P. Juan', 'J. P.', 'Del Río'])
    expect([part, against(part)]).toEqual([part, { iguales: [], distintos: [] }])
})

test('nobody is suggested once an id on the receipt is somebody else’s', () => {
  const row = {
    suggested_id: ana.id,
    id_read: '27-28914536-8',
    marks: [],
    people_of_added: [],
  } as unknown as FoundItem
  const since = { id: 2, cuil: '27289145368', dni: '28914530' } as FoundPerson
  const known = new Map([[ana.id, ana]])
  const owners = (byId: [string, FoundPerson][]) => ({ byId: new Map(byId), byFileNumber: new Map() })
  expect(suggestedOf(row, known, owners([]))).toBe(ana)
  expect(suggestedOf(row, known, owners([[ana.cuil, ana]]))).toBe(ana)
  expect(suggestedOf(row, known, owners([[since.cuil, since]]))).toBeUndefined()
  // Nor once another's pages were added to it.
  expect(suggestedOf({ ...row, people_of_added: [ana.id] }, known, owners([]))).toBe(ana)
  expect(suggestedOf({ ...row, people_of_added: [since.id] }, known, owners([]))).toBeUndefined()
  expect(suggestedOf({ ...row, suggested_id: null }, known, owners([]))).toBeUndefined()
})
