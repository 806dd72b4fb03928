import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { children, readDer, wholeOf } from '../der.ts'
import { signaturesOf } from './judges.ts'
import { payslip } from './samples.ts'
import { makeSigners } from './signers.ts'

/** The same CMS with indefinite lengths in its outer elements. */
export function indefinite(cms: Uint8Array): Buffer {
  const [type, wrapped] = children(readDer(cms))
  const inner = wrapped && children(wrapped)[0]
  if (!type || !inner) throw new Error('no CMS')
  const open = (kind: number) => Buffer.from([kind, 0x80])
  const fields = children(inner).map(wholeOf)
  return Buffer.concat([open(0x30), wholeOf(type), open(0xa0), open(0x30), ...fields, Buffer.alloc(6)])
}

/** A file whose signature OpenSSL made, written by `form`. */
export async function signedWith(
  form: (cms: Uint8Array) => Uint8Array,
  ...options: string[]
): Promise<Buffer> {
  const { company, signAsCompany } = await makeSigners()
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
