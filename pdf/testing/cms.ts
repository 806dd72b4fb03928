import { createHash, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { der, integer, oid, tag } from '../der.ts'
import { oids } from '../oids.ts'
import { issuerAndSerial } from '../x509.ts'

/** A key and its certificate (DER). */
export interface Signer {
  key: KeyObject
  certificate: Uint8Array
}

/** Parts of a CMS that a test writes in its own way. */
export interface CmsParts {
  /** Type of the whole; signed data by default. */
  type?: string
  contentType?: string
  /** Puts the content inside; by default the signature is detached. */
  inside?: boolean
  certificates?: readonly Uint8Array[]
  /** The signed attributes; null for none. By default the content's type and digest. */
  attributes?: readonly Uint8Array[] | null
  digest?: 'sha1' | 'sha256'
  identifier?: Uint8Array
  algorithm?: string
  /** Signs these bytes; by default with the signer's key. */
  signed?: (bytes: Uint8Array) => Uint8Array
  /** Changes the fields of the signer: version, identifier, digest, attributes, algorithm, signature. */
  info?: (fields: Uint8Array[]) => Uint8Array[]
  /** Changes the signers. */
  infos?: (info: Uint8Array) => Uint8Array[]
  /** Changes the fields of the signed data: version, digests, content, certificates, signers. */
  fields?: (fields: Uint8Array[]) => Uint8Array[]
}

export const sequence = (...parts: Uint8Array[]) => der(tag.sequence, ...parts)
export const octets = (bytes: Uint8Array) => der(tag.octets, bytes)
export const attribute = (type: string, ...values: Uint8Array[]) =>
  sequence(oid(type), der(tag.set, ...values))

/** The attributes that each signature needs: the type and the digest of its content. */
export function ownAttributes(content: Uint8Array, type: string, digest = 'sha256'): Buffer[] {
  return [
    attribute(oids.contentType, oid(type)),
    attribute(oids.messageDigest, octets(createHash(digest).update(content).digest())),
  ]
}

/** A CMS over `content` as our signer wouldn't write it: sound but for the parts that are given. */
export function writeCms(
  { key, certificate }: Signer,
  content: Uint8Array,
  {
    type = oids.signedData,
    contentType = oids.data,
    inside = false,
    certificates = [certificate],
    digest = 'sha256',
    attributes = ownAttributes(content, contentType, digest),
    identifier,
    algorithm = key.asymmetricKeyType === 'rsa' ? oids.rsa : oids.ecdsaSha256,
    signed = (bytes) => sign(digest, bytes, key),
    info = (fields) => fields,
    infos = (one) => [one],
    fields = (all) => all,
  }: CmsParts = {},
): Buffer {
  const { issuer, serial } = issuerAndSerial(certificate)
  const digestAlgorithm = sequence(oid(digest === 'sha1' ? oids.sha1 : oids.sha256))
  const signer = info([
    integer(1),
    identifier ?? sequence(issuer, serial),
    digestAlgorithm,
    ...(attributes ? [der(0xa0, ...attributes)] : []),
    sequence(oid(algorithm)),
    octets(signed(attributes ? der(tag.set, ...attributes) : content)),
  ])
  const parts = fields([
    integer(1),
    der(tag.set, digestAlgorithm),
    sequence(oid(contentType), ...(inside ? [der(0xa0, octets(content))] : [])),
    der(0xa0, ...certificates),
    der(tag.set, ...infos(sequence(...signer))),
  ])
  return sequence(oid(type), der(0xa0, sequence(...parts)))
}
