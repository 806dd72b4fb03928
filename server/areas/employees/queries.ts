import { type Expression, sql, type SqlBool } from 'kysely'
import type { EmployeeFilters, EmployeeSort, EmployeeState } from '#contract/employees.ts'
import { countries, type Country } from '#contract/fields.ts'
import type { Fault } from '../../shared/errors.ts'
import { farthestRow } from '../../shared/list.ts'
import { peopleFound } from '../../shared/search.ts'
import type { Db } from '../../shared/tenancy.ts'
import { type Viewer, visibleEmployees } from '../../shared/visibility.ts'

/** Employees that a viewer may see, with their users: every query of what somebody asks for starts here. */
function visible(db: Db, viewer: Viewer) {
  return db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .where(visibleEmployees(viewer, 'employees.id'))
}

interface Search extends EmployeeFilters {
  estado?: EmployeeState[] | undefined
}

function matching(db: Db, viewer: Viewer, { buscar, sector, locacion, estado }: Search) {
  return visible(db, viewer).where((where) => {
    const conditions: Expression<SqlBool>[] = []
    if (buscar) conditions.push(peopleFound(buscar, 'employees.id'))
    if (sector) conditions.push(where('employees.sector_id', 'in', sector))
    if (locacion) conditions.push(where('employees.location_id', 'in', locacion))
    if (estado) conditions.push(where('employees.state', 'in', estado))
    return where.and(conditions)
  })
}

