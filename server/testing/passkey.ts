import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** The facts of an authenticator's answer, each of which a liar may change. */
interface Ceremony {
  challenge: string
  origin?: string
  /** The relying party's host. */
  host?: string
  type?: 'webauthn.create' | 'webauthn.get'
  /** Whether somebody was there. */
  present?: boolean
  /** Whether the authenticator recognised its person. */
  recognised?: boolean
  /** Number of uses so far. */
  counter?: number
}

/** An authenticator in software with one passkey, ECDSA on P-256 (Web Authentication, 6). */
export function makeAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(key)])
  const named = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
  const clientData = (ceremony: Ceremony, type: string) =>
    Buffer.from(
      JSON.stringify({
        type: ceremony.type ?? type,
        challenge: ceremony.challenge,
        origin: ceremony.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (ceremony: Ceremony, made: boolean) => {
    const { host = new URL(origin).hostname, present = true, recognised = true, counter = 0 } = ceremony
    const rest = Buffer.alloc(5)
    rest[0] = (present ? 1 : 0) | (recognised ? 4 : 0) | (made ? 64 : 0)
    rest.writeUInt32BE(counter, 1)
    return Buffer.concat([
      createHash('sha256').update(host).digest(),
      rest,
      made ? credential : Buffer.alloc(0),
    ])
  }
  return {
    id: named.id,
    /** The attestation of a new passkey. */
    make(ceremony: Ceremony) {
      const authData = new Uint8Array(authenticatorData(ceremony, true))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...named,
        authenticatorAttachment: 'platform' as const,
        response: {
          clientDataJSON: clientData(ceremony, 'webauthn.create').toString('base64url'),
          attestationObject: Buffer.from(
            isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
          ).toString('base64url'),
        },
      }
    },
    /** The assertion of a use of it. */
    answer(ceremony: Ceremony) {
      const data = authenticatorData(ceremony, false)
      const client = clientData(ceremony, 'webauthn.get')
      const hash = createHash('sha256').update(client).digest()
      return {
        ...named,
        authenticatorAttachment: 'cross-platform' as const,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: createSign('sha256').update(data).update(hash).sign(privateKey, 'base64url'),
        },
      }
    },
  }
}
