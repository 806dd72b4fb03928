import 'reflect-metadata'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signPdf } from './sign.ts'
import { pdfsig, qpdfCheck } from './testing/judges.ts'
import { payslip } from './testing/samples.ts'
import { makeSigners } from './testing/signers.ts'
import { verifyPdf } from './verify.ts'
import type { VerifyOptions } from './verify.ts'

/** A real authority: `openssl ts` behind HTTP. At /refuse it refuses, at /nonsense it talks nonsense, at /other it stamps something else. */
let server: Server
let folder: string
let address: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'legajo-tsa-'))
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=TSA',
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.8'], true),
    ],
  })
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  writeFileSync(
    join(folder, 'tsa.key'),
    `-----BEGIN PRIVATE KEY-----\n${der.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`,
  )
  writeFileSync(join(folder, 'tsa.crt'), certificate.toString('pem'))
  writeFileSync(join(folder, 'serial'), '01')
  writeFileSync(
    join(folder, 'tsa.cnf'),
    `[tsa]\ndefault_tsa = t\n[t]\nserial = ${folder}/serial\nsigner_cert = ${folder}/tsa.crt\nsigner_key = ${folder}/tsa.key\n` +
      'signer_digest = sha256\ndefault_policy = 1.2.3.4\ndigests = sha256\ness_cert_id_alg = sha256\n',
  )
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/nonsense') return void response.end('nonsense')
      writeFileSync(
        join(folder, 'a.tsq'),
        request.url === '/refuse' ? Buffer.from('3000', 'hex') : Buffer.concat(chunks),
      )
      if (request.url === '/other') {
        execFileSync('openssl', [
          'ts',
          '-query',
          '-digest',
          '0'.repeat(64),
          '-sha256',
          '-cert',
          '-out',
          join(folder, 'a.tsq'),
        ])
      }
      const args = ['ts', '-reply', '-config', join(folder, 'tsa.cnf'), '-queryfile', join(folder, 'a.tsq')]
      response.end(execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

describe('with a time-stamp authority', async () => {
  const { companyRequest, signAsEmployee } = await makeSigners(new Date(Date.now() - 3_600_000))
  const pdf = await payslip()

  test('the signature is B-T, its time is the authority’s, and others accept it', async () => {
    const signed = await signPdf({ ...companyRequest(pdf), timestampUrl: `${address}/` })
    if (!signed.ok) throw new Error(signed.detail)
    expect(signed.level).toBe('B-T')
    const twice = await signAsEmployee(signed.pdf)
    expect(pdfsig(twice)).toMatchObject({ accepted: true, valid: 2 })
    expect(qpdfCheck(twice)).toMatchObject({ accepted: true })
    const found = await verifyPdf(twice)
    expect(found).toMatchObject({
      signatures: [
        { level: 'B-T', valid: true, timeSource: 'timestamp' },
        { level: 'B-B', valid: true, timeSource: 'claimed' },
      ],
    })
    const at = found.ok ? found.signatures[0]?.signedAt : null
    expect(Math.abs((at?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  test('its stamp proves a time only where a configured root vouches for the authority', async () => {
    const signed = await signPdf({ ...companyRequest(pdf), timestampUrl: `${address}/` })
    if (!signed.ok) throw new Error(signed.detail)
    const root = new X509Certificate(readFileSync(join(folder, 'tsa.crt'))).raw
    const after = { now: new Date(Date.now() + 3 * 366 * 86_400_000) }
    const stampOf = async (options: VerifyOptions) => {
      const found = await verifyPdf(signed.pdf, options)
      return found.ok && found.signatures[0]
    }
    expect(await stampOf({})).toMatchObject({
      stamp: { authority: 'TSA', trusted: false, expiredNow: false },
    })
    expect(await stampOf({ timestampRoots: [root] })).toMatchObject({ stamp: { trusted: true } })
    expect(await stampOf({ ...after, timestampRoots: [root] })).toMatchObject({
      valid: true,
      expiredNow: true,
      stamp: { trusted: true, expiredNow: true },
    })
  })

  test('a stamp by a certificate that is for something else is none', async () => {
    const { companyRequest: other } = await makeSigners()
    const signed = await signPdf({ ...other(pdf), timestampUrl: `${address}/` })
    if (!signed.ok) throw new Error(signed.detail)
    const oid = Buffer.from('06082b06010505070308', 'hex').toString('hex')
    const text = Buffer.from(signed.pdf).toString('latin1')
    // The purpose in the stamp's own certificate exchanged for that of a web server: nothing of it holds any more.
    const file = Buffer.from(text.replace(oid, oid.replace(/08$/, '01')), 'latin1')
    expect(file.equals(Buffer.from(signed.pdf))).toBe(false)
    expect(await verifyPdf(file)).toMatchObject({
      signatures: [{ valid: false, stamp: null, problems: expect.arrayContaining(['timestamp']) }],
    })
  })

  test.each(['/refuse', '/nonsense', '/other', ':1/'])(
    'an authority that answers badly (%s) never lowers the level in silence',
    async (path) => {
      const timestampUrl = path.startsWith(':') ? `http://127.0.0.1${path}` : address + path
      const signed = await signPdf({ ...companyRequest(pdf), timestampUrl })
      expect(signed).toMatchObject({ ok: false, fault: 'timestamp_failed' })
    },
  )
})
