import 'reflect-metadata'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { createPrivateKey, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** A certificate (DER) with its private key. `pkcs8` is for wrapping; the caller zeroes it afterwards. */
export interface IssuedKey {
  certificate: Uint8Array
  key: KeyObject
  pkcs8: Buffer
}

export interface Validity {
  from: Date
  to: Date
}

/** The person who signs for a company. Tax ids are digits and letters only. */
export interface CompanySigner {
  name: string
  position: string
  email?: string
  company: string
  companyTaxId: string
  taxId?: string
  /** ISO 3166, two letters. */
  country: string
}

/** The parts of an authority that sign: its certificate (DER) and key. */
export type Authority = Pick<IssuedKey, 'certificate' | 'key'>

const { subtle } = globalThis.crypto
const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const p256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const organizationIdentifier = '2.5.4.97'
/** id-kp-documentSigning (RFC 9336) and Adobe's older equivalent. */
const documentSigning = ['1.3.6.1.5.5.7.3.36', '1.2.840.113583.1.1.5']

/**
 * A company's own certificate, self-issued, RSA 2048. By default it is valid for two years from `validity.from`.
 */
export async function issueCompanyCertificate(
  signer: CompanySigner,
  validity: { from: Date; to?: Date },
): Promise<IssuedKey> {
  const keys = await subtle.generateKey(
    { ...rsa, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  )
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: nameOf([
      ['C', signer.country],
      ['O', signer.company],
      [organizationIdentifier, identifier('VAT', signer.country, signer.companyTaxId)],
      ['T', signer.position],
      ['SERIALNUMBER', signer.taxId && identifier('TIN', signer.country, signer.taxId)],
      ['CN', signer.name],
      ['E', signer.email],
    ]),
    notBefore: validity.from,
    notAfter: validity.to ?? yearsAfter(validity.from, 2),
    signingAlgorithm: rsa,
    keys,
    extensions: await leafExtensions(keys.publicKey),
  })
  return issued(certificate, keys.privateKey)
}

/**
 * Issues an installation's authority (P-256), which certifies the keys that employees sign with. By default it is valid
 * for twenty years.
 */
export async function issueAuthority(
  name: { organization: string; commonName: string },
  validity: { from: Date; to?: Date },
): Promise<IssuedKey> {
  const keys = await subtle.generateKey(p256, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: nameOf([
      ['O', name.organization],
      ['CN', name.commonName],
    ]),
    notBefore: validity.from,
    notAfter: validity.to ?? yearsAfter(validity.from, 20),
    signingAlgorithm: p256,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return issued(certificate, keys.privateKey)
}

/** Restores an authority from storage. */
export function authorityFrom(certificate: Uint8Array, pkcs8: Buffer): Authority {
  return { certificate, key: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }) }
}

async function issued(certificate: X509Certificate, privateKey: CryptoKey): Promise<IssuedKey> {
  const pkcs8 = Buffer.from(await subtle.exportKey('pkcs8', privateKey))
  return {
    certificate: new Uint8Array(certificate.rawData),
    key: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }),
    pkcs8,
  }
}

async function leafExtensions(publicKey: CryptoKey) {
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
    new ExtendedKeyUsageExtension(documentSigning),
    await SubjectKeyIdentifierExtension.create(publicKey),
  ]
}

/** A distinguished name. Texts are UTF-8 except where X.520 requires a printable or IA5 string. */
function nameOf(parts: readonly (readonly [string, string | undefined])[]): Name {
  const kinds: Record<string, 'printableString' | 'ia5String'> = {
    C: 'printableString',
    SERIALNUMBER: 'printableString',
    E: 'ia5String',
  }
  const given = parts.filter((part): part is readonly [string, string] => Boolean(part[1]))
  return new Name(
    given.map(([type, text]) => {
      const kind = kinds[type] ?? 'utf8String'
      return { [attributeTypes[type] ?? type]: [{ [kind]: text.normalize('NFC') }] }
    }),
  )
}

const attributeTypes: Record<string, string> = {
  C: '2.5.4.6',
  O: '2.5.4.10',
  T: '2.5.4.12',
  SERIALNUMBER: '2.5.4.5',
  CN: '2.5.4.3',
  E: '1.2.840.113549.1.9.1',
}

/** A semantics identifier by ETSI EN 319 412-1: `TINAR-20287145366`. */
function identifier(kind: 'TIN' | 'VAT', country: string, id: string): string {
  return `${kind}${country.toUpperCase()}-${id.replace(/[^0-9A-Za-z]/g, '')}`
}

/** 128 random bits, positive, hexadecimal. */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes.toString('hex')
}

function yearsAfter(from: Date, years: number): Date {
  const date = new Date(from)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date
}
