import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signCms, signerIdentity } from './cms.ts'
import { checkCms } from './cms-verify.ts'
import { DerError, der, oid, tag } from './der.ts'
import { oids } from './oids.ts'
import { makeSigners } from './testing/signers.ts'

const { company, employee } = await makeSigners()
const content = Buffer.from('a signed revision')
const sequence = (...parts: Uint8Array[]) => der(tag.sequence, ...parts)
const octets = (bytes: Uint8Array) => der(tag.octets, bytes)
const hashOf = (certificate: Uint8Array, digest = 'sha256') => createHash(digest).update(certificate).digest()

/** Checks what the company's key signed, with another attribute in the place of the certificate's. */
async function checkWith(type: string, ...values: Uint8Array[]) {
  const identity = signerIdentity(company.key, [company.certificate])
  const certificateAttribute = sequence(oid(type), der(tag.set, ...values))
  const digest = createHash('sha256').update(content).digest()
  return checkCms(await signCms({ ...identity, certificateAttribute }, digest), [content])
}

describe('the certificate that a signature names', () => {
  const naming = (...fields: Uint8Array[]) => sequence(sequence(sequence(...fields)))
  const algorithm = (name: string) => sequence(oid(name))

  test.each([
    ['by SHA-256, which is left out', [octets(hashOf(company.certificate))], 'bound'],
    ['by SHA-256', [algorithm(oids.sha256), octets(hashOf(company.certificate))], 'bound'],
    ['by SHA-384', [algorithm(oids.sha384), octets(hashOf(company.certificate, 'sha384'))], 'bound'],
    ['by SHA-512', [algorithm(oids.sha512), octets(hashOf(company.certificate, 'sha512'))], 'bound'],
    ['by the digest of another', [octets(hashOf(employee.certificate))], 'other'],
    [
      'by a digest that isn’t the named one',
      [algorithm(oids.sha384), octets(hashOf(company.certificate))],
      'other',
    ],
    ['by a digest nobody knows', [algorithm(oids.rsa), octets(hashOf(company.certificate))], 'other'],
    ['by a digest of another kind than bytes', [der(0x0c, hashOf(company.certificate))], 'other'],
    ['without a digest', [], 'other'],
  ])('%s', async (_, fields, binding) => {
    expect(await checkWith(oids.signingCertificateV2, naming(...fields))).toMatchObject({
      digestMatches: true,
      signatureValid: true,
      binding,
    })
  })

  test('is not said by a signature without the attribute', async () => {
    const signed = await checkWith(oids.signingTime, der(tag.utcTime, Buffer.from('261128101112Z')))
    expect(signed).toMatchObject({ signatureValid: true, binding: 'absent' })
  })

  test('is said once: two values are refused', async () => {
    const value = naming(octets(hashOf(company.certificate)))
    await expect(checkWith(oids.signingCertificateV2, value, value)).rejects.toThrow(DerError)
  })
})

describe('the time that a signer claims', () => {
  test.each([
    ['261128101112Z', tag.utcTime, '2026-11-28T10:11:12.000Z'],
    ['491231235959Z', tag.utcTime, '2049-12-31T23:59:59.000Z'],
    ['500101000000Z', tag.utcTime, '1950-01-01T00:00:00.000Z'],
    ['20500101000000Z', tag.generalizedTime, '2050-01-01T00:00:00.000Z'],
    ['20261128101112.3456Z', tag.generalizedTime, '2026-11-28T10:11:12.345Z'],
  ])('%s of kind %i is %s', async (written, kind, read) => {
    const { signingTime } = await checkWith(oids.signingTime, der(kind, Buffer.from(written)))
    expect(signingTime?.toISOString()).toBe(read)
  })

  test.each(['20261128101112Z', '2611281011Z', '261128101112', '261128101112-0300'])(
    '%s of two digits for the year is refused',
    async (written) => {
      await expect(checkWith(oids.signingTime, der(tag.utcTime, Buffer.from(written)))).rejects.toThrow(
        DerError,
      )
    },
  )
})
