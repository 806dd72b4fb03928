import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DerError, children, definite, readDer, wholeOf } from './der.ts'
import { pdfsig, signaturesOf } from './testing/judges.ts'
import { payslip } from './testing/samples.ts'
import { makeSigners } from './testing/signers.ts'
import { verifyPdf } from './verify.ts'

const { company, signAsCompany } = await makeSigners()

/** The same CMS with indefinite lengths in its outer elements. */
function indefinite(cms: Uint8Array): Buffer {
  const [type, wrapped] = children(readDer(cms))
  const inner = wrapped && children(wrapped)[0]
  if (!type || !inner) throw new Error('no CMS')
  const open = (kind: number) => Buffer.from([kind, 0x80])
  const fields = children(inner).map(wholeOf)
  return Buffer.concat([open(0x30), wholeOf(type), open(0xa0), open(0x30), ...fields, Buffer.alloc(6)])
}

/** A file whose signature OpenSSL made, written by `form`. */
async function signedWith(form: (cms: Uint8Array) => Uint8Array, ...options: string[]): Promise<Buffer> {
  const file = Buffer.from(await signAsCompany(await payslip()))
  const subFilter = file.indexOf('/ETSI.CAdES.detached')
  file.write('/adbe.pkcs7.detached', subFilter, 'latin1')
  const [signature] = signaturesOf(file)
  const folder = mkdtempSync(join(tmpdir(), 'legajo-forms-'))
  const path = (name: string) => join(folder, name)
  try {
    writeFileSync(path('content'), signature?.content ?? '')
    writeFileSync(path('key.pem'), company.key.export({ type: 'pkcs8', format: 'pem' }))
    writeFileSync(path('cert.der'), company.certificate)
    execFileSync('openssl', ['x509', '-inform', 'DER', '-in', path('cert.der'), '-out', path('cert.pem')])
    const signer = ['-signer', path('cert.pem'), '-inkey', path('key.pem'), '-md', 'sha256', '-nosmimecap']
    const files = ['-in', path('content'), '-outform', 'DER', '-out', path('cms')]
    execFileSync('openssl', ['cms', '-sign', '-binary', ...options, ...signer, ...files])
    const hex = Buffer.from(form(readFileSync(path('cms')))).toString('hex')
    const from = file.indexOf('/Contents<') + '/Contents<'.length
    const room = file.indexOf('>', from) - from
    if (hex.length > room) throw new Error(`${hex.length} digits for ${room}`)
    file.write(hex.padEnd(room, '0'), from, 'latin1')
    return file
  } finally {
    rmSync(folder, { recursive: true })
  }
}

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
