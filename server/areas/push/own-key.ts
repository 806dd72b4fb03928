import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { madeOnce } from '#server/shared/made-once.ts'
import { openSecret, sealSecret } from '#server/shared/identity/secret.ts'
import type { Services } from '#server/shared/services.ts'

/** The key pair that the installation shows to push services. */
interface OwnKey {
  /** The public point, base64url: what browsers subscribe with. */
  point: string
  key: KeyObject
}

const boundTo = 'installation.vapid_key'
/**
 * The installation's key pair for push services (VAPID, RFC 8292), under APP_SECRET. Browsers subscribe to it:
 * another one ends every subscription.
 */
export const ownKey = madeOnce(stored, make)

async function stored({ config, database }: Services): Promise<OwnKey | null> {
  const { vapid_public, vapid_key } = await database.db
    .selectFrom('installation')
    .select(['vapid_public', 'vapid_key'])
    .executeTakeFirstOrThrow()
  if (!vapid_public || !vapid_key) return null
  const opened = openSecret(config.appSecret, 'push', Buffer.from(vapid_key, 'base64'), boundTo)
  return {
    point: vapid_public,
    key: createPrivateKey({ key: Buffer.from(opened, 'base64'), format: 'der', type: 'pkcs8' }),
  }
}

async function make({ config, database }: Services): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  await database.db
    .updateTable('installation')
    .set({
      vapid_public: point.toString('base64url'),
      vapid_key: sealSecret(config.appSecret, 'push', pkcs8, boundTo).toString('base64'),
    })
    .where('vapid_key', 'is', null)
    .execute()
}

/** Hours for which a token is good; 24 at most by RFC 8292. */
const tokenHours = 12

/** The `Authorization` of a message to a push service: who sends it, for that service alone. */
export async function authorizationFor(services: Services, endpoint: string): Promise<string> {
  const { point, key } = await ownKey(services)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const said = [
    part({ typ: 'JWT', alg: 'ES256' }),
    part({
      aud: new URL(endpoint).origin,
      exp: Math.floor(Date.now() / 1000) + tokenHours * 3600,
      sub: contact(services),
    }),
  ].join('.')
  const signature = sign('sha256', Buffer.from(said), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${said}.${signature.toString('base64url')}, k=${point}`
}

/** The contact for push services (RFC 8292): the public address if it is https, else the mails' sender. */
function contact({ config }: Services): string {
  if (config.publicUrl.startsWith('https:')) return config.publicUrl
  return `mailto:${/<([^<>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`
}
