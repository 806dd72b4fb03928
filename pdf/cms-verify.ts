import { X509Certificate, constants, createHash, verify } from 'node:crypto'
import { DerError, children, contentOf, readDer, readOid, readTime, tag, wholeOf } from './der.ts'
import type { Element } from './der.ts'
import { oids } from './oids.ts'
import { issuerAndSerial } from './x509.ts'

/** The checks of one signer's CMS. */
export interface CmsCheck {
  signer: X509Certificate
  /** All certificates inside the CMS. */
  certificates: X509Certificate[]
  /** The content's digest equals the one in the signed attributes, or without these the one that is signed. */
  digestMatches: boolean
  /** The signed attributes, or without these the content, are signed by the signer's key. */
  signatureValid: boolean
  /** Whether ESS signing-certificate-v2 identifies the signer's certificate, another one, or is absent. */
  binding: 'bound' | 'other' | 'absent'
  weakDigest: boolean
  /** The time in the signed attributes: the signer's claim, without proof. */
  signingTime: Date | null
  timestamp: TimestampCheck | null
}

export interface TimestampCheck {
  /** The token is of these bytes and intact, and its certificate may stamp and was in force. */
  valid: boolean
  time: Date
  authority: X509Certificate
  /** All certificates inside the token, for finding the authority's issuers. */
  certificates: X509Certificate[]
}

const digests: Record<string, string> = {
  [oids.sha1]: 'sha1',
  [oids.sha256]: 'sha256',
  [oids.sha384]: 'sha384',
  [oids.sha512]: 'sha512',
}

/** Checks a detached CMS over `content`, given in pieces. Throws DerError where it cannot be parsed. */
export function checkCms(cms: Uint8Array, content: readonly Uint8Array[]): CmsCheck {
  const parsed = parseSignedData(cms)
  if (parsed.content) throw new DerError('content inside a detached signature')
  return checkSigner(parsed, content)
}

interface SignedData {
  content: Uint8Array | null
  contentType: string
  certificates: X509Certificate[]
  signerInfo: Element[]
}

function parseSignedData(cms: Uint8Array): SignedData {
  const [type, wrapped] = children(readDer(cms))
  if (readOid(type) !== oids.signedData || !wrapped) throw new DerError('not signed data')
  const fields = children(readDer(cms, wrapped.from, wrapped.end))
  const [, , encapsulated] = fields
  const signerInfos = fields.at(-1)
  if (!encapsulated || signerInfos?.kind !== tag.set) throw new DerError('signed data without its parts')
  const infos = children(signerInfos)
  if (infos.length !== 1 || !infos[0]) throw new DerError('not exactly one signer')
  const [contentType, inner] = children(encapsulated)
  const bag = fields.find(({ kind }) => kind === 0xa0)
  const certificates = (bag ? children(bag) : [])
    .filter(({ kind }) => kind === tag.sequence)
    .map((element) => new X509Certificate(wholeOf(element)))
  const octets = inner ? children(inner)[0] : undefined
  return {
    content: octets ? contentOf(octets) : null,
    contentType: readOid(contentType),
    certificates,
    signerInfo: children(infos[0]),
  }
}

function checkSigner(data: SignedData, content: readonly Uint8Array[]): CmsCheck {
  const [, identifier, digestAlgorithm, ...others] = data.signerInfo
  const attributes = others[0]?.kind === 0xa0 ? others.shift() : undefined
  const [algorithm, signature, unsigned] = others
  if (!identifier || !digestAlgorithm) throw new DerError('a signer without its parts')
  if (!algorithm || signature?.kind !== tag.octets) throw new DerError('a signer without signature')
  // Only plain data may be signed without attributes (RFC 5652, 5.3), so never a time-stamp.
  if (!attributes && data.contentType !== oids.data) throw new DerError('a signer without attributes')
  const digest = digests[readOid(children(digestAlgorithm)[0])]
  if (!digest) throw new DerError('an unknown digest')
  const named = data.certificates.find((certificate) => names(identifier, certificate))
  // A foreign certificate is checked as if it were the signer's: no check will hold.
  const signer = named ?? data.certificates[0]
  if (!signer) throw new DerError("no signer's certificate")

  const token = unsigned?.kind === 0xa1 ? attributeMap(unsigned).get(oids.timestampToken) : undefined
  const common = {
    signer,
    certificates: data.certificates,
    weakDigest: digest === 'sha1',
    timestamp: token ? checkTimestamp(wholeOf(token), contentOf(signature)) : null,
  }
  if (!attributes) {
    // The content itself is signed: an altered content and a foreign signature can't be told apart.
    const holds = signatureHolds(algorithm, digest, Buffer.concat(content), signer, contentOf(signature))
    const binding = named ? 'absent' : 'other'
    return { ...common, digestMatches: holds, signatureValid: holds, binding, signingTime: null }
  }
  const signed = attributeMap(attributes)
  const hash = createHash(digest)
  for (const piece of content) hash.update(piece)
  const claimed = signed.get(oids.messageDigest)
  const type = signed.get(oids.contentType)
  const time = signed.get(oids.signingTime)
  const plain = Buffer.from(wholeOf(attributes))
  plain[0] = tag.set
  return {
    ...common,
    digestMatches:
      claimed !== undefined &&
      Buffer.compare(contentOf(claimed), hash.digest()) === 0 &&
      type !== undefined &&
      readOid(type) === data.contentType,
    signatureValid: signatureHolds(algorithm, digest, plain, signer, contentOf(signature)),
    binding: named ? essBinding(signed.get(oids.signingCertificateV2), signer) : 'other',
    signingTime: time ? readTime(time) : null,
  }
}

