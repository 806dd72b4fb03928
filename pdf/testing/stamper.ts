import 'reflect-metadata'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { KeyObject } from 'node:crypto'
import type { Signer } from './cms.ts'

/** A key with a certificate for these purposes and this time, as a time-stamp authority has one. */
export async function issueStamper(
  purposes: string[],
  { from, to }: { from: Date; to: Date },
): Promise<Signer> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=TSA',
    notBefore: from,
    notAfter: to,
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new ExtendedKeyUsageExtension(purposes, true),
    ],
  })
  return { key: KeyObject.from(keys.privateKey), certificate: new Uint8Array(certificate.rawData) }
}
