import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type ManagerObstacle, type managerStates, mostManagers } from '#contract/managers.ts'
import { refuse } from '#server/shared/errors.ts'
import { countRows } from '#server/shared/list.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { peopleFound } from '#server/shared/text/search.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'
import type { Management } from './management.ts'

interface Filters {
  buscar?: string | undefined
  estado?: (typeof managerStates)[number] | undefined
}

/** Direct reports of an employee within the viewer's reach, without those who left. */
function reportsOf(viewer: Viewer, what: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${what} from employees report where report.manager_id = employees.id
    and report.state <> 'inactive' and ${visibleEmployees(viewer, 'report.id')}`
}

const holdsCertificates = sql<boolean>`exists (select from user_profiles held join profiles p on p.id = held.profile_id
  where held.user_id = employees.id and p.kind = 'certificate_holder')`

/** The management profile that an employee holds. */
const managementId = sql<number | null>`(select held.profile_id from user_profiles held
  where held.user_id = employees.id and held.type = 2)`

function inState(state: Filters['estado'], { manager }: Management): RawBuilder<SqlBool> {
  if (state === 'sin_perfil') return sql`${managementId} is null`
  if (state === 'con_perfil') return sql`${managementId} = ${manager?.id ?? 0}`
  return sql`${managementId} <> ${manager?.id ?? 0}`
}

function obstacleFor(viewer: Viewer, { manager, fixed }: Management): RawBuilder<ManagerObstacle | null> {
  return sql`case when employees.id = ${viewer.userId} then 'propio'
    when ${managementId} = any(${fixed}::bigint[]) then 'perfil_ajeno'
    when ${managementId} <> ${manager?.id ?? 0} and ${holdsCertificates} then 'certificados' end`
}

/** Active people within reach who have direct reports. */
function found(db: Db, viewer: Viewer, management: Management, { buscar, estado }: Filters) {
  return db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .where('employees.state', '=', 'active')
    .where(visibleEmployees(viewer, 'employees.id'))
    .where(sql<boolean>`exists (${reportsOf(viewer, sql``)})`)
    .$if(Boolean(buscar), (query) => query.where(peopleFound(buscar ?? '', 'employees.id')))
    .$if(estado !== undefined, (query) => query.where(inState(estado, management)))
}

export async function listManagers(
  db: Db,
  viewer: Viewer,
  management: Management,
  filters: Filters,
  { limit, offset }: { limit: number; offset: number },
) {
  const { manager, others } = management
  const rows = await found(db, viewer, management, filters)
    .leftJoin('positions', 'positions.id', 'employees.position_id')
    .leftJoin('sectors', 'sectors.id', 'employees.sector_id')
    .leftJoin('locations', 'locations.id', 'employees.location_id')
    .select([
      'employees.id',
      sql<string>`users.sort_name`.as('nombre'),
      'positions.name as puesto',
      'sectors.name as sector',
      'locations.name as locacion',
      sql<number>`(${reportsOf(viewer, sql`count(*)::int`)})`.as('a_cargo'),
      managementId.as('perfil'),
      sql<{ id: number; nombre: string }[]>`coalesce((
        select json_agg(json_build_object('id', folders.id, 'nombre', folders.name) order by folders.position, folders.name)
        from user_folder_filters filter join folders on folders.id = filter.folder_id
        where filter.user_id = employees.id), '[]')`.as('carpetas'),
      obstacleFor(viewer, management).as('impedimento'),
    ])
    .orderBy('users.sort_name')
    .orderBy('users.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ perfil, ...row }) => {
    const name = perfil === null ? undefined : others.get(perfil)
    return {
      ...row,
      gestiona: perfil !== null && perfil === manager?.id,
      otro_perfil: perfil === null || name === undefined ? null : { id: perfil, nombre: name },
    }
  })
}

export function countManagers(
  db: Db,
  viewer: Viewer,
  management: Management,
  filters: Filters,
): Promise<number> {
  return countRows(db, found(db, viewer, management, filters).select('employees.id'))
}

/**
 * The ids of everybody in the list but the viewer, who can't be chosen.
 *
 * @throws {Refusal} SELECTION_TOO_LARGE: more than one act takes
 */
export async function findManagerIds(
  db: Db,
  viewer: Viewer,
  management: Management,
  filters: Filters,
): Promise<number[]> {
  const rows = await found(db, viewer, management, filters)
    .where('employees.id', '<>', viewer.userId)
    .select('employees.id')
    .limit(mostManagers + 1)
    .execute()
  if (rows.length > mostManagers) refuse('SELECTION_TOO_LARGE', undefined, { maximo: mostManagers })
  return rows.map(({ id }) => id)
}

/** Chosen people within reach as they are now, by name. */
export async function standingsOf(db: Db, viewer: Viewer, ids: readonly number[]) {
  return db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .where('employees.id', '=', sql<number>`any(${ids}::bigint[])`)
    .where(visibleEmployees(viewer, 'employees.id'))
    .select([
      'employees.id',
      sql<string>`users.sort_name`.as('name'),
      sql<boolean>`employees.state = 'active'`.as('isActive'),
      sql<boolean>`exists (${reportsOf(viewer, sql``)})`.as('hasReports'),
      holdsCertificates.as('holdsCertificates'),
      managementId.as('management'),
      sql<
        number[]
      >`array(select held.profile_id from user_profiles held where held.user_id = employees.id and held.type <> 2)`.as(
        'otherProfiles',
      ),
      sql<{ id: number; name: string }[]>`coalesce((
        select json_agg(json_build_object('id', folders.id, 'name', folders.name) order by folders.position, folders.name)
        from user_folder_filters filter join folders on folders.id = filter.folder_id
        where filter.user_id = employees.id), '[]')`.as('folders'),
      sql<string[]>`array(select coalesce(place.sector_id, 0) || ' ' || coalesce(place.location_id, 0)
        from user_filters place where place.user_id = employees.id order by 1)`.as('places'),
    ])
    .orderBy('users.sort_name')
    .orderBy('users.id')
    .execute()
}
export type Standing = Awaited<ReturnType<typeof standingsOf>>[number]
