import { expect, test } from 'vitest'
import { DerError, definite } from './der.ts'
import { indefinite, signedWith } from './testing/foreign-forms.ts'
import { pdfsig } from './testing/judges.ts'
import { verifyPdf } from './verify.ts'

const same = (cms: Uint8Array) => cms

test.each([
  ['without signed attributes', same, ['-noattr']],
  ['of indefinite length', indefinite, []],
  ['of indefinite length without signed attributes', indefinite, ['-noattr']],
])('a signature %s is verified, and an altered byte is reported', async (_, form, options) => {
  const file = await signedWith(form, ...options)
  expect(file.includes('/Contents<3080')).toBe(form === indefinite)
  expect(await verifyPdf(file)).toMatchObject({ signatures: [{ valid: true, problems: [] }] })
  expect(pdfsig(file).valid).toBe(1)
  const altered = Buffer.from(file)
  altered[300] = (altered[300] ?? 0) ^ 1
  const found = await verifyPdf(altered)
  expect(found.ok && found.signatures[0]).toMatchObject({ valid: false })
  expect(found.ok && found.signatures[0]?.problems).toContain('digest')
  expect(pdfsig(altered).valid).toBe(0)
})

test('a PAdES signature without signed attributes binds no certificate', async () => {
  const file = await signedWith(same, '-noattr')
  file.write('/ETSI.CAdES.detached', file.indexOf('/adbe.pkcs7.detached'), 'latin1')
  const found = await verifyPdf(file)
  expect(found.ok && found.signatures[0]?.problems).toContain('certificate_not_bound')
})

test('octet strings in parts become whole, and unfinished elements are refused', () => {
  const parts = Buffer.from('30802480040101040102000002010500009999', 'hex')
  const { element, end } = definite(parts)
  expect([Buffer.from(element).toString('hex'), end]).toEqual(['300704020102020105', parts.length - 2])
  for (let length = 2; length < end; length++)
    expect(() => definite(parts.subarray(0, length))).toThrow(DerError)
  expect(() => definite(Buffer.alloc(400, Buffer.from([0x30, 0x80])))).toThrow('too deep')
})
