import { constants, createHash, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signCms, signerIdentity } from './cms.ts'
import { type CmsCheck, checkCms, checkTimestamp, isCertificateError } from './cms-verify.ts'
import { DerError, children, der, integer, oid, readDer, tag, wholeOf } from './der.ts'
import { oids } from './oids.ts'
import { type CmsParts, attribute, octets, ownAttributes, sequence, writeCms } from './testing/cms.ts'
import { makeSigners } from './testing/signers.ts'
import { issueStamper } from './testing/stamper.ts'
import { issuerAndSerial } from './x509.ts'

const { company, employee } = await makeSigners()
const content = Buffer.from('a signed revision')
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

/** The company's certificate with a key in it that agrees on secrets and signs nothing. */
function withoutSigningKey(): Buffer {
  const [body, ...rest] = children(readDer(company.certificate))
  const fields = body ? children(body) : []
  const key = generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'der' })
  const parts = fields.map((field, at) => (at === 6 ? key : wholeOf(field)))
  return sequence(sequence(...parts), ...rest.map(wholeOf))
}

describe('a signature of other parts than ours', () => {
  const { issuer, serial } = issuerAndSerial(company.certificate)
  const [typeAttribute, digestAttribute] = ownAttributes(content, oids.data)
  if (!typeAttribute || !digestAttribute) throw new Error('no attributes')
  const check = (parts: CmsParts) => checkCms(writeCms(company, content, parts), [content])
  const pss = { key: company.key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
  const dropping = (from: number, to: number) => (all: Uint8Array[]) => all.toSpliced(from, to - from)
  const otherSerial = integer(7)
  const otherIssuer = sequence()

  test.each<[string, CmsParts, Partial<CmsCheck>]>([
    [
      'as others write it',
      {},
      { digestMatches: true, signatureValid: true, binding: 'absent', weakDigest: false },
    ],
    [
      'without attributes',
      { attributes: null },
      { digestMatches: true, signatureValid: true, binding: 'absent' },
    ],
    [
      'without attributes, of a certificate that is not there',
      { attributes: null, identifier: sequence(issuer, otherSerial) },
      { binding: 'other' },
    ],
    ['of another serial number', { identifier: sequence(issuer, otherSerial) }, { binding: 'other' }],
    ['of another issuer', { identifier: sequence(otherIssuer, serial) }, { binding: 'other' }],
    ['of a key’s number', { identifier: der(0xa0, issuer, serial) }, { binding: 'other' }],
    ['without the digest', { attributes: [typeAttribute] }, { digestMatches: false, signatureValid: true }],
    ['without the type', { attributes: [digestAttribute] }, { digestMatches: false, signatureValid: true }],
    [
      'of another type of content',
      { attributes: ownAttributes(content, oids.tstInfo) },
      { digestMatches: false, signatureValid: true },
    ],
    [
      'of other content',
      { attributes: ownAttributes(Buffer.from('another'), oids.data) },
      { digestMatches: false, signatureValid: true },
    ],
    ['by SHA-1', { digest: 'sha1' }, { digestMatches: true, signatureValid: true, weakDigest: true }],
    [
      'with the padding of PSS',
      { algorithm: oids.rsaPss, signed: (bytes) => sign('sha256', bytes, pss) },
      { signatureValid: true },
    ],
    [
      'with a padding of PSS that is not named',
      { signed: (bytes) => sign('sha256', bytes, pss) },
      { signatureValid: false },
    ],
    ['that names PSS and has none', { algorithm: oids.rsaPss }, { signatureValid: false }],
    [
      'by a key of another',
      { signed: (bytes) => sign('sha256', bytes, employee.key) },
      { signatureValid: false },
    ],
    [
      'by a key that signs nothing',
      { certificates: [withoutSigningKey()] },
      { digestMatches: true, signatureValid: false },
    ],
    [
      'beside the certificate of somebody else',
      { certificates: [employee.certificate, company.certificate] },
      { signatureValid: true, binding: 'absent' },
    ],
    [
      'beside a certificate of attributes',
      { certificates: [der(0xa1, integer(1)), company.certificate] },
      { signatureValid: true, binding: 'absent' },
    ],
  ])('%s is checked', (_, parts, expected) => {
    expect(check(parts)).toMatchObject(expected)
  })

  test.each<[string, CmsParts]>([
    ['data of another type', { type: oids.data }],
    ['content inside', { inside: true }],
    ['other content without attributes', { attributes: null, contentType: oids.tstInfo }],
    ['no content', { fields: dropping(1, 4) }],
    [
      'signers that are no set',
      {
        fields: (all) => [
          ...all.slice(0, 4),
          Buffer.from([tag.sequence, ...all.slice(4).flatMap((set) => [...set.subarray(1)])]),
        ],
      },
    ],
    ['no signers', { infos: () => [] }],
    ['two signers', { infos: (info) => [info, info] }],
    ['a signer of a version alone', { info: (fields) => fields.slice(0, 1) }],
    ['no signature', { info: (fields) => fields.slice(0, -1) }],
    [
      'a signature of another kind than bytes',
      {
        info: (fields) =>
          fields.map((field, at) => (at === 5 ? Buffer.from([0x0c, ...field.subarray(1)]) : field)),
      },
    ],
    ['a digest nobody knows', { info: (fields) => fields.toSpliced(2, 1, sequence(oid(oids.rsa))) }],
    ['no certificate', { certificates: [] }],
    ['no place for certificates', { fields: dropping(3, 4) }],
    [
      'an attribute without value',
      { attributes: [typeAttribute, digestAttribute, attribute(oids.signingTime)] },
    ],
    [
      'an attribute without values',
      { attributes: [typeAttribute, digestAttribute, sequence(oid(oids.signingTime))] },
    ],
    ['an attribute that stands twice', { attributes: [typeAttribute, digestAttribute, digestAttribute] }],
    [
      'an attribute of two values',
      { attributes: [typeAttribute, digestAttribute, attribute(oids.signingTime, integer(1), integer(2))] },
    ],
  ])('%s is refused', (_, parts) => {
    expect(() => check(parts)).toThrow(DerError)
  })

  test('a signature by an elliptic key holds, whatever padding it names', () => {
    const cms = writeCms(employee, content, { algorithm: oids.rsaPss })
    expect(checkCms(cms, [content])).toMatchObject({ digestMatches: true, signatureValid: true })
  })

  test('signed data without anything in it is refused', () => {
    expect(() => checkCms(sequence(oid(oids.signedData)), [content])).toThrow(DerError)
  })

  test('a certificate that can’t be read is an error of certificates, and others are not', () => {
    const broken = () => check({ certificates: [sequence(integer(1))] })
    expect(broken).toThrow(expect.toSatisfy(isCertificateError))
    expect(
      [new Error('other'), Object.assign(new Error('other'), { code: 'ERR_OTHER' }), 'ERR_OSSL'].map(
        isCertificateError,
      ),
    ).toEqual([false, false, false])
  })
})

describe('a time-stamp', async () => {
  const stamping = '1.3.6.1.5.5.7.3.8'
  const validity = { from: new Date('2026-11-28T10:00:00Z'), to: new Date('2026-11-28T11:00:00Z') }
  const authority = await issueStamper([stamping], validity)
  const forMore = await issueStamper([stamping, '1.3.6.1.5.5.7.3.4'], validity)
  const forOther = await issueStamper(['1.3.6.1.5.5.7.3.4'], validity)
  const stamped = Buffer.from('a signature')
  const hash = createHash('sha256').update(stamped).digest()
  const imprintOf = (bytes: Uint8Array, name: string = oids.sha256) =>
    sequence(sequence(oid(name)), octets(bytes))

  interface Token extends CmsParts {
    signer?: typeof authority
    time?: string
    imprint?: Uint8Array
    /** Number of fields of its information; five by default. */
    length?: number
  }
  const info = ({ time = '20261128101112Z', imprint = imprintOf(hash), length = 5 }: Token) =>
    sequence(
      ...[integer(1), oid('1.2.3.4'), imprint, integer(7), der(tag.generalizedTime, Buffer.from(time))].slice(
        0,
        length,
      ),
    )
  const checkToken = (token: Token) =>
    checkTimestamp(
      writeCms(token.signer ?? authority, info(token), { inside: true, contentType: oids.tstInfo, ...token }),
      stamped,
    )
  const own = ownAttributes(info({}), oids.tstInfo)
  const naming = (certificate: Uint8Array) =>
    attribute(oids.signingCertificateV2, sequence(sequence(sequence(octets(hashOf(certificate))))))

  test.each<[string, Token, boolean]>([
    ['of these bytes', {}, true],
    ['of other bytes', { imprint: imprintOf(hashOf(Buffer.from('another'))) }, false],
    ['a second before its certificate begins', { time: '20261128095959Z' }, true],
    ['more than a second before it begins', { time: '20261128095958.999Z' }, false],
    ['at the last moment of its certificate', { time: '20261128110000Z' }, true],
    ['after its certificate has ended', { time: '20261128110000.001Z' }, false],
    ['by a certificate that may do more', { signer: forMore }, false],
    ['by a certificate that may do something else', { signer: forOther }, false],
    ['by SHA-1', { digest: 'sha1' }, false],
    ['that names its certificate', { attributes: [...own, naming(authority.certificate)] }, true],
    ['that names another certificate', { attributes: [...own, naming(company.certificate)] }, false],
    ['over other information', { attributes: ownAttributes(info({ length: 4 }), oids.tstInfo) }, false],
    ['signed by another key', { signed: (bytes) => sign('sha256', bytes, employee.key) }, false],
  ])('%s is checked', (_, token, valid) => {
    expect(checkToken(token)?.valid).toBe(valid)
  })

  test.each<[string, Token]>([
    ['of plain data', { contentType: oids.data }],
    ['of nothing', { inside: false }],
    ['without attributes', { attributes: null }],
    ['without a time', { length: 4 }],
    ['without an imprint', { length: 2 }],
    ['with an imprint of nothing', { imprint: sequence() }],
    ['with an imprint that lacks the digest', { imprint: sequence(sequence(oid(oids.sha256))) }],
    ['by a digest nobody knows', { imprint: imprintOf(hash, oids.rsa) }],
    ['with a certificate that can’t be read', { certificates: [sequence(integer(1))] }],
  ])('%s is none', (_, token) => {
    expect(checkToken(token)).toBeNull()
  })
})
