import { createHash, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { checkTimestamp } from './cms-verify.ts'
import { der, integer, oid, tag } from './der.ts'
import { oids } from './oids.ts'
import { TimestampError } from './tsa.ts'
import type { Timestamp } from './tsa.ts'
import { issuerAndSerial } from './x509.ts'

const nothing = Buffer.from([tag.null, 0])
const sha256Algorithm = der(tag.sequence, oid(oids.sha256), nothing)
const contentTypeAttribute = attribute(oids.contentType, oid(oids.data))

function attribute(type: string, value: Uint8Array): Buffer {
  return der(tag.sequence, oid(type), der(tag.set, value))
}

/** The parts of a CMS that depend on the certificates and the key alone, computed once for many signatures. */
export interface SignerIdentity {
  key: KeyObject
  certificates: Buffer
  signerIdentifier: Buffer
  certificateAttribute: Buffer
  algorithm: Buffer
  /** Upper bound of the size of this signer's CMS without a time-stamp, in bytes. */
  maxBytes: number
}

/** Prepares a signer. `chain` is DER, the signer's certificate first; keys are RSA or P-256. */
export function signerIdentity(key: KeyObject, chain: readonly Uint8Array[]): SignerIdentity {
  const own = chain[0]
  if (!own) throw new Error('a signer needs a certificate')
  const { issuer, serial } = issuerAndSerial(own)
  const certHash = der(tag.octets, createHash('sha256').update(own).digest())
  const issuerSerial = der(tag.sequence, der(tag.sequence, der(0xa4, issuer)), serial)
  // ESSCertIDv2 with its default hash, SHA-256, which DER requires to be omitted (RFC 5035).
  const essCertId = der(tag.sequence, certHash, issuerSerial)
  const isRsa = key.asymmetricKeyType === 'rsa'
  const certificates = der(0xa0, ...chain)
  return {
    key,
    certificates,
    signerIdentifier: der(tag.sequence, issuer, serial),
    certificateAttribute: attribute(
      oids.signingCertificateV2,
      der(tag.sequence, der(tag.sequence, essCertId)),
    ),
    algorithm: isRsa ? der(tag.sequence, oid(oids.rsa), nothing) : der(tag.sequence, oid(oids.ecdsaSha256)),
    maxBytes: certificates.length + 2 * issuer.length + (isRsa ? 1100 : 500),
  }
}

/**
 * A detached CMS SignedData over content with this SHA-256 digest, following PAdES baseline B-B (ETSI EN 319 142-1:
 * content type, message digest, ESS signing-certificate-v2, no signing time); with `timestamp`, also B-T's signature
 * time-stamp.
 */
export async function signCms(
  signer: SignerIdentity,
  digest: Uint8Array,
  timestamp?: Timestamp,
): Promise<Buffer> {
  const { signature, signedAttributes } = signDigest(signer, digest)
  if (!timestamp) return signedData(signer, signedAttributes, signature)
  const token = await timestamp(createHash('sha256').update(signature).digest())
  if (!checkTimestamp(token, signature)?.valid)
    throw new TimestampError('the time-stamp is not of this signature')
  return signedData(signer, signedAttributes, signature, der(0xa1, attribute(oids.timestampToken, token)))
}

function signDigest(
  signer: SignerIdentity,
  digest: Uint8Array,
): { signature: Buffer; signedAttributes: Buffer } {
  const attributes = [
    contentTypeAttribute,
    attribute(oids.messageDigest, der(tag.octets, digest)),
    signer.certificateAttribute,
  ].toSorted((a, b) => Buffer.compare(a, b))
  const signedAttributes = der(tag.set, ...attributes)
  return { signature: sign('sha256', signedAttributes, signer.key), signedAttributes }
}

function signedData(
  signer: SignerIdentity,
  attributes: Buffer,
  signature: Buffer,
  unsigned?: Buffer,
): Buffer {
  const implicit = Buffer.from(attributes)
  implicit[0] = 0xa0
  const info = [
    integer(1),
    signer.signerIdentifier,
    sha256Algorithm,
    implicit,
    signer.algorithm,
    der(tag.octets, signature),
    ...(unsigned ? [unsigned] : []),
  ]
  return der(
    tag.sequence,
    oid(oids.signedData),
    der(
      0xa0,
      der(
        tag.sequence,
        integer(1),
        der(tag.set, sha256Algorithm),
        der(tag.sequence, oid(oids.data)),
        signer.certificates,
        der(tag.set, der(tag.sequence, ...info)),
      ),
    ),
  )
}
