import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { openP12, type P12Fault } from './p12.ts'
import { aWorkshop, filePassword, together, type Workshop } from './testing/p12.ts'

let shop: Workshop
const authority = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign']
const day = 86_400_000
beforeAll(() => {
  shop = aWorkshop()
  shop.certificate('rsa')
  shop.certificate('ec', { key: 'P-256' })
  shop.certificate('root', { extensions: authority })
  shop.certificate('middle', { issuer: 'root', extensions: authority })
  shop.certificate('leaf', { issuer: 'middle' })
})
afterAll(() => shop.close())

const open = (bytes: Uint8Array, password = filePassword, now = new Date()) =>
  openP12({ bytes, password, now })

describe('files of common programs open', () => {
  const ways: [string, string[]][] = [
    ['AES-256, SHA-256', []],
    ['AES-128, SHA-512', ['-keypbe', 'AES-128-CBC', '-certpbe', 'AES-128-CBC', '-macalg', 'sha512']],
    ['3DES, SHA-1', ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']],
    ['RC2-40 and 3DES, SHA-1, as older Windows', ['-legacy']],
    ['RC2-40 and RC2-128', ['-legacy', '-keypbe', 'PBE-SHA1-RC2-40', '-certpbe', 'PBE-SHA1-RC2-128']],
    ['600,000 rounds, as browsers', ['-iter', '600000', '-nomaciter']],
  ]
  test.each(
    ways.flatMap(([way, options]) => [['rsa', way, options] as const, ['ec', way, options] as const]),
  )('a key of %s under %s, by a password with every letter', async (name, _, options) => {
    const opened = await open(shop.p12(name, ...options))
    if (!opened.ok) throw new Error(opened.detail)
    const key = createPrivateKey({ key: Buffer.from(opened.pkcs8), format: 'der', type: 'pkcs8' })
    const [own] = opened.chain
    expect(new X509Certificate(own ?? '').checkPrivateKey(key)).toBe(true)
    expect(Buffer.from(own ?? '').equals(shop.der(name))).toBe(true)
  })

  test('with the chain sorted, and certificates that don’t belong to it left out', async () => {
    const opened = await open(shop.p12('leaf', '-certfile', shop.bundle('root', 'rsa', 'middle')))
    if (!opened.ok) throw new Error(opened.detail)
    expect(opened.chain.map((one) => Buffer.from(one))).toEqual(
      ['leaf', 'middle', 'root'].map((name) => shop.der(name)),
    )
  })

  test('with the issuer that the certificate names, and not another with its key', async () => {
    shop.certificate('renamed', { keyOf: 'middle', issuer: 'root', extensions: authority })
    const opened = await open(shop.p12('leaf', '-certfile', shop.bundle('renamed', 'middle', 'root')))
    if (!opened.ok) throw new Error(opened.detail)
    expect(opened.chain.map((one) => Buffer.from(one))).toEqual(
      ['leaf', 'middle', 'root'].map((name) => shop.der(name)),
    )
  })
})

/** A file with a new key and certificate, and with the named issuers. */
function made(name: string, wanted: Parameters<Workshop['certificate']>[1], ...issuers: string[]): Buffer {
  shop.certificate(name, wanted)
  return shop.p12(name, ...(issuers.length > 0 ? ['-certfile', shop.bundle(...issuers)] : []))
}

/** An issuer with the real one's name and another key. */
function impostor(): Buffer {
  shop.certificate('false', { extensions: authority, subject: 'root' })
  return made('cheated', { issuer: 'root' }, 'false')
}

function replaced(bytes: Buffer, from: string, to: string, at: 'first' | 'last'): Buffer {
  const copy = Buffer.from(bytes)
  const [old, fresh] = [Buffer.from(from, 'hex'), Buffer.from(to, 'hex')]
  const where = at === 'first' ? copy.indexOf(old) : copy.lastIndexOf(old)
  if (where < 0) throw new Error('not there')
  fresh.copy(copy, where)
  return copy
}

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('a fault is refused by name', () => {
  const broken: [string, () => Uint8Array, P12Fault][] = [
    ['no bytes', () => Buffer.alloc(0), 'not_p12'],
    [
      'a text',
      () => Buffer.from('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'),
      'not_p12',
    ],
    ['a certificate alone', () => shop.der('rsa'), 'not_p12'],
    ['a file cut in half', () => shop.p12('rsa').subarray(0, 900), 'not_p12'],
    ['a byte changed inside', () => changed(shop.p12('rsa'), 300), 'wrong_password'],
    ['no MAC', () => shop.p12('rsa', '-nomac'), 'unsupported'],
    [
      'a MAC as of RFC 9879',
      () => replaced(shop.p12('rsa'), '608648016503040201', '2a864886f70d01050e', 'last'),
      'unsupported',
    ],
    ['no key', () => shop.p12('rsa', '-nokeys'), 'no_key'],
    ['no certificate', () => shop.p12('rsa', '-nocerts'), 'other_key'],
    ['RSA of 1024 bits', () => made('weak', { key: 'rsa:1024' }), 'weak'],
    ['a certificate under SHA-1', () => made('sha1', { issuer: 'root', digest: 'sha1' }, 'root'), 'weak'],
    ['a curve of no standard', () => made('koblitz', { key: 'secp256k1' }), 'unsupported'],
    ['an end in the past', () => made('past', { to: new Date(Date.now() - day / 2) }), 'expired'],
    ['a beginning to come', () => made('early', { from: new Date(Date.now() + day) }), 'not_yet_valid'],
    ['a certifier’s own', () => shop.p12('middle', '-certfile', shop.bundle('root')), 'wrong_usage'],
    ['only encryption', () => made('enc', { extensions: ['keyUsage=keyEncipherment'] }), 'wrong_usage'],
    [
      'a web server’s',
      () => made('web', { extensions: ['extendedKeyUsage=serverAuth,clientAuth'] }),
      'wrong_usage',
    ],
    [
      'a clock’s',
      () => made('tsa', { extensions: ['extendedKeyUsage=critical,timeStamping'] }),
      'wrong_usage',
    ],
    ['an issuer that isn’t there', () => shop.p12('leaf'), 'no_chain'],
    ['an issuer of the same name and another key', () => impostor(), 'no_chain'],
  ]
  test.each(broken)('%s', async (_, bytes, fault) => {
    expect(await open(bytes())).toMatchObject({ ok: false, fault })
  })

  test.each(['', 'otra', filePassword.toLowerCase(), `${filePassword} `])(
    'a wrong password: "%s"',
    async (password) => {
      expect(await open(shop.p12('rsa'), password)).toMatchObject({ fault: 'wrong_password' })
      expect(await open(shop.p12('ec', '-legacy'), password)).toMatchObject({ fault: 'wrong_password' })
    },
  )

  test('the key of another certificate', async () => {
    const key = shop.p12('rsa', '-nocerts', '-nomac')
    const certificate = shop.p12('ec', '-nokeys', '-nomac')
    expect(await open(together(filePassword, key, certificate))).toMatchObject({ fault: 'other_key' })
    const own = shop.p12('rsa', '-nokeys', '-nomac')
    expect(await open(together(filePassword, key, certificate, own))).toMatchObject({ ok: true })
  })

  test.each(['first', 'last'] as const)(
    'rounds without an end, refused before any key is derived (%s)',
    async (at) => {
      const bytes = replaced(shop.p12('rsa', '-iter', '600000'), '02030927c0', '02037fffff', at)
      // Had a key been derived, a wrong password would be found out first.
      for (const password of [filePassword, 'otra'])
        expect(await open(bytes, password)).toMatchObject({ fault: 'too_costly' })
    },
  )
})
