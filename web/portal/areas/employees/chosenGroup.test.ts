import { expect, test } from 'vitest'
import { type Groups, shownGroup } from './chosenGroup.ts'

const state: Groups = { clase: 'employee_import', paso: 'preview', fallas: [], digitos: 0 }
const cuil = { campo: 'cuil', cantidad: 3 }
const ingreso = { campo: 'fecha_contratacion', cantidad: 1 }
const doubtful = { grupo: 'new', campo: 'cuil' } as const

test('doubtful check digits stay open while there are any, and are followed to the faulty lines once refused', () => {
  expect(shownGroup({ ...state, digitos: 3 }, doubtful)).toEqual(doubtful)
  expect(shownGroup({ ...state, fallas: [cuil] }, doubtful)).toEqual({ grupo: 'faulty' })
  const both = { ...state, fallas: [cuil, ingreso] }
  expect(shownGroup(both, doubtful)).toEqual({ grupo: 'faulty', campo: 'cuil' })
  expect(shownGroup(state, doubtful)).toEqual({ grupo: 'new' })
})

test('a field whose last fault was mended leaves all faulty lines open', () => {
  const chosen = { grupo: 'faulty', campo: 'cuil' } as const
  expect(shownGroup({ ...state, fallas: [cuil, ingreso] }, chosen)).toEqual(chosen)
  expect(shownGroup({ ...state, fallas: [ingreso] }, chosen)).toEqual({ grupo: 'faulty' })
  expect(shownGroup(state, { grupo: 'changed' })).toEqual({ grupo: 'changed' })
})
