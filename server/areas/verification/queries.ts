import { type NotNull, sql, type SqlBool } from 'kysely'
import type { Db } from '#server/shared/tenancy.ts'
import { recordedAccess } from '#server/shared/reading/access.ts'
import { visibleNow } from '#server/shared/reading/documents.ts'

/** The current state of a recognised document, and its company's certificates (DER) with their employers. */
export async function registeredDocument(db: Db, id: number) {
  const document = await db
    .selectFrom('documents')
    .innerJoin('companies', 'companies.id', 'documents.company_id')
    .select(['companies.name', 'companies.zone', 'documents.revision', 'documents.cancelled_at'])
    .where('documents.id', '=', id)
    .executeTakeFirstOrThrow()
  const certificates = await db
    .selectFrom('certificates')
    .select(['chain', 'company_name as legalName', 'company_tax_id as taxId'])
    .execute()
  return {
    ...document,
    signatures: await signaturesWithAccess(db, id),
    certificates: certificates.flatMap(({ chain: [certificate], ...employer }) =>
      certificate ? [{ certificate, ...employer }] : [],
    ),
  }
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
    .$narrowType<{ published_at: NotNull }>()
    .executeTakeFirst()
  return document && { ...document, signatures: await signaturesWithAccess(db, id) }
}

/** The signatures of a document, each with the company's address or code that opened its signer's account. */
function signaturesWithAccess(db: Db, id: number) {
  return db
    .selectFrom('signatures')
    .leftJoin('events', (on) =>
      on
        .on('events.subject_kind', '=', 'document')
        .onRef('events.subject_id', '=', 'signatures.document_id')
        .onRef('events.actor_id', '=', 'signatures.user_id')
        .on('events.act', '=', 'signed')
        .on(sql<SqlBool>`events.data ->> 'revision' = signatures.revision::text`),
    )
    .select([
      'signatures.signer',
      'signatures.signer_name',
      'signatures.signed_at',
      'signatures.level',
      'signatures.decision',
      'signatures.certificate_serial',
      recordedAccess().as('access'),
    ])
    .where('signatures.document_id', '=', id)
    .orderBy('signatures.revision')
    .execute()
}
