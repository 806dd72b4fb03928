import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { makeFault } from '#contract/errors.ts'
import type { EmployeeState } from '#contract/employees/record.ts'
import type { EmployeeFilters, EmployeeLack, EmployeeSort } from '#contract/employees/employees.ts'
import { countries, type Country } from '#contract/fields.ts'
import { mostSelected } from '#contract/fields.ts'
import { type Fault, refuse } from '#server/shared/errors.ts'
import { farthestRow } from '#server/shared/list.ts'
import { latestConsent } from '#server/shared/reading/people.ts'
import { peopleFound } from '#server/shared/text/search.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'

/** Employees that a viewer may see, with their users: every query of what somebody asks for starts here. */
export function visible(db: Db, viewer: Viewer) {
  return db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .where(visibleEmployees(viewer, 'employees.id'))
}

interface Search extends EmployeeFilters {
  estado?: EmployeeState[] | undefined
}

function matching(db: Db, viewer: Viewer, search: Search) {
  const { buscar, sector, locacion, cargo, centro_costo, reporta, estado } = search
  return visible(db, viewer).where((where) => {
    const conditions: Expression<SqlBool>[] = []
    if (buscar) conditions.push(peopleFound(buscar, 'employees.id'))
    if (sector) conditions.push(where('employees.sector_id', 'in', sector))
    if (locacion) conditions.push(where('employees.location_id', 'in', locacion))
    if (cargo) conditions.push(where('employees.position_id', 'in', cargo))
    if (centro_costo) conditions.push(where('employees.cost_centre_id', 'in', centro_costo))
    if (reporta) conditions.push(where('employees.manager_id', 'in', reporta))
    if (estado) conditions.push(where('employees.state', 'in', estado))
    if (search.ingreso_desde) conditions.push(where('employees.hired_on', '>=', search.ingreso_desde))
    if (search.ingreso_hasta) conditions.push(where('employees.hired_on', '<=', search.ingreso_hasta))
    for (const lack of search.sin ?? []) conditions.push(lacking[lack])
    return where.and(conditions)
  })
}

/** Conditions for missing parts of a record or an account. */
const lacking: Record<EmployeeLack, RawBuilder<SqlBool>> = {
  mail: sql<SqlBool>`users.mail_key is null`,
  ingreso: sql<SqlBool>`users.first_sign_in_done_at is null`,
  // Refused or withdrawn: who never signed in was not asked.
  aceptacion: sql<SqlBool>`coalesce(${latestConsent('employees.id')}, 'given') <> 'given'`,
  lugar: sql<SqlBool>`(employees.sector_id is null or employees.location_id is null)`,
  // A manager who has left manages nobody.
  reporta: sql<SqlBool>`not exists (select from employees manager
    where manager.id = employees.manager_id and manager.state <> 'inactive')`,
}

