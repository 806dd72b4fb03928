import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Authority, Validity } from './certificates.ts'
import { children, contentOf, der, integer, oid, readDer, readOid, tag, wholeOf } from './der.ts'
import { oids } from './oids.ts'

export interface EmployeeSigner {
  name: string
  taxId: string
  company: string
  /** ISO 3166, two letters. */
  country: string
  email?: string
}

const utf8 = 0x0c
const printable = 0x13
const ia5 = 0x16
const bits = 0x03
const sequence = (...parts: Uint8Array[]) => der(tag.sequence, ...parts)
const text = (kind: number, words: string) => der(kind, Buffer.from(words.normalize('NFC')))
const extension = (id: string, value: Uint8Array, critical = false) =>
  sequence(oid(id), ...(critical ? [der(tag.boolean, Uint8Array.of(0xff))] : []), der(tag.octets, value))

const ecdsa = sequence(oid(oids.ecdsaSha256))
const subjectKeyIdentifier = '2.5.29.14'
/** Not an authority; digital signature and non-repudiation; document signing (RFC 9336 and Adobe's own). */
const fixedExtensions = [
  extension('2.5.29.19', sequence(), true),
  extension('2.5.29.15', der(bits, Uint8Array.of(6, 0xc0)), true),
  extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.36'), oid('1.2.840.113583.1.1.5'))),
]

/**
 * A P-256 key for one act of signing, certified by the authority; drop it after the act. Written directly in DER, which
 * costs a thirtieth of a general certificate generator: whole companies sign within an hour of payday.
 */
export function issueEmployeeCertificate(
  authority: Authority,
  signer: EmployeeSigner,
  validity: Validity,
): { certificate: Uint8Array; key: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const issuer = issuerOf(authority.certificate)
  const body = sequence(
    der(0xa0, integer(2)),
    der(tag.integer, serialNumber()),
    ecdsa,
    issuer.name,
    sequence(time(validity.from), time(validity.to)),
    nameOf(signer),
    spki,
    der(
      0xa3,
      sequence(
        ...fixedExtensions,
        extension(subjectKeyIdentifier, der(tag.octets, keyIdentifier(spki))),
        extension('2.5.29.35', sequence(der(0x80, issuer.keyIdentifier))),
      ),
    ),
  )
  const signature = sign('sha256', body, authority.key)
  const certificate = sequence(body, ecdsa, der(bits, Uint8Array.of(0), signature))
  return { certificate: new Uint8Array(certificate), key: privateKey }
}

function nameOf({ country, company, taxId, name, email }: EmployeeSigner): Buffer {
  const part = (id: string, value: Uint8Array) => der(tag.set, sequence(oid(id), value))
  // A semantics identifier by ETSI EN 319 412-1: `TINAR-20287145366`.
  const identifier = `TIN${country.toUpperCase()}-${taxId.replace(/[^0-9A-Za-z]/g, '')}`
  return sequence(
    part('2.5.4.6', text(printable, country)),
    part('2.5.4.10', text(utf8, company)),
    part('2.5.4.5', text(printable, identifier)),
    part('2.5.4.3', text(utf8, name)),
    ...(email ? [part('1.2.840.113549.1.9.1', text(ia5, email))] : []),
  )
}

/** A time of validity: RFC 5280 requires a two-digit year until 2049. */
function time(at: Date): Buffer {
  const digits = `${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`
  return at.getUTCFullYear() < 2050 ? text(tag.utcTime, digits.slice(2)) : text(tag.generalizedTime, digits)
}

/** 128 random bits, positive. */
function serialNumber(): Uint8Array {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes
}

/** SHA-1 of the public key's bits, the key identifier of RFC 5280 §4.2.1.2. */
function keyIdentifier(spki: Uint8Array): Buffer {
  const [, key] = children(readDer(spki))
  if (!key) throw new Error('not a public key')
  return createHash('sha1').update(contentOf(key).subarray(1)).digest()
}

interface Issuer {
  name: Uint8Array
  keyIdentifier: Uint8Array
}

/** The authority's name and key identifier, copied from its certificate. */
function issuerOf(certificate: Uint8Array): Issuer {
  const fields = children(children(readDer(certificate))[0] ?? readDer(certificate))
  const [name, extensions] = [fields[5], fields.at(-1)]
  if (!name || !extensions) throw new Error('not a certificate of an authority')
  for (const list of children(extensions))
    for (const item of children(list)) {
      const parts = children(item)
      const value = parts.at(-1)
      if (!value || readOid(parts[0]) !== subjectKeyIdentifier) continue
      return { name: wholeOf(name), keyIdentifier: contentOf(readDer(contentOf(value))) }
    }
  throw new Error('an authority without a key identifier')
}
