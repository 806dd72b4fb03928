import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeOwnKey } from './own-key.ts'

test('the certificate of our SAML requests carries the key’s public half for ten years', async () => {
  const now = new Date('2026-11-03T12:00:00Z')
  const own = await makeOwnKey('https://legajo.example/api/v2/auth-mod/sso/acme/metadata', now)
  const key = createPrivateKey(own.privateKey)
  const certificate = new X509Certificate(own.certificate)
  expect(certificate.checkPrivateKey(key)).toBe(true)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(key.asymmetricKeyDetails).toEqual({ modulusLength: 2048, publicExponent: 65_537n })
  expect(certificate.subject).toBe('CN=legajo.example')
  expect(certificate.serialNumber).toMatch(/^[0-9A-F]{20,24}$/)
  expect([certificate.validFromDate, certificate.validToDate]).toEqual([
    now,
    new Date('2036-10-31T12:00:00Z'),
  ])
})
