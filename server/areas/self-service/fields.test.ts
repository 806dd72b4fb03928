import { expect, test } from 'vitest'
import { differencesOf } from './fields.ts'

test('differences are of fields that are used, have a value and change', () => {
  const present = { banco: 'Nación', sucursal: '12', tipo_cuenta: null, cuenta: '4455' }

  const changes = differencesOf(
    present,
    { banco: 'Galicia', sucursal: '12', tipo_cuenta: null, cuenta: undefined, cbu: '0110' },
    ['banco', 'sucursal', 'tipo_cuenta', 'cuenta'],
  )

  expect(changes).toEqual({ banco: 'Galicia' })
  expect(differencesOf(present, { sucursal: null }, ['sucursal'])).toEqual({ sucursal: null })
})
