import { X509Certificate } from 'node:crypto'

/** Maximum length of a chain of authorities. */
const longest = 8

/** Whether a certificate is one of `roots` (DER), or leads to one by way of `others`. */
export function leadsTo(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly Uint8Array[],
): boolean {
  const trusted = roots.map((der) => new X509Certificate(der))
  const known = new Set(trusted.map(({ fingerprint256 }) => fingerprint256))
  let current = certificate
  for (let steps = 0; steps < longest; steps++) {
    if (known.has(current.fingerprint256)) return true
    const issuer = [...trusted, ...others].find(
      (candidate) =>
        candidate.ca &&
        candidate !== current &&
        current.checkIssued(candidate) &&
        current.verify(candidate.publicKey),
    )
    if (!issuer) return false
    current = issuer
  }
  return false
}
