import type { Db } from '#server/shared/tenancy.ts'
import { visibleNow } from '#server/shared/reading/documents.ts'

/** The current state of a recognised document, and its company's certificates (DER). */
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

/**
 * The facts for a document's printed code, names and ids not shortened yet; undefined for a document without a
 * printable copy.
 */
export async function codedDocument(db: Db, id: number, now: Date) {
  const document = await db
    .selectFrom('documents')
    .innerJoin('companies', 'companies.id', 'documents.company_id')
    .innerJoin('employees', 'employees.id', 'documents.employee_id')
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .select([
      'companies.name as empresa',
      'companies.zone as zona',
      'users.first_name',
      'users.last_name',
      'employees.cuil',
      'documents.published_at',
      'documents.state',
      'documents.signing',
      'documents.cancelled_at',
    ])
    .where('documents.id', '=', id)
    .where('documents.state', 'in', ['published', 'cancelled'])
    .where('documents.published_at', 'is not', null)
    .where(visibleNow(now))
    .executeTakeFirst()
  const { published_at } = document ?? {}
  if (!document || !published_at) return undefined
  const signatures = await db
    .selectFrom('signatures')
    .select(['signer', 'signer_name', 'signed_at', 'level', 'decision'])
    .where('document_id', '=', id)
    .orderBy('revision')
    .execute()
  return { ...document, published_at, signatures }
}
