import 'reflect-metadata'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TimestampAuthority {
  /** Base address: `/` stamps, `/refuse` refuses, `/nonsense` returns nonsense, `/other` stamps another digest. */
  address: string
  /** Its own certificate, DER. */
  root: Buffer
  /** Number of requests so far. */
  asked: number
  /** Decides before each stamp whether the answer is 503. */
  isDown: (asked: number) => boolean
  close(): Promise<void>
}

/** A real authority: `openssl ts` behind HTTP. */
export async function timestampAuthority(): Promise<TimestampAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-tsa-'))
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
  const authority: TimestampAuthority = {
    address: '',
    root: Buffer.from(certificate.rawData),
    asked: 0,
    isDown: () => false,
    async close() {
      await new Promise((closed) => server.close(closed))
      rmSync(folder, { recursive: true })
    },
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      authority.asked++
      if (authority.isDown(authority.asked)) return void response.writeHead(503).end()
      if (request.url === '/nonsense') return void response.end('nonsense')
      const query = join(folder, 'a.tsq')
      writeFileSync(query, request.url === '/refuse' ? Buffer.from('3000', 'hex') : Buffer.concat(chunks))
      if (request.url === '/other') {
        const digest = ['-digest', '0'.repeat(64), '-sha256']
        execFileSync('openssl', ['ts', '-query', ...digest, '-cert', '-out', query])
      }
      const args = ['ts', '-reply', '-config', join(folder, 'tsa.cnf'), '-queryfile', query]
      response.end(execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] }))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const at = server.address()
  if (typeof at !== 'object' || !at) throw new Error('no port')
  authority.address = `http://127.0.0.1:${at.port}`
  return authority
}
