import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { SignaturesTable } from '#server/db/schema.ts'
import { refuse, violatedConstraint } from '#server/shared/errors.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { elementAt, valueOf } from '#server/shared/elements.ts'
import type { NewDocument, NewRevision } from './operations.ts'

/**
 * Makes documents with their first revision, all or none, in a handful of statements; returns them in the order asked
 * for. The type's version, the employer, the sector, location and position are those of this moment. Refuses with
 * SYSTEM_API_FILE_EXISTS where an employee has a document of this type, period and sequence: the constraint decides
 * it, so two at once can't both pass.
 */
export async function createDocuments(
  tx: Tx,
  documents: readonly NewDocument[],
): Promise<{ id: number; verificationCode: string }[]> {
  if (documents.length === 0) return []
  const codes = documents.map(({ verificationCode }) => verificationCode ?? newVerificationCode())
  const given = documents.map(({ file: _, verificationCode: __, signed, typeVersion, ...facts }, at) => ({
    ...facts,
    type_version: typeVersion,
    verification_code: codes[at],
    revision: signed ? 2 : 1,
  }))
  // From one list: where each row looked up its employee by itself, planning that would cost more than all else.
  const { rows } = await sql<{ id: number; verification_code: string }>`
    insert into documents (company_id, employee_id, type_id, type_version, employer_id, period, sequence, label, state,
      signing, source, massive, file_name, pages, revision, xml_file_id, cuil_as_read, sector_id, location_id,
      position_id, certificate_id, verification_code, process_item_id, notify, visible_from, published_at, expires_on,
      replaces_id, created_by, created_at)
    select ${tx.company}, given.employee_id, given.type_id, coalesce(given.type_version, type.version),
      employee.employer_id, given.period, coalesce(given.sequence, 1), given.label, given.state,
      coalesce(given.signing, 'none'), given.source, coalesce(given.massive, false), given.file_name, given.pages,
      given.revision, given.xml_file_id, given.cuil_as_read, employee.sector_id, employee.location_id,
      employee.position_id, given.certificate_id, given.verification_code, given.process_item_id,
      coalesce(given.notify, true), given.visible_from, given.published_at, given.expires_on, given.replaces_id,
      given.created_by, coalesce(given.created_at, now())
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(employee_id bigint, type_id bigint,
        type_version int, period date, sequence int, label text, state text, signing text, source text, massive boolean,
        file_name text, pages int, revision int, xml_file_id bigint, cuil_as_read text, certificate_id bigint,
        verification_code text, process_item_id bigint, notify boolean, visible_from timestamptz,
        published_at timestamptz, expires_on date, replaces_id bigint, created_by bigint, created_at timestamptz)
      join employees employee on employee.id = given.employee_id
      join document_types type on type.id = given.type_id
    returning id, verification_code`
    .execute(tx.db)
    .catch((error: unknown) => {
      if (violatedConstraint(error) === 'documents_once') refuse('SYSTEM_API_FILE_EXISTS')
      throw error
    })
  if (rows.length !== documents.length) throw new Error('a document of nobody, or of no type')
  const ids = new Map(rows.map((row) => [row.verification_code, row.id]))
  const made = codes.map((verificationCode) => ({ id: valueOf(ids, verificationCode), verificationCode }))
  await insertRevisions(
    tx,
    documents.flatMap(({ file, signed }, at) => {
      const document_id = elementAt(made, at).id
      return [
        { document_id, n: 1, made_by: 'original' as const, file_id: file.id, sha256: file.sha256 },
        ...(signed
          ? [{ document_id, n: 2, made_by: 'company' as const, file_id: signed.id, sha256: signed.sha256 }]
          : []),
      ]
    }),
  )
  return made
}

/**
 * Adds revisions by compare-and-set, all or none: where one of the documents is no longer what was read, none is
 * written (DOCUMENT_CHANGED). Their files are kept already. Returns the numbers in the order asked for.
 */
export async function addRevisions(tx: Tx, revisions: readonly NewRevision[]): Promise<number[]> {
  if (revisions.length === 0) return []
  const wanted = revisions.map(({ documentId, expectedRevision, expectedState, set }) => ({
    id: documentId,
    revision: expectedRevision,
    was: expectedState,
    ...set,
  }))
  const { rows } = await sql<{ id: number }>`
    update documents d set revision = d.revision + 1,
      state = coalesce(v.state, d.state), signing = coalesce(v.signing, d.signing),
      published_at = coalesce(v.published_at, d.published_at), signed_at = coalesce(v.signed_at, d.signed_at),
      certificate_id = coalesce(v.certificate_id, d.certificate_id), pages = coalesce(v.pages, d.pages)
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as v(id bigint, revision int, was text, state text,
      signing text, published_at timestamptz, signed_at timestamptz, certificate_id bigint, pages int)
    where d.id = v.id and d.revision = v.revision and d.state = v.was
    returning d.id`.execute(tx.db)
  if (rows.length !== revisions.length) refuse('DOCUMENT_CHANGED')
  const added = revisions.map(({ documentId, expectedRevision, madeBy, file }) => ({
    document_id: documentId,
    n: expectedRevision + 1,
    made_by: madeBy,
    file_id: file.id,
    sha256: file.sha256,
  }))
  await insertRevisions(tx, added)
  return added.map(({ n }) => n)
}

/** Writes down the evidence of the signatures that made revisions. */
export async function recordSignatures(
  tx: Tx,
  signatures: readonly Omit<Insertable<SignaturesTable>, 'company_id'>[],
): Promise<void> {
  if (signatures.length === 0) return
  await tx.db
    .insertInto('signatures')
    .values(signatures.map((signature) => ({ ...signature, company_id: tx.company })))
    .execute()
}

async function insertRevisions(
  tx: Tx,
  revisions: readonly {
    document_id: number
    n: number
    made_by: NewRevision['madeBy'] | 'original'
    file_id: number
    sha256: string
  }[],
): Promise<void> {
  await tx.db
    .insertInto('document_revisions')
    .values(revisions.map((revision) => ({ ...revision, company_id: tx.company })))
    .execute()
}

/** 80 random bits as 16 letters and digits (RFC 4648, base 32), which are printed and typed. */
export function newVerificationCode(): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  return [...randomBytes(16)].map((byte) => alphabet[byte % 32]).join('')
}
