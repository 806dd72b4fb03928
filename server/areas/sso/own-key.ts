import 'reflect-metadata'
import { X509CertificateGenerator } from '@peculiar/x509'
import { KeyObject, randomBytes } from 'node:crypto'

const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const years = 10

/**
 * A key that our SAML requests are signed with, and the certificate that only carries its public half to the
 * provider: nobody's trust hangs on who signed it. Both PEM.
 */
export async function makeOwnKey(
  entity: string,
  now: Date,
): Promise<{ privateKey: string; certificate: string }> {
  const keys = await crypto.subtle.generateKey(
    { ...rsa, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  )
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: randomBytes(12).toString('hex'),
    name: [{ CN: [new URL(entity).hostname] }],
    notBefore: now,
    notAfter: new Date(now.getTime() + years * 365 * 86_400_000),
    signingAlgorithm: rsa,
    keys,
  })
  return {
    privateKey: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certificate.toString('pem'),
  }
}
