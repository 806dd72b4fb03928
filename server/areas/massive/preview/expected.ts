import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'

interface Of {
  type: number
  /** First day of the month; null: a type without one, of which nothing is expected. */
  period: string | null
}

/** The last month before this one that the type was published in, to anybody; null where there is none. */
export async function lastPeriod(db: Db, { type, period }: Of): Promise<string | null> {
  if (period === null) return null
  const found = await db
    .selectFrom('documents')
    .select('period')
    .where('type_id', '=', type)
    .where('period', '<', period)
    .where('state', 'not in', ['cancelled', 'rejected'])
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.period ?? null
}

/** Months before a period by which a type is known to come every month. */
const monthsLooked = 6

/**
 * Whether a type comes every month: it was published in most of the months before this one since its first, at most
 * six of them. A document of twice a year differs from the last one without a fault.
 */
export async function isMonthly(db: Db, { type, period }: Of): Promise<boolean> {
  if (period === null) return false
  const { rows } = await sql<{ months: number; published: number }>`
    select count(*)::int as months, (count(*) filter (where was))::int as published
    from (select month, exists (select from documents where type_id = ${type} and period = month
        and state not in ('cancelled', 'rejected')) as was,
        (select min(period) from documents where type_id = ${type} and state not in ('cancelled', 'rejected')) as first
      from (select (${period}::date - make_interval(months => back))::date as month
        from generate_series(1, ${monthsLooked}::int) back) months) looked
    where month >= first`.execute(db)
  const { months = 0, published = 0 } = rows[0] ?? {}
  return published > months / 2
}

type Motive = 'periodo_anterior' | 'ingreso_reciente' | 'alta_reciente' | 'primer_periodo'

/**
 * People within reach who should get a document of the type this month: active ones who had one in the last month in
 * which it was published, those hired since, and those registered since who have had no document at all; all active ones
 * where there is no earlier month. A query of `id` and
 * `motive`; null where the type has no months.
 */
export async function expectedPeople(
  db: Db,
  viewer: Viewer,
  of: Of,
): Promise<RawBuilder<{ id: number; motive: Motive }> | null> {
  if (of.period === null) return null
  const before = await lastPeriod(db, of)
  if (before === null)
    return sql`select employees.id, 'primer_periodo' as motive from employees
      where employees.state = 'active' and ${visibleEmployees(viewer, 'employees.id')}
        and (employees.hired_on is null or employees.hired_on < ${of.period}::date + interval '1 month')`
  return sql`select employees.id,
      case when had.employee_id is not null then 'periodo_anterior'
        when employees.hired_on >= ${before}::date then 'ingreso_reciente' else 'alta_reciente' end as motive
    from employees left join (
      select distinct employee_id from documents
      where type_id = ${of.type} and period = ${before} and state not in ('cancelled', 'rejected')
    ) had on had.employee_id = employees.id
    where employees.state = 'active' and ${visibleEmployees(viewer, 'employees.id')}
      and (had.employee_id is not null
        or (employees.hired_on >= ${before}::date
          and employees.hired_on < ${of.period}::date + interval '1 month')
        or (coalesce(employees.hired_on < ${of.period}::date + interval '1 month', true)
          and not exists (select from documents d where d.employee_id = employees.id)
          and exists (select from users where users.id = employees.id and users.created_at > (
            select max(created_at) from documents
            where type_id = ${of.type} and period = ${before} and state not in ('cancelled', 'rejected')))))`
}

/** How many within reach had a document of the type in a month. */
export async function countPublished(db: Db, viewer: Viewer, { type, period }: Of): Promise<number> {
  const { n } = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('type_id', '=', type)
    .where('period', '=', period)
    .where('state', 'not in', ['cancelled', 'rejected'])
    .where(visibleEmployees(viewer, 'documents.employee_id'))
    .executeTakeFirstOrThrow()
  return n
}
