import { type Authority, authorityFrom, issueAuthority } from '#pdf/certificates.ts'
import { madeOnce } from '#server/shared/made-once.ts'
import { openSecret, sealSecret } from '#server/shared/identity/secret.ts'
import type { Services } from '#server/shared/services.ts'
import { signingWords } from './words.ts'

const boundTo = 'installation.authority_key'
/** The installation's own authority, which certifies the keys that employees sign with; its key under APP_SECRET. */
export const authority = madeOnce(stored, make)

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

async function make({ config, database, clock }: Services): Promise<void> {
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
}
