import { execFileSync } from 'node:child_process'
import { X509Certificate, sign, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { authorityFrom } from './certificates.ts'
import { issueEmployeeCertificate } from './employee-certificate.ts'
import { WrongPassword, unwrapKey, wrapKey } from './keys.ts'
import { makeSigners } from './testing/signers.ts'

const { company, authority } = await makeSigners(new Date('2026-11-04T12:00:00Z'))

describe('a company’s certificate', () => {
  test('is self-issued, RSA 2048, two years, for signing documents and nothing else', () => {
    const certificate = new X509Certificate(company.certificate)
    expect(certificate.issuer).toBe(certificate.subject)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.subject.split('\n')).toEqual([
      'C=AR',
      'O=Austral Alimentos S.A.',
      'organizationIdentifier=VATAR-30709126845',
      'title=Apoderado',
      'serialNumber=TINAR-20111111112',
      'CN=Rivarola\\, Carlos Eduardo',
      'emailAddress=carlos@austral.example',
    ])
    expect(certificate.publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 })
    expect(certificate.ca).toBe(false)
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.36', '1.2.840.113583.1.1.5'])
    expect([certificate.validFromDate, certificate.validToDate]).toEqual([
      new Date('2026-11-04T12:00:00Z'),
      new Date('2028-11-04T12:00:00Z'),
    ])
  })
})

describe('an employee’s certificate', () => {
  test('is certified by the authority, also by one that comes from storage, each time with a new key', () => {
    const stored = authorityFrom(authority.certificate, authority.pkcs8)
    const person = { name: 'Núñez, Iñaki', taxId: '20-28714536-6', company: 'Austral', country: 'AR' }
    const validity = { from: new Date('2026-11-04T12:00:00Z'), to: new Date('2026-11-04T13:00:00Z') }
    const first = issueEmployeeCertificate(stored, person, validity)
    const second = issueEmployeeCertificate(stored, person, validity)
    const root = new X509Certificate(authority.certificate)
    for (const { certificate } of [first, second]) {
      const parsed = new X509Certificate(certificate)
      expect(parsed.checkIssued(root) && parsed.verify(root.publicKey)).toBe(true)
      expect(parsed.subject).toContain('CN=Núñez\\, Iñaki')
      expect(parsed.publicKey.asymmetricKeyDetails).toMatchObject({ namedCurve: 'prime256v1' })
    }
    expect(first.key.equals(second.key)).toBe(false)
    expect(new X509Certificate(first.certificate).serialNumber).not.toBe(
      new X509Certificate(second.certificate).serialNumber,
    )
  })
})

test('an employee’s certificate writes years to 2049 with two digits, later ones with four', () => {
  const validity = { from: new Date('2049-12-31T23:59:59Z'), to: new Date('2050-01-01T00:00:00Z') }
  const person = { name: 'Núñez, Iñaki', taxId: '20-28714536-6', company: 'Austral', country: 'AR' }
  const { certificate } = issueEmployeeCertificate(authority, person, validity)
  const parts = execFileSync('openssl', ['asn1parse', '-inform', 'DER'], { input: certificate }).toString()
  expect(parts).toMatch(/UTCTIME +:491231235959Z\n.*GENERALIZEDTIME +:20500101000000Z\n/)
})

describe('a key under a password', () => {
  const data = Buffer.from('payslip')

  test('opens with its password and signs for its certificate', async () => {
    const wrapped = JSON.parse(JSON.stringify(await wrapKey(company.pkcs8, 'contraseña 1'))) as never
    const key = await unwrapKey(wrapped, 'contraseña 1')
    expect(
      verify('sha256', data, new X509Certificate(company.certificate).publicKey, sign('sha256', data, key)),
    ).toBe(true)
  })

  test('does not open with another, nor when it was altered', async () => {
    const wrapped = await wrapKey(company.pkcs8, 'contraseña 1')
    await expect(unwrapKey(wrapped, 'contraseña 2')).rejects.toBeInstanceOf(WrongPassword)
    const bytes = Buffer.from(wrapped.ciphertext, 'base64')
    bytes[5] = (bytes[5] ?? 0) ^ 1
    const altered = { ...wrapped, ciphertext: bytes.toString('base64') }
    await expect(unwrapKey(altered, 'contraseña 1')).rejects.toBeInstanceOf(WrongPassword)
  })

  test('two wrappings have nothing in common', async () => {
    const [a, b] = [await wrapKey(company.pkcs8, 'x'), await wrapKey(company.pkcs8, 'x')]
    expect(a.salt).not.toBe(b.salt)
    expect(a.ciphertext).not.toBe(b.ciphertext)
    expect(a.ciphertext).not.toContain(company.pkcs8.toString('base64').slice(0, 40))
  })
})
