import { sql } from 'kysely'
import type { Fact } from '#server/shared/evidence/events.ts'
import type { Db } from '#server/shared/tenancy.ts'

/** A page of a company's chain of seals. */
export function sealsAfter(db: Db, after: number, most: number) {
  return db
    .selectFrom('seals')
    .select(['id', 'root', 'previous_root', 'events', 'timestamp_token', 'created_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
}
export type SealRow = Awaited<ReturnType<typeof sealsAfter>>[number]

function eventsWithDetail(db: Db) {
  return db
    .selectFrom('events')
    .leftJoin('event_details', (on) =>
      on
        .onRef('event_details.company_id', '=', 'events.company_id')
        .onRef('event_details.event_id', '=', 'events.id'),
    )
    .select([
      'events.id',
      'events.seal_id',
      'events.leaf',
      'events.company_id as company',
      'events.subject_kind as subjectKind',
      'events.subject_id as subjectId',
      'events.act',
      'events.actor_id as actorId',
      'events.at',
      sql<Fact>`events.data`.as('data'),
      'events.detail_hash as detailHash',
      'events.hash',
      'event_details.salt',
      'event_details.address',
      'event_details.device',
      'event_details.text',
    ])
}
export type EventRow = Awaited<ReturnType<typeof unsealedAfter>>[number]

/** The events of consecutive seals, each seal's in the order of its leaves. */
export function eventsOfSeals(db: Db, first: number, last: number, most: number) {
  return eventsWithDetail(db)
    .where('events.seal_id', '>=', first)
    .where('events.seal_id', '<=', last)
    .orderBy('events.seal_id')
    .orderBy('events.leaf')
    .limit(most)
    .execute()
}

/** A page of the events that no seal covers yet. */
export function unsealedAfter(db: Db, after: number, most: number) {
  return eventsWithDetail(db)
    .where('events.seal_id', 'is', null)
    .where('events.id', '>', after)
    .orderBy('events.id')
    .limit(most)
    .execute()
}

/** Signatures on some documents, as `document revision`. */
export async function signaturesOn(db: Db, documents: readonly number[]): Promise<Set<string>> {
  if (documents.length === 0) return new Set()
  const rows = await db
    .selectFrom('signatures')
    .select(['document_id', 'revision'])
    .where('document_id', 'in', documents)
    .execute()
  return new Set(rows.map((row) => `${row.document_id} ${row.revision}`))
}

/** Id of the last document of the next page; undefined after the last. */
export async function lastOfPage(db: Db, after: number, most: number): Promise<number | undefined> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.at(-1)?.id
}

/**
 * Signed documents with their signatures, each with its file and whether an event recorded exactly it. One statement,
 * so that a document signed meanwhile is seen whole or not at all. A signed state without a signature is one row with
 * nulls.
 */
export function signedDocuments(db: Db, after: number, last: number) {
  return db
    .selectFrom('documents')
    .leftJoin('signatures', (on) =>
      on
        .onRef('signatures.company_id', '=', 'documents.company_id')
        .onRef('signatures.document_id', '=', 'documents.id'),
    )
    .leftJoin('document_revisions as revision', (on) =>
      on
        .onRef('revision.company_id', '=', 'signatures.company_id')
        .onRef('revision.document_id', '=', 'signatures.document_id')
        .onRef('revision.n', '=', 'signatures.revision'),
    )
    .leftJoin('files', (on) =>
      on.onRef('files.company_id', '=', 'revision.company_id').onRef('files.id', '=', 'revision.file_id'),
    )
    .select([
      'documents.id',
      'documents.signing',
      'signatures.revision',
      'signatures.signer',
      'signatures.decision',
      'signatures.sha256',
      'revision.sha256 as revision_sha256',
      'files.key',
      sql<boolean>`exists (select from events where events.subject_kind = 'document'
        and events.subject_id = documents.id
        and coalesce(events.data ->> 'made', events.data ->> 'sha256') = signatures.sha256
        and (events.data -> 'revision') = to_jsonb(signatures.revision)
        and (signatures.signer = 'company' or events.act = 'signed'
          and events.actor_id = signatures.user_id and events.data ->> 'decision' = signatures.decision))`.as(
        'is_recorded',
      ),
    ])
    .where('documents.id', '>', after)
    .where('documents.id', '<=', last)
    .where((where) =>
      where.or([
        where('documents.signing', 'in', ['conforme', 'no_conforme']),
        where('signatures.document_id', 'is not', null),
      ]),
    )
    .orderBy('documents.id')
    .orderBy('signatures.revision')
    .execute()
}
export type SignedRow = Awaited<ReturnType<typeof signedDocuments>>[number]
