import { X509Certificate, createHash } from 'node:crypto'
import { children, contentOf, readDer, readOid, wholeOf } from './der.ts'
import type { Element } from './der.ts'

/** The usual parts of a distinguished name; missing ones are absent. */
export interface Subject {
  commonName?: string
  organization?: string
  organizationIdentifier?: string
  title?: string
  serialNumber?: string
  email?: string
  country?: string
}

export interface CertificateFacts {
  subject: Subject
  issuer: Subject
  /** Hexadecimal. */
  serialNumber: string
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: string
  validFrom: Date
  validTo: Date
  selfIssued: boolean
  key: string
}

const parts: Record<string, keyof Subject> = {
  '2.5.4.3': 'commonName',
  '2.5.4.10': 'organization',
  '2.5.4.97': 'organizationIdentifier',
  '2.5.4.12': 'title',
  '2.5.4.5': 'serialNumber',
  '1.2.840.113549.1.9.1': 'email',
  '2.5.4.6': 'country',
}

const known = new WeakMap<Uint8Array, CertificateFacts>()

/** The facts of a certificate (DER) for screens and reports. Throws where it is not a certificate. */
export function certificateFacts(certificate: Uint8Array): CertificateFacts {
  // One certificate signs thousands of documents: the same buffer is parsed once.
  const facts = known.get(certificate) ?? readFacts(certificate)
  known.set(certificate, facts)
  return facts
}

function readFacts(certificate: Uint8Array): CertificateFacts {
  const parsed = new X509Certificate(certificate)
  const body = children(readDer(certificate))[0]
  const fields = body ? children(body) : []
  const at = fields[0]?.kind === 0xa0 ? 1 : 0
  const { asymmetricKeyType: type = 'unknown', asymmetricKeyDetails: details } = parsed.publicKey
  return {
    subject: nameParts(fields[at + 4]),
    issuer: nameParts(fields[at + 2]),
    serialNumber: parsed.serialNumber.toLowerCase(),
    fingerprint: createHash('sha256').update(certificate).digest('hex'),
    validFrom: parsed.validFromDate,
    validTo: parsed.validToDate,
    selfIssued: isSelfIssued(parsed),
    key: keyName(type, details?.modulusLength, details?.namedCurve),
  }
}

/** The common name of a key: `RSA 2048`, `ECDSA P-256`. */
function keyName(type: string, bits: number | undefined, curve: string | undefined): string {
  if (bits) return `${type.toUpperCase()} ${bits}`
  return curve ? `ECDSA ${curveNames[curve] ?? curve}` : type
}

/** NIST names (FIPS 186) of curves that OpenSSL names otherwise. */
const curveNames: Record<string, string> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
}

/** The issuer's name and the serial number of a certificate, in DER. */
export function issuerAndSerial(certificate: Uint8Array): { issuer: Uint8Array; serial: Uint8Array } {
  const body = children(readDer(certificate))[0]
  const fields = body ? children(body) : []
  const at = fields[0]?.kind === 0xa0 ? 1 : 0
  const serial = fields[at]
  const issuer = fields[at + 2]
  if (!serial || !issuer) throw new Error('not a certificate')
  return { issuer: wholeOf(issuer), serial: wholeOf(serial) }
}

/** Issued by itself and signed by its own key. (`checkIssued` would also require the right to certify others.) */
export function isSelfIssued(certificate: X509Certificate): boolean {
  return certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey)
}

function nameParts(name: Element | undefined): Subject {
  const subject: Subject = {}
  for (const set of name ? children(name) : []) {
    for (const pair of children(set)) {
      const [type, value] = children(pair)
      const part = parts[readOid(type)]
      if (part && value) subject[part] = text(value)
    }
  }
  return subject
}

function text(value: Element): string {
  const bytes = Buffer.from(contentOf(value))
  // BMPString is UTF-16; UTF8String UTF-8; the older kinds are read as Latin-1.
  if (value.kind === 0x1e) return Buffer.from(bytes).swap16().toString('utf16le')
  return bytes.toString(value.kind === 0x0c ? 'utf8' : 'latin1')
}
