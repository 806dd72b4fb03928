import { expect, test } from 'vitest'
import type { Subject } from '#pdf/x509.ts'
import { isEmployer, organizationOf } from './organization.ts'

const fits = (subject: Subject) => {
  const named = organizationOf(subject)
  return named && isEmployer(named, 'Austral Alimentos S.A.', '30709126845')
}

test.each<[string, Subject, boolean | null]>([
  ['its legal name', { organization: 'Austral Alimentos S.A.' }, true],
  ['its legal name in other letters', { organization: 'AUSTRAL  ALIMENTOS SA' }, true],
  ['its tax id alone', { organizationIdentifier: 'VATAR-30709126845' }, true],
  ['another name', { organization: 'Cafés Serra Dourada' }, false],
  [
    'its name with another’s tax id',
    { organization: 'Austral Alimentos SA', organizationIdentifier: 'VATAR-30710000001' },
    false,
  ],
  [
    'another name with its tax id',
    { organization: 'Cafés', organizationIdentifier: 'VATAR-30709126845' },
    false,
  ],
  [
    'its name and a register number',
    { organization: 'Austral Alimentos SA', organizationIdentifier: 'NTRAR-77' },
    true,
  ],
  ['a person alone', { commonName: 'Carlos Rivarola' }, null],
  ['a person of ICP-Brasil', { organization: 'ICP-Brasil', commonName: 'JOAO SILVA:12345678909' }, null],
  [
    'another company of ICP-Brasil',
    { organization: 'ICP-Brasil', commonName: 'CAFES LTDA:12345678000195' },
    false,
  ],
])('a certificate with %s', (_, subject, fitting) => {
  expect(fits(subject)).toBe(fitting)
})

test('a company of ICP-Brasil is named in the common name', () => {
  const named = organizationOf({
    organization: 'ICP-Brasil',
    commonName: 'CAFES SERRA DOURADA LTDA:12345678000195',
  })
  expect(named && isEmployer(named, 'Cafés Serra Dourada Ltda.', '12.345.678/0001-95')).toBe(true)
})
