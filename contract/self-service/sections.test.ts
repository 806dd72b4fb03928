import { expect, test } from 'vitest'
import { unusedFields } from './sections.ts'

test('a form asks for nothing that the country’s addresses and accounts don’t have', () => {
  expect(unusedFields('address', 'AR')).toEqual(['manzana'])
  expect(unusedFields('address', 'MX')).toEqual([])
  expect(unusedFields('bank', 'AR')).toEqual(['cci', 'sucursal'])
  expect(unusedFields('bank', 'PE')).toEqual(['cbu', 'sucursal'])
  expect(unusedFields('bank', 'BR')).toEqual(['cbu', 'cci'])
})
