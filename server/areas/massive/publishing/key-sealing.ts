import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** The place of a sealed key: it opens for no other company, process, certificate or worker. */
interface KeyAddress {
  company: number
  process: number
  certificate: number
  worker: string
}

const spki = { type: 'spki', format: 'der' } as const
const publicBytes = 44
const nonceBytes = 12
const tagBytes = 16

/** A worker's own pair (X25519): the private half never leaves this process's memory. */
export function newHolderKeys(): { publicKey: Buffer; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  return { publicKey: publicKey.export(spki), privateKey }
}

/**
 * Seals a signing key to a worker's public key: a pair made for this once, HKDF-SHA-256 of what both halves make, and
 * AES-256-GCM. Laid out as the pair's public half (44 bytes), nonce, tag, ciphertext.
 */
export function sealKey(key: KeyObject, holder: Uint8Array, address: KeyAddress): Buffer {
  const once = newHolderKeys()
  const recipient = createPublicKey({ key: Buffer.from(holder), ...spki })
  const nonce = randomBytes(nonceBytes)
  const secret = agreed(once.privateKey, recipient, once.publicKey, holder, address)
  const sealing = createCipheriv('aes-256-gcm', secret, nonce).setAAD(bound(address))
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' })
  const sealed = Buffer.concat([sealing.update(pkcs8), sealing.final()])
  pkcs8.fill(0)
  secret.fill(0)
  return Buffer.concat([once.publicKey, nonce, sealing.getAuthTag(), sealed])
}

/** Opens a key sealed to this worker. Throws where it was changed or sealed for another place. */
export function openKey(
  sealed: Buffer,
  own: { publicKey: Buffer; privateKey: KeyObject },
  address: KeyAddress,
): KeyObject {
  const once = sealed.subarray(0, publicBytes)
  const nonce = sealed.subarray(publicBytes, publicBytes + nonceBytes)
  const tag = sealed.subarray(publicBytes + nonceBytes, publicBytes + nonceBytes + tagBytes)
  const sender = createPublicKey({ key: once, ...spki })
  const secret = agreed(own.privateKey, sender, once, own.publicKey, address)
  const opening = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes })
    .setAAD(bound(address))
    .setAuthTag(tag)
  const pkcs8 = Buffer.concat([
    opening.update(sealed.subarray(publicBytes + nonceBytes + tagBytes)),
    opening.final(),
  ])
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  pkcs8.fill(0)
  secret.fill(0)
  return key
}

function agreed(
  privateKey: KeyObject,
  publicKey: KeyObject,
  once: Uint8Array,
  holder: Uint8Array,
  address: KeyAddress,
): Buffer {
  const shared = diffieHellman({ privateKey, publicKey })
  const secret = Buffer.from(hkdfSync('sha256', shared, Buffer.concat([once, holder]), bound(address), 32))
  shared.fill(0)
  return secret
}

function bound({ company, process, certificate, worker }: KeyAddress): Buffer {
  return Buffer.from(`legajo signing key ${company} ${process} ${certificate} ${worker}`)
}