/** The newest stay of an employee: when it began, and how it ended where it did. */
function newestStay(db: Db) {
  return db
    .selectFrom('employments')
    .select(['starts_on', 'ends_on'])
    .where(sql<boolean>`employments.employee_id = employees.id`)
    .where('employments.state', '<>', 'void')
    .orderBy('starts_on', 'desc')
    .limit(1)
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
    .leftJoinLateral(newestStay(db).as('stay'), (on) => on.onTrue())
    .select((select) => [
      'employees.id',
      sql<string>`users.sort_name`.as('nombre'),
      'users.username as usuario',
      'employees.file_number as numero_legajo',
      'employees.cuil',
      'sectors.name as sector',
      'locations.name as locacion',
      'stay.starts_on as fecha_contratacion',
      'stay.ends_on as fecha_baja',
      'employees.state as estado',
      select
        .selectFrom('user_profiles')
        .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
        .select('profiles.name')
        .whereRef('user_profiles.user_id', '=', 'employees.id')
        .where('user_profiles.type', '=', 2)
        .as('otro_perfil'),
      counted.as('total'),
    ])
    .$if(sort === 'nombre', (query) => query.orderBy('users.sort_name', direction))
    .$if(sort === 'legajo', (query) => query.orderBy('employees.file_number', direction))
    .$if(sort === 'cuil', (query) => query.orderBy('employees.cuil', direction))
    .$if(sort === 'ingreso', (query) =>
      query.orderBy('stay.starts_on', (by) => (direction === 'asc' ? by.asc() : by.desc().nullsLast())),
    )
    .orderBy('employees.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  // A page after the last one has no row to carry the total.
  const total = rows[0]?.total ?? (offset === 0 ? 0 : (await counted.executeTakeFirst())?.total)
  return { data: rows, total: total ?? 0 }
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
    .leftJoinLateral(newestStay(db).as('stay'), (on) => on.onTrue())
    .select([
      'employees.id',
      sql<string>`users.sort_name`.as('nombre'),
      'employees.cuil',
      'employees.file_number as numero_legajo',
      'sectors.name as sector',
      'locations.name as locacion',
      'employees.state as estado',
      'stay.ends_on as fecha_baja',
      sql<boolean>`users.mail is not null`.as('con_mail'),
    ])
    .orderBy(sql`employees.state = 'inactive'`)
    .orderBy('users.sort_name')
    .orderBy('employees.id')
    .limit(10)
    .execute()
}

/** Every field of a record within reach, bank accounts whole; undefined where there is none. */
export async function findRecord(db: Db, viewer: Viewer, id: number) {
  return visible(db, viewer)
    .where('employees.id', '=', id)
    .leftJoin('employee_addresses as address', 'address.employee_id', 'employees.id')
    .leftJoin('employee_bank_accounts as bank', 'bank.employee_id', 'employees.id')
    .leftJoinLateral(newestStay(db).as('stay'), (on) => on.onTrue())
    .select([
      'employees.id',
      'users.username as usuario',
      'users.first_name as nombre',
      'users.last_name as apellido',
      'users.mail',
      'users.first_sign_in_done_at as primer_ingreso',
      'employees.dni',
      'employees.cuil',
      'employees.file_number as numero_legajo',
      'employees.state as estado',
      'employees.confidential as confidencial',
      'employees.employer_id as id_empleador',
      'stay.starts_on as fecha_contratacion',
      'employees.birth_date as fecha_nacimiento',
      'employees.sex',
      'employees.nickname as apodo',
      'employees.phone',
      'employees.personal_mail as mail_personal',
      'employees.marital_status as estado_civil',
      'employees.nationality as nacionalidad',
      'employees.spouse as conyuge',
      'employees.children as hijos',
      'employees.emergency_contact as contacto_emergencia',
      'employees.emergency_phone as telefono_emergencia',
      'employees.sector_id as sector',
      'employees.location_id as locacion',
      'employees.position_id as cargo',
      'employees.cost_centre_id as centro_costo',
      'employees.manager_id as reporta',
      'employees.organization_model as organizationModel',
      'address.street as calle',
      'address.number as numero',
      'address.floor as piso',
      'address.department as departamento',
      'address.neighbourhood as barrio',
      'address.block as manzana',
      'address.locality as localidad',
      'address.city as ciudad',
      'address.county as partido',
      'address.province as provincia',
      'address.country as pais',
      'address.address_type as tipo_domicilio',
      'address.street_type as tipo_via',
      'address.zone_type as tipo_zona',
      'bank.bank as banco',
      'bank.branch as sucursal',
      'bank.account_type as tipo_cuenta',
      'bank.account_number as cuenta',
      'bank.cbu',
      'bank.payment_type as tipo_pago',
    ])
    .executeTakeFirst()
}
export type FoundRecord = NonNullable<Awaited<ReturnType<typeof findRecord>>>

/** What a record shows beside its own fields: names of what it refers to, stays, profiles, the way in. */
export async function surroundings(db: Db, record: FoundRecord, now: Date) {
  const place = (table: 'sectors' | 'locations' | 'positions' | 'cost_centres', id: number | null) =>
    id === null
      ? Promise.resolve(null)
      : db.selectFrom(table).select(['id', 'name as nombre']).where('id', '=', id).executeTakeFirstOrThrow()
  const sector = await place('sectors', record.sector)
  const locacion = await place('locations', record.locacion)
  const cargo = await place('positions', record.cargo)
  const centro_costo = await place('cost_centres', record.centro_costo)
  const empleador =
    (record.id_empleador &&
      (await db
        .selectFrom('employers')
        .select(['id', 'legal_name as nombre'])
        .where('id', '=', record.id_empleador)
        .executeTakeFirst())) ||
    null
  const reporta =
    (record.reporta &&
      (await db
        .selectFrom('users')
        .select(['id', sql<string>`sort_name`.as('nombre')])
        .where('id', '=', record.reporta)
        .executeTakeFirst())) ||
    null
  const { reportan, ultimo_ingreso, invitacion_vence } = await db
    .selectNoFrom((select) => [
      select
        .selectFrom('employees')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('manager_id', '=', record.id)
        .where('state', '<>', 'inactive')
        .$asScalar()
        .as('reportan'),
      select
        .selectFrom('sessions')
        .select(({ fn }) => fn.max('created_at').as('at'))
        .where('user_id', '=', record.id)
        .$asScalar()
        .as('ultimo_ingreso'),
      select
        .selectFrom('credential_links')
        .select(({ fn }) => fn.max('expires_at').as('at'))
        .where('user_id', '=', record.id)
        .where('kind', '=', 'invitation')
        .where('used_at', 'is', null)
        .where('cancelled_at', 'is', null)
        .where('expires_at', '>', now)
        .$asScalar()
        .as('invitacion_vence'),
    ])
    .executeTakeFirstOrThrow()
  const estadias = await db
    .selectFrom('employments')
    .select(['starts_on as desde', 'ends_on as hasta', 'reason as motivo'])
    .where('employee_id', '=', record.id)
    .where('state', '<>', 'void')
    .orderBy('starts_on', 'desc')
    .execute()
  const profiles = await db
    .selectFrom('user_profiles')
    .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
    .select('profiles.name')
    .where('user_profiles.user_id', '=', record.id)
    .orderBy('profiles.type')
    .execute()
  return {
    sector,
    locacion,
    cargo,
    centro_costo,
    empleador,
    reporta,
    reportan: reportan ?? 0,
    ultimo_ingreso,
    invitacion_vence,
    estadias,
    perfiles: profiles.map(({ name }) => name),
  }
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
  return [{ code: 'SYSTEM_API_VALUE_OUT_OF_RANGE', field: 'id_empleador' }]
}
