import { sql } from 'kysely'
import type { Fact, SubjectKind } from '#server/shared/evidence/events.ts'
import type { Db } from '#server/shared/tenancy.ts'

function eventsWithDetail(db: Db) {
  return db
    .selectFrom('events')
    .leftJoin('event_details', 'event_details.event_id', 'events.id')
    .leftJoin('users', 'users.id', 'events.actor_id')
    .select([
      'events.id',
      'events.company_id as company',
      'events.subject_kind as subjectKind',
      'events.subject_id as subjectId',
      'events.act',
      'events.actor_id as actorId',
      'events.at',
      sql<Fact>`events.data`.as('data'),
      'events.detail_hash as detailHash',
      'events.hash',
      'users.sort_name as who',
      'event_details.salt',
      'event_details.address',
      'event_details.device',
      'event_details.text',
    ])
}

export type SealedEvent = Awaited<ReturnType<typeof sealedEvents>>[number]

/** The newest events of a subject, in the order in which they happened, with all that their hashes cover. */
export async function sealedEvents(db: Db, subject: { kind: SubjectKind; id: number }, most: number) {
  const events = await eventsWithDetail(db)
    .where('events.subject_kind', '=', subject.kind)
    .where('events.subject_id', '=', subject.id)
    .orderBy('events.id', 'desc')
    .limit(most)
    .execute()
  return events.reverse()
}

/** Events of a person's credentials between two moments. */
export function credentialEvents(db: Db, userId: number, from: Date, to: Date) {
  return eventsWithDetail(db)
    .where('events.subject_kind', '=', 'credential')
    .where('events.subject_id', '=', userId)
    .where('events.at', '>=', from)
    .where('events.at', '<=', to)
    .orderBy('events.id')
    .limit(100)
    .execute()
}

/** How many events a document has. */
export async function countEvents(db: Db, id: number): Promise<number> {
  const { n } = await db
    .selectFrom('events')
    .where('subject_kind', '=', 'document')
    .where('subject_id', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** How often the employee opened a document: whole, or its first page. */
export async function openingsOf(db: Db, id: number): Promise<number> {
  const { n } = await db
    .selectFrom('events')
    .innerJoin('documents', 'documents.id', 'events.subject_id')
    .where('events.subject_kind', '=', 'document')
    .where('events.subject_id', '=', id)
    .where('events.act', '=', 'read')
    .whereRef('events.actor_id', '=', 'documents.employee_id')
    .where(sql<boolean>`coalesce((events.data ->> 'page')::int, 1) = 1`)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Whether the report includes an event's free text: HR's observations and former addresses stay out of it. */
export function isToldWithText({ subjectKind, act }: Pick<SealedEvent, 'subjectKind' | 'act'>): boolean {
  return subjectKind === 'document' && act !== 'observed' && act !== 'observation_deleted'
}
