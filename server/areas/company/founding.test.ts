import { expect, test } from 'vitest'
import { employerTaxId } from './founding.ts'

test.each([
  ['11.222.333/0001-81', '11222333000181'],
  ['529.982.247-25', '52998224725'],
  ['529.982.247-26', null],
  ['111.111.111-11', null],
  ['11.222.333/0001-82', null],
])('an employer of Brazil is a company by its CNPJ or a natural person by a CPF: %s', (typed, taxId) => {
  expect(employerTaxId('BR', typed)).toBe(taxId)
})

test('elsewhere a person’s id is no employer’s where the country has another for companies', () => {
  expect(employerTaxId('AR', '30-71659554-0')).toBe('30716595540')
  expect(employerTaxId('CO', '52998224725')).toBeNull()
})
