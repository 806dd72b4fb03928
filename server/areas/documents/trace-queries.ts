import { sql } from 'kysely'
import type { Db } from '#server/shared/tenancy.ts'

/** Mails about a document: of its own, and those of several that an event of its own names. */
const mailsAbout = (id: number) => sql`(
  select m.id, m.created_at from mails m where m.subject_kind = 'document' and m.subject_id = ${id}
  union select m.id, m.created_at from events e join mails m on m.id = (e.data ->> 'mail')::bigint
    where e.subject_kind = 'document' and e.subject_id = ${id} and e.data ? 'mail')`

/** The rows of one page of a document's history: events and mails in order of time. */
export async function traceKeys(
  db: Db,
  id: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ clase: 'hecho' | 'correo'; id: number }[]> {
  const { rows } = await sql<{ clase: 'hecho' | 'correo'; id: number }>`
    select clase, id from (
      select 'hecho' as clase, id, at from events where subject_kind = 'document' and subject_id = ${id}
      union all select 'correo', about.id, about.created_at from ${mailsAbout(id)} about
    ) history order by at desc, clase, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** How many events and mails there are. */
export async function countTrace(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from events where subject_kind = 'document' and subject_id = ${id})
      + (select count(*) from ${mailsAbout(id)} about) as n`.execute(db)
  return rows[0]?.n ?? 0
}

/** Events of a document with who did them and from where; all of them where no ids are given. */
export function eventsOf(db: Db, documentId: number, ids?: readonly number[]) {
  return db
    .selectFrom('events')
    .innerJoin('documents', 'documents.id', 'events.subject_id')
    .leftJoin('event_details', 'event_details.event_id', 'events.id')
    .leftJoin('users', 'users.id', 'events.actor_id')
    .where('events.subject_kind', '=', 'document')
    .where('events.subject_id', '=', documentId)
    .$if(ids !== undefined, (query) => query.where('events.id', 'in', ids?.length ? ids : [0]))
    .select([
      'events.id',
      'events.at as fecha',
      'users.sort_name as who',
      'event_details.device',
      'event_details.address',
      'event_details.text',
    ])
    .select((is) => [
      sql<string>`case when events.act = 'read' and events.data @> '{"own": false}'
        then 'read_unconfirmed' else events.act end`.as('hecho'),
      is('events.seal_id', 'is not', null).$castTo<boolean>().as('sellado'),
      sql<number | null>`(events.data ->> 'page')::int`.as('page'),
      sql<boolean>`coalesce(events.actor_id = documents.employee_id, false)`.as('own'),
    ])
    .orderBy('events.id')
    .execute()
}

/** Mails by their ids. */
export function mailsOf(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('mails')
    .select(['id', 'event', 'to_address', 'state', 'reason', 'sent_at', 'created_at', 'attempts'])
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .orderBy('id')
    .execute()
}

/** One mail about a document, with the address that its person has today; undefined where there is none. */
export function mailOf(db: Db, documentId: number, id: number) {
  return db
    .selectFrom('mails')
    .leftJoin('users', 'users.id', 'mails.user_id')
    .select(['mails.state', 'users.mail as address'])
    .where('mails.id', '=', id)
    .where(sql<boolean>`mails.id in (select about.id from ${mailsAbout(documentId)} about)`)
    .executeTakeFirst()
}

/** Ids of every mail about a document. */
export async function mailIdsOf(db: Db, documentId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select about.id from ${mailsAbout(documentId)} about`.execute(db)
  return rows.map(({ id }) => id)
}
