import { sql } from 'kysely'
import type { GenericList } from '#contract/generic.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'

/** The audience of a generic document: by position and place, or by a list of ids. */
export type Audience =
  | {
      by: 'categories'
      sectors: readonly number[]
      locations: readonly number[]
      positions: readonly number[]
    }
  | { by: 'ids'; ids: readonly string[] }

export interface Choice {
  type: number
  audience: Audience
  /** Only people without a valid document of the type. */
  withoutVersion: boolean
}

/** Zero among the chosen means all of them, those without any included. */
function among(column: string, chosen: readonly number[]) {
  return chosen.includes(0) ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${chosen})`
}

/**
 * The people within reach that the choice covers, each with their list. Somebody out of reach is treated as unknown.
 */
function meant(db: Db, viewer: Viewer, { type, audience, withoutVersion }: Choice) {
  const hasOne = sql<boolean>`exists (select from documents d where d.employee_id = employees.id and d.type_id = ${type}
    and d.state in ('waiting_approval', 'waiting_company_signature', 'published'))`
  return db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .where(visibleEmployees(viewer, 'employees.id'))
    .$call((query) =>
      audience.by === 'ids'
        ? query.where('employees.cuil', '=', sql<string>`any(${audience.ids})`)
        : query
            .where('employees.state', '<>', 'inactive')
            .where(among('employees.sector_id', audience.sectors))
            .where(among('employees.location_id', audience.locations))
            .where(among('employees.position_id', audience.positions)),
    )
    .select([
      'employees.id',
      'employees.cuil',
      'employees.sector_id',
      'employees.location_id',
      'users.sort_name',
      sql<boolean>`users.mail is not null`.as('mail'),
      sql<Exclude<GenericList, 'desconocidos'>>`case when employees.state = 'inactive' then 'inactivos'
        when ${withoutVersion ? hasOne : sql`false`} then 'omitidos' else 'destinatarios' end`.as('list'),
    ])
}

/** How many are on each list, and of those who would get it how many have a mail. */
export async function countAudience(db: Db, viewer: Viewer, choice: Choice) {
  const rows = await db
    .selectFrom(meant(db, viewer, choice).as('person'))
    .select(({ fn }) => [
      'list',
      fn.countAll<number>().as('n'),
      fn.countAll<number>().filterWhere('mail', '=', true).as('mails'),
    ])
    .groupBy('list')
    .execute()
  const of = (list: GenericList) => rows.find((row) => row.list === list)
  return {
    destinatarios: of('destinatarios')?.n ?? 0,
    omitidos: of('omitidos')?.n ?? 0,
    inactivos: of('inactivos')?.n ?? 0,
    con_correo: of('destinatarios')?.mails ?? 0,
  }
}

/** The people of one list, by name. */
export function listAudience(
  db: Db,
  viewer: Viewer,
  choice: Choice,
  list: GenericList,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .selectFrom(meant(db, viewer, choice).as('person'))
    .leftJoin('sectors', 'sectors.id', 'person.sector_id')
    .leftJoin('locations', 'locations.id', 'person.location_id')
    .where('person.list', '=', list as 'destinatarios')
    .select([
      'person.id',
      sql<string>`person.sort_name`.as('nombre'),
      'person.cuil',
      sql<string>`coalesce(sectors.name, '')`.as('sector'),
      sql<string>`coalesce(locations.name, '')`.as('lugar'),
    ])
    .orderBy('person.sort_name')
    .orderBy('person.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Ids of a list that nobody within reach has, in the order of the list. */
export async function unknownIds(db: Db, viewer: Viewer, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('employees')
    .where(visibleEmployees(viewer, 'employees.id'))
    .where('cuil', '=', sql<string>`any(${ids})`)
    .select('cuil')
    .execute()
  const known = new Set(rows.map(({ cuil }) => cuil))
  return ids.filter((one) => !known.has(one))
}

/** The recipients, as a query of their ids, by name. */
export function recipientsOf(db: Db, viewer: Viewer, choice: Choice) {
  return db
    .selectFrom(meant(db, viewer, choice).as('person'))
    .where('person.list', '=', 'destinatarios')
    .select(['person.id', sql<number>`row_number() over (order by person.sort_name, person.id)`.as('n')])
}
