import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a subscription, as the browser made them: its public point (65 bytes) and its secret (16). */
export interface DeviceKeys {
  p256dh: Buffer
  auth: Buffer
}

const recordSize = 4096
const lastRecord = 2

/**
 * Encrypts a message for one device: Message Encryption for Web Push (RFC 8291) in one record of aes128gcm
 * (RFC 8188). Each message has a key pair and a salt of its own, which only tests give.
 *
 * @throws where `p256dh` is no point of the curve
 */
export function encrypt(
  text: string,
  { p256dh, auth }: DeviceKeys,
  own: { key?: Buffer; salt: Buffer } = { salt: randomBytes(16) },
): Buffer {
  const ecdh = createECDH('prime256v1')
  if (own.key) ecdh.setPrivateKey(own.key)
  else ecdh.generateKeys()
  const sender = ecdh.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender])
  const material = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(p256dh), auth, info, 32))
  const derived = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', material, own.salt, `Content-Encoding: ${what}\0`, length))
  const cipher = createCipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([
    own.salt,
    size,
    Buffer.from([sender.length]),
    sender,
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([lastRecord])])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/** Whether a point lies on the curve and a secret is long enough to encrypt with. */
export function canEncryptTo({ p256dh, auth }: DeviceKeys): boolean {
  if (p256dh.length !== 65 || auth.length !== 16) return false
  try {
    encrypt('', { p256dh, auth })
    return true
  } catch {
    return false
  }
}
