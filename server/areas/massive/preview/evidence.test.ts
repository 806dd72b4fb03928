import { expect, test } from 'vitest'
import type { FoundItem, FoundPerson } from '../queries.ts'
import { compare } from './evidence.ts'

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
  for (const part of [null, '', 'Pérez', 'P. Juan', 'J. P.'])
    expect([part, against(part)]).toEqual([part, { iguales: [], distintos: [] }])
})
