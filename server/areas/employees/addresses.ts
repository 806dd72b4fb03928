import { sql } from 'kysely'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { fold } from '#server/shared/text/fold.ts'

/** Days for which a former address still gets the mails about an account. */
const formerDays = 30

/**
 * Every address at which somebody learns that their account changes: the mail and the personal mail, and each that was one
 * of the two within the last thirty days, whoever changed it. Somebody who takes an account over changes the addresses
 * first.
 */
export async function addressesOf(db: Db, employee: number, now: Date): Promise<string[]> {
  const { mail } = await credentialsOf(db, employee)
  const record = await db
    .selectFrom('employees')
    .select('personal_mail')
    .where('id', '=', employee)
    .executeTakeFirst()
  const since = new Date(now.getTime() - formerDays * 86_400_000)
  const all = [mail, record?.personal_mail, ...(await formerMails(db, employee, since))]
  return [...new Map(all.flatMap((address) => (address ? [[fold(address), address] as const] : []))).values()]
}

async function formerMails(db: Db, employee: number, since: Date): Promise<(string | null)[]> {
  const { rows } = await sql<{ mail: string | null }>`
    select former as mail from mail_changes where user_id = ${employee} and done_at > ${since}
    union all
    select former_mail from company_accesses where user_id = ${employee} and put_at > ${since}
    union all
    select one ->> 'was' from events
      join event_details detail on detail.company_id = events.company_id and detail.event_id = events.id
      cross join lateral jsonb_array_elements(detail.text::jsonb) one
    where events.subject_kind = 'employee' and events.subject_id = ${employee} and events.act = 'changed'
      and events.at > ${since} and events.data -> 'fields' ? 'mail_personal' and one ->> 'field' = 'mail_personal'`.execute(
    db,
  )
  return rows.map(({ mail }) => mail)
}
