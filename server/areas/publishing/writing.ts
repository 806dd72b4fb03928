import type { EventDetail, Fact } from '#server/shared/evidence/events.ts'
import { recordEvents } from '#server/shared/evidence/events.ts'
import { insertKept, type StoredFile } from '#server/shared/files/files.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { elementAt } from '#server/shared/elements.ts'
import {
  addRevisions,
  createDocuments,
  type NewDocument,
  recordSignatures,
} from '#server/areas/documents/operations.ts'
import { companySignature, type CompanySigner, type Signature } from '#server/areas/signing/operations.ts'
import type { PublishableType, Recipient } from './queries.ts'

/** The user and the moment of a publication, which its rows and events share. */
export interface Act {
  evidence: { actorId: number; detail?: EventDetail }
  at: Date
}

/** A document's file with the company's signature, which was put. */
export interface CompanySigned {
  signer: CompanySigner
  signature: Signature
  stored: StoredFile
}

interface Facts {
  readonly [name: string]: Fact | undefined
}

/** A document to be made, with the facts that its event records beside the signature. */
export interface Paper extends Omit<
  NewDocument,
  | 'employee_id'
  | 'type_id'
  | 'state'
  | 'signing'
  | 'source'
  | 'certificate_id'
  | 'published_at'
  | 'created_by'
  | 'created_at'
  | 'signed'
> {
  person: Pick<Recipient, 'id'>
  type: Pick<PublishableType, 'id'>
  state: 'published' | 'waiting_company_signature' | 'waiting_approval'
  asksEmployee: boolean
  /** The certificate that signed it or that it waits for. */
  certificateId: number | null
  signed: CompanySigned | null
  facts: Facts
}

/**
 * Writes documents with their revisions, signatures and evidence, all or none: published, or waiting for the company's
 * signature or a release. Places are locked and numbered by the caller, and people are told by `announce`.
 */
export async function writePapers(
  tx: Tx,
  act: Act,
  papers: readonly Paper[],
): Promise<{ id: number; verificationCode: string }[]> {
  const { evidence, at } = act
  const files = await insertKept(
    tx,
    papers.flatMap(({ signed }) => (signed ? [signed.stored] : [])),
  )
  let next = 0
  const made = await createDocuments(
    tx,
    papers.map(({ person, type, asksEmployee, certificateId, signed, facts: _, ...document }) => ({
      ...document,
      employee_id: person.id,
      type_id: type.id,
      signing: asksEmployee ? 'pending' : 'none',
      source: 'portal',
      certificate_id: certificateId,
      published_at: document.state === 'published' ? at : null,
      created_by: evidence.actorId,
      created_at: at,
      ...(signed && { signed: { id: elementAt(files, next++), sha256: signed.stored.sha256 } }),
    })),
  )
  const written = papers.map((paper, index) => ({ ...paper, id: elementAt(made, index).id, revision: 2 }))
  await recordCompanySignatures(tx, act, written)
  await recordPublications(
    tx,
    act,
    written.map(({ id, revision, state, signed, facts }) => ({
      id,
      act: state === 'published' ? 'published' : 'uploaded',
      // The signature is still to come where the document waits for it.
      facts: {
        ...facts,
        ...(signed
          ? signatureFacts({ revision, signed })
          : state !== 'waiting_company_signature' && { signed: false }),
      },
    })),
  )
  return made
}

/** A document that waits for the company's signature, with its signed file. */
interface Signed {
  id: number
  expectedRevision: number
  signed: CompanySigned
  /** It isn't public yet: people approve it first. */
  held: boolean
}

/**
 * Gives documents the signature that they waited for, by compare-and-set, and makes those public that nothing holds;
 * returns their revisions.
 */
export async function publishSigned(tx: Tx, act: Act, documents: readonly Signed[]): Promise<number[]> {
  const files = await insertKept(
    tx,
    documents.map(({ signed }) => signed.stored),
  )
  const revisions = await addRevisions(
    tx,
    documents.map(({ id, expectedRevision, signed, held }, index) => ({
      documentId: id,
      expectedRevision,
      expectedState: 'waiting_company_signature',
      madeBy: 'company',
      file: { id: elementAt(files, index), sha256: signed.stored.sha256 },
      set: {
        ...(held
          ? { state: 'waiting_approval' as const }
          : { state: 'published' as const, published_at: act.at }),
        certificate_id: signed.signer.certificateId,
      },
    })),
  )
  const written = documents.map((one, index) => ({ ...one, revision: elementAt(revisions, index) }))
  await recordCompanySignatures(tx, act, written)
  await recordPublications(
    tx,
    act,
    written.map((one) => ({
      id: one.id,
      act: one.held ? 'uploaded' : 'published',
      facts: signatureFacts(one),
    })),
  )
  return revisions
}

/** Records as evidence that documents held for a release are public now. */
export function recordReleased(
  tx: Tx,
  at: Date,
  { ids, process, by }: { ids: readonly number[]; process?: number; by: number | null },
): Promise<void> {
  const documents = ids.map((id) => ({ id, act: 'published' as const, facts: { process, released: true } }))
  return recordPublications(tx, { evidence: { actorId: by }, at }, documents)
}

/** The one composer of the events of a document's making and publication. */
function recordPublications(
  tx: Tx,
  { evidence, at }: { evidence: { actorId: number | null; detail?: EventDetail }; at: Date },
  documents: readonly { id: number; act: 'published' | 'uploaded'; facts: Facts }[],
): Promise<void> {
  return recordEvents(
    tx,
    documents.map(({ id, act, facts }) => ({
      subject: { kind: 'document', id },
      act,
      ...evidence,
      at,
      data: facts,
    })),
  )
}

function recordCompanySignatures(
  tx: Tx,
  { evidence, at }: Act,
  documents: readonly { id: number; revision: number; signed: CompanySigned | null }[],
): Promise<void> {
  return recordSignatures(
    tx,
    documents.flatMap(({ id, revision, signed }) => {
      if (!signed) return []
      const columns = companySignature(signed.signature, signed.signer, evidence.actorId, at)
      return [{ document_id: id, revision, ...columns }]
    }),
  )
}

function signatureFacts({
  revision,
  signed: { signer, signature },
}: {
  revision: number
  signed: CompanySigned
}) {
  return {
    signed: true,
    revision,
    sha256: signature.sha256,
    certificate: signer.certificateId,
    serial: signature.serial,
    level: signature.level,
  }
}