/** A page of the list and how many there are, counted to one beyond the farthest row, in one statement. */
export async function listEmployees(
  db: Db,
  viewer: Viewer,
  search: Search & { orden: EmployeeSort },
  { limit, offset }: { limit: number; offset: number },
) {
  const found = matching(db, viewer, search)
  const counted = db
    .selectFrom(
      found
        .select(sql.lit(1).as('one'))
        .limit(farthestRow + 1)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('total'))
  const direction = search.orden.startsWith('-') ? 'desc' : 'asc'
  const sort = search.orden.replace('-', '')
  const rows = await found
    .leftJoin('sectors', 'sectors.id', 'employees.sector_id')
    .leftJoin('locations', 'locations.id', 'employees.location_id')
    .select((select) => [
      'employees.id',
      sql<string>`users.sort_name`.as('nombre'),
      'employees.nickname as apodo',
      'users.username as usuario',
      'employees.file_number as numero_legajo',
      'employees.cuil',
      'sectors.name as sector',
      'locations.name as locacion',
      'employees.hired_on as fecha_contratacion',
      'employees.ended_on as fecha_baja',
      'employees.state as estado',
      select
        .selectFrom('user_profiles')
        .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
        .select('profiles.name')
        .whereRef('user_profiles.user_id', '=', 'employees.id')
        .where('user_profiles.type', '=', 2)
        .as('otro_perfil'),
      sql<boolean>`users.mail_key is not null`.as('con_mail'),
      counted.as('total'),
    ])
    .$if(sort === 'nombre', (query) => query.orderBy('users.sort_name', direction))
    .$if(sort === 'legajo', (query) => query.orderBy('employees.file_number', direction))
    .$if(sort === 'cuil', (query) => query.orderBy('employees.cuil', direction))
    .$if(sort === 'ingreso', (query) => query.orderBy('employees.hired_on', direction))
    .orderBy('employees.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  // A page after the last one has no row to carry the total.
  const total = rows[0]?.total ?? (offset === 0 ? 0 : (await counted.executeTakeFirst())?.total)
  return { data: rows, total: total ?? 0 }
}

/**
 * The ids of everybody that a search asks for, the same that its list shows.
 *
 * @throws {Refusal} SELECTION_TOO_LARGE beyond what can be selected at once
 */
export async function findAllIds(db: Db, viewer: Viewer, search: Search): Promise<number[]> {
  const rows = await matching(db, viewer, search)
    .select('employees.id')
    .limit(mostSelected + 1)
    .execute()
  if (rows.length > mostSelected) refuse('SELECTION_TOO_LARGE', undefined, { maximo: mostSelected })
  return rows.map(({ id }) => id)
}

/** How many of those that a search asks for are in each state. */
export async function countByState(
  db: Db,
  viewer: Viewer,
  search: EmployeeFilters,
): Promise<Record<EmployeeState, number>> {
  const rows = await matching(db, viewer, search)
    .select(({ fn }) => ['employees.state', fn.countAll<number>().as('n')])
    .groupBy('employees.state')
    .execute()
  return {
    active: 0,
    onboarding: 0,
    inactive: 0,
    ...Object.fromEntries(rows.map((row) => [row.state, row.n])),
  }
}

/** Up to ten to choose from, those who work here first. */
export function findEmployees(db: Db, viewer: Viewer, buscar: string, former: boolean) {
  return matching(db, viewer, { buscar, ...(!former && { estado: ['active', 'onboarding'] }) })
    .leftJoin('sectors', 'sectors.id', 'employees.sector_id')
    .leftJoin('locations', 'locations.id', 'employees.location_id')
    .select([
      'employees.id',
      sql<string>`users.sort_name`.as('nombre'),
      'employees.nickname as apodo',
      'employees.cuil',
      'employees.file_number as numero_legajo',
      'sectors.name as sector',
      'locations.name as locacion',
      'employees.state as estado',
      'employees.ended_on as fecha_baja',
      sql<boolean>`users.mail is not null`.as('con_mail'),
    ])
    .orderBy(sql`employees.state = 'inactive'`)
    .orderBy('users.sort_name')
    .orderBy('employees.id')
    .limit(10)
    .execute()
}

/** Whether somebody is within reach. */
export async function isVisible(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const found = await visible(db, viewer)
    .where('employees.id', '=', id)
    .select('employees.id')
    .executeTakeFirst()
  return found !== undefined
}

/** Somebody within reach to whom a person may report: nobody reports to who left. */
export async function mayManage(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const found = await visible(db, viewer)
    .where('employees.id', '=', id)
    .where('employees.state', '<>', 'inactive')
    .select('employees.id')
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the way up from a manager, themselves included, passes an employee. */
export async function isBelow(db: Db, manager: number, employee: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with recursive up (id) as (
      select ${manager}::bigint
      union
      select e.manager_id from employees e join up on up.id = e.id where e.manager_id is not null)
    select id from up where id = ${employee}`.execute(db)
  return rows.length > 0
}

/** The company's country, by whose rules its people are checked. */
export async function countryOf(db: Db): Promise<Country> {
  const { country } = await db.selectFrom('companies').select('country').executeTakeFirstOrThrow()
  const known = countries.find((one) => one === country)
  if (!known) throw new Error(`a company of an unknown country: ${country}`)
  return known
}

export async function employerIds(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('employers').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** An employer that the company doesn't have. */
export async function employerFaults(db: Db, employer: number | undefined): Promise<Fault[]> {
  if (employer === undefined || (await employerIds(db)).includes(employer)) return []
  return [makeFault('SYSTEM_API_VALUE_OUT_OF_RANGE', 'id_empleador')]
}
