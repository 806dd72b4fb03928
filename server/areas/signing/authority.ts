import { type Authority, authorityFrom, issueAuthority } from '#pdf/certificates.ts'
import { openSecret, sealSecret } from '../../shared/secret.ts'
import type { Services } from '../../shared/services.ts'
import { signingWords } from './words.ts'

const boundTo = 'installation.authority_key'
const known = new WeakMap<Services['database'], Promise<Authority>>()

/**
 * The installation's own authority, which certifies the keys that employees sign with. Made once, at its first
 * use; its key is in the database under APP_SECRET, and in memory while the server runs.
 */
export function authority(services: Services): Promise<Authority> {
  const { database } = services
  let found = known.get(database)
  if (!found) {
    found = stored(services).then((kept) => kept ?? made(services))
    found.catch(() => known.delete(database))
    known.set(database, found)
  }
  return found
}

async function stored({ config, database }: Services): Promise<Authority | null> {
  const { authority_certificate, authority_key } = await database.db
    .selectFrom('installation')
    .select(['authority_certificate', 'authority_key'])
    .executeTakeFirstOrThrow()
  if (!authority_certificate || typeof authority_key !== 'string') return null
  const sealed = Buffer.from(authority_key, 'base64')
  return authorityFrom(
    authority_certificate,
    Buffer.from(openSecret(config.appSecret, 'authority', sealed, boundTo), 'base64'),
  )
}

/** Of two servers that make one at once the first wins, and both use it. */
async function made(services: Services): Promise<Authority> {
  const { config, database, clock } = services
  const issued = await issueAuthority(
    { organization: 'Legajo', commonName: signingWords.es.autoridad },
    { from: clock() },
  )
  const sealed = sealSecret(config.appSecret, 'authority', issued.pkcs8.toString('base64'), boundTo)
  issued.pkcs8.fill(0)
  await database.db
    .updateTable('installation')
    .set({
      authority_certificate: Buffer.from(issued.certificate),
      authority_key: JSON.stringify(sealed.toString('base64')),
    })
    .where('authority_key', 'is', null)
    .execute()
  const kept = await stored(services)
  if (!kept) throw new Error('the authority was not kept')
  return kept
}
