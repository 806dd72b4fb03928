import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { P12Signer } from '@libpdf/core'
import { type AsnType, Constructed, fromBER, Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import { fitForSigning, issuersOf, type CertificateFault } from './p12-fitness.ts'

/**
 * Why a PKCS #12 file (RFC 7292) is refused. `not_p12`: another format, or truncated. `unsupported`: not protected by a
 * password with one of the usual ciphers, or a kind of key that cannot sign here. `too_costly`: more rounds of key
 * derivation than any program writes. `no_key`; `other_key`: none of its certificates belongs to the key. The others
 * concern the certificate itself.
 */
export type P12Fault =
  | 'not_p12'
  | 'unsupported'
  | 'too_costly'
  | 'wrong_password'
  | 'no_key'
  | CertificateFault

/** A company's key and certificate. `pkcs8` is for wrapping; the caller zeroes it afterwards. */
export interface OpenedP12 {
  ok: true
  pkcs8: Uint8Array
  /** DER, the signer's certificate first, then its issuers as far as the file contains them. */
  chain: Uint8Array[]
}

export interface P12Refusal {
  ok: false
  fault: P12Fault
  detail: string
}

export interface P12Request {
  bytes: Uint8Array
  password: string
  /** The moment at which the certificate must be valid. */
  now: Date
}

/** Rounds of key derivation at most, in one place and in the whole file; browsers' exports have 600,000. */
const mostRounds = 1_000_000
const mostRoundsInAll = 4_000_000
const pbmac1 = '1.2.840.113549.1.5.14'
const data = '1.2.840.113549.1.7.1'

/** Opens a .p12 or .pfx. Returns its key and certificates if they can sign for a company, else the reason. */
export async function openP12({ bytes, password, now }: P12Request): Promise<OpenedP12 | P12Refusal> {
  const fault = outerFault(bytes)
  if (fault) return refusal(fault, 'its outer form')
  let signer: P12Signer
  try {
    signer = await P12Signer.create(bytes, password)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return refusal(faultIn(detail), detail)
  }
  const pkcs8 = Buffer.from(await globalThis.crypto.subtle.exportKey('pkcs8', signer['privateKey']))
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const found = checked(key, [signer.certificate, ...signer.certificateChain], now)
  if (found.ok) return { ...found, pkcs8: new Uint8Array(pkcs8) }
  pkcs8.fill(0)
  return found
}

function checked(
  key: KeyObject,
  certificates: readonly Uint8Array[],
  now: Date,
): { ok: true; chain: Uint8Array[] } | P12Refusal {
  let parsed: X509Certificate[]
  try {
    parsed = certificates.map((one) => new X509Certificate(one))
  } catch (error) {
    return refusal('unsupported', String(error))
  }
  const own = parsed.find((one) => one.checkPrivateKey(key))
  if (!own) return refusal('other_key', 'no certificate of its key')
  const issuers = issuersOf(own, parsed)
  const fault = fitForSigning(key, own, issuers, now)
  if (fault) return refusal(fault, own.subject)
  return { ok: true, chain: [own, ...issuers].map(({ raw }) => new Uint8Array(raw)) }
}

/** Checks before any costly work: not a PFX, no MAC by password, or too many rounds. */
function outerFault(bytes: Uint8Array): P12Fault | null {
  const result = sequenceIn(bytes)
  if (!result) return 'not_p12'
  const [version, content, mac] = result.valueBlock.value
  if (!(version instanceof Integer) || version.valueBlock.valueDec !== 3) return 'not_p12'
  if (!(content instanceof Sequence)) return 'not_p12'
  const [kind] = content.valueBlock.value
  if (!(kind instanceof ObjectIdentifier)) return 'not_p12'
  const all = rounds(result, 0)
  if (all.some((count) => count > mostRounds)) return 'too_costly'
  if (all.reduce((sum, count) => sum + count, 0) > mostRoundsInAll) return 'too_costly'
  if (kind.valueBlock.toString() !== data || !(mac instanceof Sequence)) return 'unsupported'
  return oidsIn(mac, 0).includes(pbmac1) ? 'unsupported' : null
}

/** Every integer right after a salt: the rounds of PKCS #12, PBKDF2 and MAC alike. */
function rounds(node: AsnType, depth: number): number[] {
  const found: number[] = []
  let before: AsnType | null = null
  for (const child of childrenOf(node, depth)) {
    if (child instanceof Integer && before instanceof OctetString)
      found.push(child.valueBlock.isHexOnly ? Infinity : Math.abs(child.valueBlock.valueDec))
    found.push(...rounds(child, depth + 1))
    before = child
  }
  return found
}

function oidsIn(node: AsnType, depth: number): string[] {
  if (node instanceof ObjectIdentifier) return [node.valueBlock.toString()]
  return childrenOf(node, depth).flatMap((child) => oidsIn(child, depth + 1))
}

/** The children of an element, also of octets that are themselves BER. */
function childrenOf(node: AsnType, depth: number): AsnType[] {
  if (depth > 40) return []
  if (node instanceof Constructed) return node.valueBlock.value
  if (!(node instanceof OctetString)) return []
  const inner = sequenceIn(new Uint8Array(node.getValue()))
  return inner ? [inner] : []
}

/** The sequence that these bytes encode completely; null otherwise. */
function sequenceIn(bytes: Uint8Array): Sequence | null {
  try {
    const { offset, result } = fromBER(new Uint8Array(bytes))
    return offset === bytes.length && result instanceof Sequence ? result : null
  } catch {
    // Encrypted bytes may have any form.
    return null
  }
}

function faultIn(message: string): P12Fault {
  if (/integrity|mac\b|password/i.test(message)) return 'wrong_password'
  if (/no private key/i.test(message)) return 'no_key'
  if (/no certificates/i.test(message)) return 'other_key'
  return 'unsupported'
}

function refusal(fault: P12Fault, detail: string): P12Refusal {
  return { ok: false, fault, detail }
}
