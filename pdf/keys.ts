import { createCipheriv, createDecipheriv, createPrivateKey, randomBytes, scrypt } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** A private key encrypted under a password; texts are base64, so that it can be stored as JSON. */
export interface WrappedKey {
  kdf: 'scrypt'
  n: number
  r: number
  p: number
  salt: string
  iv: string
  tag: string
  ciphertext: string
}

/** The password does not open this key. */
export class WrongPassword extends Error {
  constructor() {
    super('the password does not open the key')
    this.name = 'WrongPassword'
  }
}

/** The figures of scrypt (RFC 7914). */
export type KeyCost = Pick<WrappedKey, 'n' | 'r' | 'p'>

/** 64 MiB a guess: OWASP's parameters for scrypt with r = 8, p = 2. */
export const keyCost: KeyCost = { n: 2 ** 16, r: 8, p: 2 }

/** Encrypts a key (PKCS #8, DER) with scrypt and AES-256-GCM. Takes some 0.3 s, off the event loop. */
export async function wrapKey(pkcs8: Uint8Array, password: string, cost = keyCost): Promise<WrappedKey> {
  const salt = randomBytes(16)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await derive(password, salt, cost), iv)
  const ciphertext = Buffer.concat([cipher.update(pkcs8), cipher.final()])
  return {
    kdf: 'scrypt',
    ...cost,
    salt: salt.toString('base64'),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    ciphertext: ciphertext.toString('base64'),
  }
}

/** Decrypts the key for signing. Throws WrongPassword. */
export async function unwrapKey(wrapped: WrappedKey, password: string): Promise<KeyObject> {
  const secret = await derive(password, Buffer.from(wrapped.salt, 'base64'), wrapped)
  const decipher = createDecipheriv('aes-256-gcm', secret, Buffer.from(wrapped.iv, 'base64'), {
    authTagLength: 16,
  })
  decipher.setAuthTag(Buffer.from(wrapped.tag, 'base64'))
  let pkcs8: Buffer
  try {
    pkcs8 = Buffer.concat([decipher.update(Buffer.from(wrapped.ciphertext, 'base64')), decipher.final()])
  } catch {
    throw new WrongPassword()
  }
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  pkcs8.fill(0)
  return key
}

function derive(password: string, salt: Buffer, { n, r, p }: KeyCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: n, r, p, maxmem: 256 * n * r }
    scrypt(password.normalize('NFKC'), salt, 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
