import { sql } from 'kysely'
import { z } from 'zod'
import type { Fact, SubjectKind } from '#server/shared/evidence/events.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { maskedMail } from '#server/shared/text/printed.ts'

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

/** Acts on the mail, the codes and the links of an account, and on who may sign by it. */
const waysIn = [
  'invited',
  'link_mailed',
  'link_used',
  'code_printed',
  'code_used',
  'mail_change_asked',
  'mail_changed',
  'mail_change_undone',
  'mail_objected',
  'signing_asked',
  'signing_opened',
]
const mostChanges = 100

/**
 * Events of a person's credentials until a moment: of the ways in since ever, of the rest since another. Where there are
 * too many the oldest are left out, but never the last address and the last code that somebody else put.
 */
export async function credentialEvents(db: Db, userId: number, from: Date, to: Date) {
  const last = (act: string) => sql`(select max(e.id) from events e where e.subject_kind = 'credential'
    and e.subject_id = ${userId} and e.act = ${act} and e.actor_id <> ${userId} and e.at <= ${to})`
  const events = await eventsWithDetail(db)
    .where('events.subject_kind', '=', 'credential')
    .where('events.subject_id', '=', userId)
    .where((is) => is.or([is('events.at', '>=', from), is('events.act', 'in', waysIn)]))
    .where('events.at', '<=', to)
    .orderBy(sql`coalesce(events.id in (${last('mail_changed')}, ${last('code_printed')}), false)`, 'desc')
    .orderBy('events.id', 'desc')
    .limit(mostChanges)
    .execute()
  return events.toSorted((one, other) => one.id - other.id)
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
    .where(sql<boolean>`not events.data @> '{"own": false}'`)
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

/**
 * The name of an event's words: its act, but a change of mail by the account's holder, and a reading by somebody whom an
 * address or a code of the company let in, have their own.
 */
export function wordsOf({
  subjectKind,
  act,
  data,
}: Pick<SealedEvent, 'subjectKind' | 'act' | 'data'>): string {
  const own = typeof data === 'object' && data !== null && 'own' in data ? data.own : undefined
  if (subjectKind === 'credential')
    return `credencial.${act === 'mail_changed' && own ? 'mail_changed_own' : act}`
  return `hecho.${act === 'read' && own === false ? 'read_unconfirmed' : act}`
}

const addresses = z.object({ was: z.string().nullable(), is: z.string().nullable() })

/** The masked addresses of a change of mail; null for every other event, and where its detail holds none. */
export function addressesOf({ subjectKind, act, text }: Pick<SealedEvent, 'subjectKind' | 'act' | 'text'>) {
  if (subjectKind !== 'credential' || !act.startsWith('mail_') || !text?.startsWith('{')) return null
  const { was, is } = addresses.parse(JSON.parse(text))
  return { antes: was === null ? null : maskedMail(was), ahora: is === null ? null : maskedMail(is) }
}
