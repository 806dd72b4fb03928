import type { KeyObject, X509Certificate } from 'node:crypto'
import 'reflect-metadata'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate as Parsed,
} from '@peculiar/x509'
import { isSelfIssued } from './x509.ts'

/** Why a certificate cannot sign for a company. */
export type CertificateFault = 'other_key' | 'expired' | 'not_yet_valid' | 'weak' | 'no_chain' | 'wrong_usage'

const curves = new Set(['prime256v1', 'secp384r1', 'secp521r1'])
const weakDigests = /md[245]|sha1\b|sha-1\b/i

/** Extended key usages (RFC 5280 and vendors') accepted for signing documents. */
const purposes = new Set([
  '2.5.29.37.0',
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.2',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
])
/** Extended key usage of a web server. */
const serverAuthentication = '1.3.6.1.5.5.7.3.1'

/** The chain of issuers of a certificate, as far as `all` contains them. */
export function issuersOf(own: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const chain: X509Certificate[] = []
  let last = own
  while (!isSelfIssued(last) && chain.length < 8) {
    const issuer = all.find((one) => one.ca && last.checkIssued(one) && last.verify(one.publicKey))
    if (!issuer || chain.includes(issuer)) break
    chain.push(issuer)
    last = issuer
  }
  return chain
}

/** Why this certificate must not sign now; null where it may. */
export function fitForSigning(
  key: KeyObject,
  own: X509Certificate,
  issuers: readonly X509Certificate[],
  now: Date,
): CertificateFault | null {
  if (own.validToDate <= now) return 'expired'
  if (own.validFromDate > now) return 'not_yet_valid'
  const certificate = new Parsed(new Uint8Array(own.raw))
  if (isWeak(key) || (!isSelfIssued(own) && weakDigests.test(digestOf(certificate)))) return 'weak'
  if (!signs(certificate)) return 'wrong_usage'
  if (isSelfIssued(own)) return null
  if (issuers.length === 0) return 'no_chain'
  return issuers.some((one) => one.validToDate <= now) ? 'expired' : null
}

function isWeak({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return (details?.modulusLength ?? 0) < 2048
  return !curves.has(details?.namedCurve ?? '')
}

function digestOf({ signatureAlgorithm }: Parsed): string {
  const { hash } = signatureAlgorithm
  return typeof hash === 'string' ? hash : hash.name
}

function signs(certificate: Parsed): boolean {
  if (certificate.getExtension(BasicConstraintsExtension)?.ca && !isAlone(certificate)) return false
  const usages = certificate.getExtension(KeyUsagesExtension)?.usages
  const signing = KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation
  if (usages !== undefined && (usages & signing) === 0) return false
  return fitsPurposes(certificate)
}

/** A self-issued certificate may be an authority: `openssl req -x509` marks every one as such. */
function isAlone({ subject, issuer }: Parsed): boolean {
  return subject === issuer
}

function fitsPurposes(certificate: Parsed): boolean {
  const extension = certificate.getExtension(ExtendedKeyUsageExtension)
  if (!extension) return true
  const usages = extension.usages.map(String)
  return usages.some((one) => purposes.has(one)) && !usages.includes(serverAuthentication)
}
