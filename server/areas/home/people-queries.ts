import { sql } from 'kysely'
import { birthdayDays, type Movement } from '#contract/home.ts'
import { countRows } from '#server/shared/list.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { addDays, addMonths } from '#server/shared/today.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'

/** Days of a year as month and day in one number (1231); `from` after `until` goes over its end. */
interface Days {
  from: number
  until: number
}

interface Rows {
  limit: number
  offset: number
}

/** The days of the next week, today included, or those of this month. */
export function birthdaysWanted(option: 1 | 2, day: string): Days {
  const month = numberOf(day) - (numberOf(day) % 100)
  if (option === 2) return { from: month, until: month + 31 }
  return { from: numberOf(day), until: numberOf(addDays(day, birthdayDays - 1)) }
}

const numberOf = (day: string) => Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10))

/** People within reach, not inactive, with a birthday on these days; the next first. */
export async function birthdays(db: Db, viewer: Viewer, { from, until }: Days, { limit, offset }: Rows) {
  const born = db
    .selectFrom('employees')
    .where('employees.state', '<>', 'inactive')
    .where(visibleEmployees(viewer, 'employees.id'))
    .where((is) => {
      const [late, early] = [is('employees.birth_day', '>=', from), is('employees.birth_day', '<=', until)]
      return from <= until ? is.and([late, early]) : is.or([late, early])
    })
  const rows = await named(born)
    .select('employees.birth_day')
    // Over the year's end December comes before January.
    .orderBy(sql`employees.birth_day < ${from}`)
    .orderBy('employees.birth_day')
    .orderBy('employees.id')
    .limit(limit)
    .offset(offset)
    .$narrowType<{ birth_day: number }>()
    .execute()
  const data = rows.map(({ birth_day, ...person }) => ({
    ...person,
    dia: birth_day % 100,
    mes: Math.floor(birth_day / 100),
  }))
  return { data, total: await countRows(db, born.select('employees.id')) }
}

/** People within reach, not inactive, hired on these days; the newest first. */
export async function recentHires(
  db: Db,
  viewer: Viewer,
  { from, until }: { from: string; until: string },
  { limit, offset }: Rows,
) {
  const hired = db
    .selectFrom('employees')
    .where('employees.state', '<>', 'inactive')
    .where('employees.hired_on', '>=', from)
    .where('employees.hired_on', '<=', until)
    .where(visibleEmployees(viewer, 'employees.id'))
  const data = await named(hired)
    .leftJoin('positions', 'positions.id', 'employees.position_id')
    .select(['positions.name as cargo', 'employees.hired_on as fecha'])
    .orderBy('employees.hired_on', 'desc')
    .orderBy('employees.id', 'desc')
    .limit(limit)
    .offset(offset)
    .$narrowType<{ fecha: string }>()
    .execute()
  return { data, total: await countRows(db, hired.select('employees.id')) }
}

/** First days of so many months, the one of `day` last. */
export function lastMonths(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${addMonths(day, at + 1 - count).slice(0, 7)}-01`)
}

/** Stays, of people within reach, that began and that ended in each of these months, until `day`. */
export async function movements(
  db: Db,
  viewer: Viewer,
  months: readonly string[],
  day: string,
): Promise<Movement[]> {
  const [first = day] = months
  const stays = db.selectFrom('employments').where(visibleEmployees(viewer, 'employments.employee_id'))
  const begun = await stays
    .where('employments.state', '<>', 'void')
    .where('employments.starts_on', '>=', first)
    .where('employments.starts_on', '<=', day)
    .select(monthOf('employments.starts_on').as('month'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .groupBy('month')
    .execute()
  const ended = await stays
    .where('employments.state', '=', 'ended')
    .where('employments.ends_on', '>=', first)
    .where('employments.ends_on', '<=', day)
    .select(monthOf('employments.ends_on').as('month'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .groupBy('month')
    .execute()
  const in_ = new Map(begun.map(({ month, n }) => [month, n]))
  const out = new Map(ended.map(({ month, n }) => [month, n]))
  return months.map((periodo) => ({
    periodo,
    altas: in_.get(periodo) ?? 0,
    bajas: out.get(periodo) ?? 0,
  }))
}

type Employees = ReturnType<typeof employeesOf>

function employeesOf(db: Db) {
  return db.selectFrom('employees')
}

/** With the names that a widget shows. */
function named(employees: Employees) {
  return employees
    .innerJoin('users', 'users.id', 'employees.id')
    .leftJoin('sectors', 'sectors.id', 'employees.sector_id')
    .leftJoin('locations', 'locations.id', 'employees.location_id')
    .select([
      'employees.id',
      'users.first_name as nombre',
      'users.last_name as apellido',
      'employees.nickname as apodo',
      'sectors.name as sector',
      'locations.name as locacion',
    ])
}

function monthOf(column: 'employments.starts_on' | 'employments.ends_on') {
  return sql<string>`date_trunc('month', ${sql.ref(column)})::date`
}
