import type { Db } from '../../shared/tenancy.ts'

/** What became of a document that a file was recognised as, and its company's certificates (DER). */
export async function registeredDocument(db: Db, id: number) {
  const document = await db
    .selectFrom('documents')
    .innerJoin('companies', 'companies.id', 'documents.company_id')
    .select(['companies.name', 'companies.zone', 'documents.revision', 'documents.cancelled_at'])
    .where('documents.id', '=', id)
    .executeTakeFirstOrThrow()
  const certificates = await db.selectFrom('certificates').select('chain').execute()
  return { ...document, certificates: certificates.flatMap(({ chain }) => chain.slice(0, 1)) }
}

/** The certificate (DER) of the installation's authority; null before anybody signed. */
export async function authorityCertificate(db: Db): Promise<Buffer | null> {
  const { authority_certificate } = await db
    .selectFrom('installation')
    .select('authority_certificate')
    .executeTakeFirstOrThrow()
  return authority_certificate
}
