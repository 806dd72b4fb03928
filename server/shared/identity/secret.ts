import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** The purpose of a key derived from APP_SECRET. Keys of different purposes are independent. */
export type Purpose =
  | 'mail'
  | 'throttle'
  | 'authority'
  | 'request'
  | 'factor'
  | 'sso'
  | 'analytics'
  | 'draft'
  | 'keys'
  | 'push'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Seals a text so that only this installation opens it: AES-256-GCM, laid out as nonce, tag, ciphertext.
 *
 * @param boundTo where it belongs (a row's own id): elsewhere it doesn't open
 */
export function sealSecret(appSecret: string, purpose: Purpose, text: string, boundTo: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, keyFor(appSecret, purpose), nonce).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed])
}

/** Opens a text sealed by {@link sealSecret}. Throws where it was changed, moved, or sealed by another secret. */
export function openSecret(appSecret: string, purpose: Purpose, sealed: Buffer, boundTo: string): string {
  const nonce = sealed.subarray(0, nonceBytes)
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
  const opening = createDecipheriv(cipher, keyFor(appSecret, purpose), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(tag)
  return opening.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + opening.final('utf8')
}

/** A keyed hash (hex), for values that must be found again but not be readable in the database. */
export function keyedHash(appSecret: string, purpose: Purpose, text: string): string {
  return createHmac('sha256', keyFor(appSecret, purpose)).update(text).digest('hex')
}

function keyFor(appSecret: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, 'legajo', purpose, 32))
}
