import { sql } from 'kysely'
import type { Country } from '#contract/fields.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'

/** Bounces of the last months' mails, by the index of their recipient. */
const BOUNCES = [
  {
    at: 5,
    wrong: 'gmial.com',
    reason: '550 5.1.2 Bad destination mailbox address: host or domain name not found',
  },
  { at: 9, wrong: null, reason: '550 5.1.1 The email account that you tried to reach does not exist' },
  { at: 14, wrong: null, reason: '552 5.2.2 Mailbox full' },
] as const

/** The name of a payroll's file, where payroll programs use another word than `liquidacion`. */
const PAYROLL_WORDS: Partial<Record<Country, string>> = { BR: 'folha', CL: 'liquidaciones', MX: 'nomina' }

/**
 * Gives each month's payslips the process that published them, as a payroll day leaves it: steps with their hours,
 * an item for each document, and of the newest month the mails and those that came back.
 */
export async function recordPublications(tx: Tx, administrator: number, country: Country): Promise<void> {
  const months = await sql<{
    type_id: number
    period: string
    first: Date
    documents: number
    pages: number
    signed: boolean
  }>`select d.type_id, d.period, min(d.published_at) as first, count(*)::int as documents, sum(d.pages)::int as pages,
      bool_or(d.certificate_id is not null) as signed
    from documents d join document_types t on t.id = d.type_id
    where t.is_salary and d.state = 'published' and d.period is not null and d.process_item_id is null
    group by d.type_id, d.period having count(*) > 3 order by min(d.published_at)`.execute(tx.db)
  for (const month of months.rows)
    await recordMonth(tx, administrator, month, PAYROLL_WORDS[country] ?? 'liquidacion')
  const newest = months.rows.at(-1)
  if (newest) await recordMails(tx, newest)
}

async function recordMonth(
  tx: Tx,
  administrator: number,
  month: { type_id: number; period: string; first: Date; documents: number; pages: number; signed: boolean },
  word: string,
): Promise<void> {
  const before = (minutes: number) => new Date(month.first.getTime() - minutes * 60_000)
  const done = new Date(month.first.getTime() + month.documents * 90)
  const { id } = await tx.db
    .insertInto('processes')
    .values({
      company_id: tx.company,
      kind: 'massive',
      step: 'uploaded',
      type_id: month.type_id,
      period: month.period,
      total: month.documents,
      created_by: administrator,
      created_at: before(31),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('publications')
    .values({
      company_id: tx.company,
      process_id: id,
      mode: month.signed ? 'split_sign' : 'publish',
      file_name: `${word}_${month.period.slice(0, 7)}.${month.signed ? 'pdf' : 'zip'}`,
      file_size: month.pages * 61_440,
      received: month.pages * 61_440,
      pages: month.pages,
      read_milliseconds: month.pages * 47,
    })
    .execute()
  const steps: [string, Date][] = [
    ['reading', before(29)],
    ['preview', before(28)],
    ...(month.signed ? [['signing', before(1)] satisfies [string, Date]] : []),
    ['publishing', month.first],
  ]
  await tx.db
    .insertInto('process_steps')
    .values(steps.map(([step, at]) => ({ company_id: tx.company, process_id: id, step, at })))
    .execute()
  await tx.db
    .updateTable('processes')
    .set({
      step: 'done',
      status: 'successful',
      done: month.documents,
      started_at: before(29),
      finished_at: done,
    })
    .where('id', '=', id)
    .execute()
  await sql`with numbered as (
      select d.id, row_number() over (order by d.id)::int as n from documents d
      where d.type_id = ${month.type_id} and d.period = ${month.period} and d.state = 'published'
        and d.process_item_id is null),
    made as (
      insert into process_items (company_id, process_id, n, state)
      select ${tx.company}, ${id}, n, 'done' from numbered returning id, n)
    update documents d set process_item_id = made.id, massive = true
    from numbered join made using (n) where d.id = numbered.id`.execute(tx.db)
  // The report that its publisher had.
  await sql`insert into mails (company_id, event, language, user_id, to_address, subject_kind, subject_id, variables,
      message_id, state, attempts, sent_at, created_at)
    select ${tx.company}, 'publication_finished', ${languageOfUser()},
      id, mail, 'process', ${id}, jsonb_build_object('nombre', first_name, 'tipo',
        (select name from document_types where id = ${month.type_id}), 'publicados', ${month.documents}::text, 'pendientes', '0'),
      '<' || gen_random_uuid() || '@localhost>', 'sent', 1, ${done}, ${done}
    from users where id = ${administrator} and mail is not null`.execute(tx.db)
}

/** Records the notice mails of the newest month, a few of them bounced. */
async function recordMails(tx: Tx, { type_id, period }: { type_id: number; period: string }): Promise<void> {
  await sql`with told as (
      select d.id, d.employee_id, d.published_at, u.mail, u.first_name, t.name as type_name,
        ${languageOfUser('u')} as language,
        row_number() over (order by d.id)::int as n
      from documents d join users u on u.id = d.employee_id join document_types t on t.id = d.type_id
      where d.type_id = ${type_id} and d.period = ${period} and d.state = 'published' and u.mail is not null),
    bounced as (select * from jsonb_to_recordset(${JSON.stringify(BOUNCES)}::jsonb) as b(at int, wrong text, reason text))
    insert into mails (company_id, event, language, user_id, to_address, subject_kind, subject_id, variables, message_id,
      state, attempts, reason, sent_at, created_at)
    select ${tx.company}, 'new_document', told.language, told.employee_id,
      case when bounced.wrong is null then told.mail else split_part(told.mail, '@', 1) || '@' || bounced.wrong end,
      'document', told.id,
      jsonb_build_object('nombre', told.first_name,
        'documentos', jsonb_build_array(jsonb_build_object('tipo', told.type_name, 'periodo', ${period}::text))),
      '<' || gen_random_uuid() || '@localhost>', case when bounced.at is null then 'sent' else 'failed' end, 1,
      bounced.reason, case when bounced.at is null then told.published_at + interval '20 seconds' end, told.published_at
    from told left join bounced on bounced.at = told.n`.execute(tx.db)
}