/** Attributes by type; duplicates and multiple values are refused (RFC 5652, 11). */
function attributeMap(element: Element): Map<string, Element> {
  const found = new Map<string, Element>()
  for (const attribute of children(element)) {
    const [type, values] = children(attribute)
    const name = readOid(type)
    const [value, ...others] = values ? children(values) : []
    if (!value || others.length > 0 || found.has(name)) throw new DerError('an attribute that is not single')
    found.set(name, value)
  }
  return found
}

function names(identifier: Element, certificate: X509Certificate): boolean {
  if (identifier.kind !== tag.sequence) return false
  const { issuer, serial } = issuerAndSerial(certificate.raw)
  return Buffer.compare(contentOf(identifier), Buffer.concat([issuer, serial])) === 0
}

function signatureHolds(
  algorithm: Element,
  digest: string,
  data: Uint8Array,
  signer: X509Certificate,
  signature: Uint8Array,
): boolean {
  const key = signer.publicKey
  const isPss = readOid(children(algorithm)[0]) === oids.rsaPss
  try {
    if (key.asymmetricKeyType === 'rsa' && isPss)
      return verify(
        digest,
        data,
        { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO },
        signature,
      )
    return verify(key.asymmetricKeyType === 'ed25519' ? null : digest, data, key, signature)
  } catch {
    return false
  }
}

/** Compares the hash of ESSCertIDv2 (SHA-256 unless it names another) with the certificate's. */
function essBinding(attribute: Element | undefined, signer: X509Certificate): CmsCheck['binding'] {
  if (!attribute) return 'absent'
  const list = children(attribute)[0]
  const first = list ? children(list)[0] : undefined
  const fields = first ? children(first) : []
  const explicit = fields[0]?.kind === tag.sequence ? fields[0] : undefined
  const hash = fields[explicit ? 1 : 0]
  const digest = explicit ? digests[readOid(children(explicit)[0])] : 'sha256'
  if (!digest || hash?.kind !== tag.octets) return 'other'
  const own = createHash(digest).update(signer.raw).digest()
  return Buffer.compare(contentOf(hash), own) === 0 ? 'bound' : 'other'
}

const timeStamping = '1.3.6.1.5.5.7.3.8'

/** Checks an RFC 3161 token over these bytes, given in pieces; null where it cannot be parsed. */
export function checkTimestamp(token: Uint8Array, ...stamped: readonly Uint8Array[]): TimestampCheck | null {
  try {
    const data = parseSignedData(token)
    if (data.contentType !== oids.tstInfo || !data.content) return null
    const own = checkSigner(data, [data.content])
    const [, , imprint, , time] = children(readDer(data.content))
    if (!imprint || !time) return null
    const [algorithm, hashed] = children(imprint)
    const digest = digests[algorithm ? readOid(children(algorithm)[0]) : '']
    if (!digest || !hashed) return null
    const hash = createHash(digest)
    for (const piece of stamped) hash.update(piece)
    const matches = Buffer.compare(contentOf(hashed), hash.digest()) === 0
    const { signer } = own
    // The certificate must be for time-stamping only (RFC 3161, 2.3), and in force at the time.
    const forStamping = signer.keyUsage?.length === 1 && signer.keyUsage[0] === timeStamping
    const at = readTime(time)
    const inForce = at.getTime() + 1000 >= signer.validFromDate.getTime() && at <= signer.validToDate
    const isWhole = own.digestMatches && own.signatureValid && own.binding !== 'other' && !own.weakDigest
    return {
      valid: matches && isWhole && forStamping && inForce,
      time: at,
      authority: signer,
      certificates: own.certificates,
    }
  } catch (error) {
    if (error instanceof DerError || isCertificateError(error)) return null
    throw error
  }
}

/** Whether Node failed to parse a certificate. */
export function isCertificateError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_OSSL')
}
