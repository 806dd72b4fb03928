import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** Hours that the former address has to object to another that the company put in its place. */
export const objectionHours = 72

/** The event that opens signing for somebody who came in by what the company put: the end of the term, or a person. */
export type AccessWait = 'objection' | 'second_person'

/** The setting and the instant by which an access is judged. */
export interface Judging {
  now: Date
  printedCodeMaySign: boolean
}

/**
 * Whether an access (a row `access` of `company_accesses`, with its mail as `objection`) still keeps signatures and
 * readings from counting as the person's own, and what it waits for; null where it no longer does.
 */
export function accessWait({ now, printedCodeMaySign }: Judging): RawBuilder<AccessWait | null> {
  const termBegan = new Date(now.getTime() - objectionHours * 3_600_000)
  return sql<AccessWait | null>`case
    when access.confirmed_at is not null then null
    when access.kind = 'printed_code' and ${printedCodeMaySign} then null
    when not access.silence_opens or access.objected_at is not null or objection.state = 'failed'
      then 'second_person'
    when objection.state = 'sent' and objection.sent_at <= ${termBegan} then null
    else 'objection' end`
}

/** Whether a person's password counts as their own: the rule of `areas/me/standing.ts` for many at once. */
export function passwordIsOwn(user: string, judging: Judging): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${user}.may_sign_since`)} is not null or ${sql.ref(`${user}.password_access_id`)} is not null)
    and not exists (select from company_accesses access
      left join mails objection on objection.id = access.objection_mail_id
      where access.user_id = ${sql.ref(`${user}.id`)} and access.id <= ${sql.ref(`${user}.password_access_id`)}
        and ${accessWait(judging)} is not null)`
}

/** The company's access that a signature, a reading or a consent was made by, with names: see `AccessFacts` in `areas/account`. */
export interface RecordedAccess {
  clase: 'mail' | 'printed_code'
  por: string | null
  fecha: string
  abierta: 'silence' | 'second_person' | 'setting' | null
  abierta_por: string | null
}

/** The record in an event (a row `events`) of the company's access; null where the account was the person's own. */
export function recordedAccess(): RawBuilder<RecordedAccess | null> {
  const facts = sql`coalesce(events.data -> 'access', events.data -> 'printed')`
  const name = (member: string) =>
    sql`(select users.sort_name from users where users.id = (${facts} ->> ${sql.lit(member)})::bigint)`
  return sql<RecordedAccess | null>`case when ${facts} is not null then jsonb_build_object(
    'clase', coalesce(${facts} ->> 'kind', 'printed_code'), 'por', ${name('by')}, 'fecha', ${facts} ->> 'at',
    'abierta', case when events.data ? 'access' then ${facts} ->> 'opened' else 'setting' end,
    'abierta_por', ${name('openedBy')}) end`
}
