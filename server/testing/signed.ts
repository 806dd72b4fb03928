import { sql } from 'kysely'
import type { Db, Tx } from '../shared/tenancy.ts'

/** Gives a document its employee's signature, on the newest revision, without signing the file. */
export async function giveSignature(
  tx: Tx,
  document: number,
  decision: 'conforme' | 'no_conforme',
): Promise<void> {
  await sql`
    insert into signatures (company_id, document_id, revision, signer, user_id, signer_name, decision, method,
      credential, level, algorithm, certificate_serial, sha256, signed_at)
    select documents.company_id, documents.id, documents.revision, 'employee', documents.employee_id, users.sort_name,
      ${decision}, 'password', 'own', 'B-B', 'ECDSA P-256, SHA-256', '0a', document_revisions.sha256, now()
    from documents
    join users on users.id = documents.employee_id
    join document_revisions on document_id = documents.id and n = documents.revision
    where documents.id = ${document}`.execute(tx.db)
}

/** Gives the signed documents of a company, made by SQL, the revision and signature that each must have. */
export async function giveSignatures(db: Db, company: number): Promise<void> {
  await sql`with file as (
      insert into files (company_id, key, type, size, sha256, state)
      values (${company}, ${`${company}/00/${'0'.repeat(30)}`}, 'pdf', 1, 'none', 'kept') returning company_id, id),
    revision as (
      insert into document_revisions (company_id, document_id, n, made_by, file_id, sha256)
      select company_id, documents.id, 1, 'employee', file.id, 'none' from documents join file using (company_id)
      where signing in ('conforme', 'no_conforme') returning company_id, document_id, n)
    insert into signatures (company_id, document_id, revision, signer, user_id, signer_name, decision, method,
      credential, level, algorithm, certificate_serial, sha256, signed_at)
    select company_id, document_id, n, 'employee', employee_id, 'none', signing, 'password',
      'own', 'B-B', 'none', '0a', 'none', now()
    from revision join documents using (company_id) where documents.id = document_id`.execute(db)
}
