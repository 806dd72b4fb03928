import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from './tenancy.ts'
import { fewPeople } from './text/search.ts'

/** The user who looks, under one profile. */
export interface Viewer {
  userId: number
  profileKind:
    | 'employee'
    | 'hr'
    | 'limited'
    | 'manager'
    | 'integration'
    | 'leave_approver'
    | 'certificate_holder'
  seesConfidential: boolean
  /** Its reach is small (found by {@link withReach}): queries are driven by it rather than by their sort order. */
  reachesFew?: boolean
}

/**
 * The one predicate of visibility, for reading, counting and acts alike: an employee out of reach is answered exactly
 * like one who doesn't exist. `employee` is a column reference like 'documents.employee_id'. Full HR sees everybody.
 * Limited HR sees the pairs of sector and location of its filters (an empty half means any); without a filter its own
 * sector and location, with neither only itself. A manager sees today's direct reports. An employee sees itself.
 * Confidential people are visible only to profiles with that right, and to themselves.
 */
export function visibleEmployees(viewer: Viewer, employee: string): RawBuilder<SqlBool> {
  const ref = sql.ref(employee)
  const me = sql.lit(viewer.userId)
  const confidential = viewer.seesConfidential
    ? sql``
    : sql` and (${ref} = ${me} or ${ref} <> all (array(select hidden.id from employees hidden where hidden.confidential)))`
  switch (viewer.profileKind) {
    case 'hr':
      return sql<SqlBool>`(true${confidential})`
    case 'limited':
      return sql<SqlBool>`(${ref} ${among(reachOf(viewer), viewer.reachesFew)}${confidential})`
    case 'manager':
      return sql<SqlBool>`(${ref} ${among(reachOf(viewer), true)}${confidential})`
    default:
      return sql<SqlBool>`(${ref} = ${me})`
  }
}

/**
 * The ids within a limited profile's or a manager's reach, before confidential people are removed; may contain
 * duplicates.
 */
export function reachOf({ userId, profileKind }: Viewer): RawBuilder<{ id: number }> {
  const me = sql.lit(userId)
  if (profileKind === 'manager')
    return sql`select reach.id from employees reach where reach.manager_id = ${me}`
  const filtered = sql`exists (select from user_filters f where f.user_id = ${me})`
  // One arm for each kind of pair, so that each is a walk of an index and not of everybody.
  return sql`select reach.id from user_filters f join employees reach on reach.sector_id = f.sector_id
        and (f.location_id is null or f.location_id = reach.location_id)
      where f.user_id = ${me}
      union all
      select reach.id from user_filters f join employees reach on reach.location_id = f.location_id
      where f.user_id = ${me} and f.sector_id is null
      union all
      select reach.id from user_filters f cross join employees reach
      where f.user_id = ${me} and f.sector_id is null and f.location_id is null
      union all
      select own.id from employees own where own.id = ${me} and not ${filtered}
      union all
      select reach.id from employees own join employees reach on reach.sector_id = own.sector_id
        and (own.location_id is null or own.location_id = reach.location_id)
      where own.id = ${me} and not ${filtered}
      union all
      select reach.id from employees own join employees reach on reach.location_id = own.location_id
      where own.id = ${me} and own.sector_id is null and not ${filtered}`
}

/** The viewer, with whether those within a limited profile's reach are few. */
export async function withReach<V extends Viewer>(db: Db, viewer: V): Promise<V> {
  if (viewer.profileKind !== 'limited') return viewer
  const { rows } = await sql<{ n: number }>`select count(*)::int as n
    from (${reachOf(viewer)} limit ${sql.lit(fewPeople + 1)}) as reached`.execute(db)
  return { ...viewer, reachesFew: (rows[0]?.n ?? 0) <= fewPeople }
}

/** Few are fetched first and looked for by an index; many are a set to be joined. */
function among(ids: RawBuilder<unknown>, few = false): RawBuilder<unknown> {
  return few ? sql`= any (array(${ids}))` : sql`in (${ids})`
}

/**
 * Which document types a viewer sees. A folder filter narrows what management sees: no row means all folders for
 * HR and none for a manager, so a manager sees salary receipts only where that folder was chosen by name.
 * `type` is a column reference like 'documents.type_id'. An employee's own lists don't use it.
 */
export function visibleTypes(viewer: Viewer, type: string): RawBuilder<SqlBool> {
  const me = sql.lit(viewer.userId)
  const confidential = viewer.seesConfidential ? sql`` : sql` and not t.confidential`
  const chosen = sql`t.folder_id in (select f.folder_id from user_folder_filters f where f.user_id = ${me})`
  const folder =
    viewer.profileKind === 'manager'
      ? chosen
      : sql`(not exists (select from user_folder_filters f where f.user_id = ${me}) or ${chosen})`
  return sql<SqlBool>`(${sql.ref(type)} = any (array(select t.id from document_types t where ${folder}${confidential})))`
}
