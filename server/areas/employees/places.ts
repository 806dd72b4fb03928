import { sql } from 'kysely'
import { makeFault } from '#contract/errors.ts'
import type { Fault } from '#server/shared/errors.ts'
import { fold } from '#server/shared/text/fold.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'

/** References of a record by id or name, with the error of an unknown one. */
const tables = {
  sector: { table: 'sectors', column: 'sector_id', unknown: 'SECTOR_UNKNOWN' },
  locacion: { table: 'locations', column: 'location_id', unknown: 'LOCATION_UNKNOWN' },
  cargo: { table: 'positions', column: 'position_id', unknown: 'POSITION_UNKNOWN' },
  centro_costo: { table: 'cost_centres', column: 'cost_centre_id', unknown: 'POSITION_UNKNOWN' },
} as const

export type PlaceField = keyof typeof tables
export const placeFields = Object.keys(tables) as PlaceField[]

/** The requested places, by id or name. Absent stays absent, null stays null. */
export type PlacesWanted = { [F in PlaceField]?: number | string | null | undefined }
export type PlaceIds = { [F in PlaceField]?: number | null }

export interface PlacesFound {
  ids: PlaceIds
  /** Ids that lead nowhere. */
  faults: Fault[]
  /** Names that nothing has yet. */
  missing: { field: PlaceField; name: string }[]
}

/** Finds what a record names; a text of digits is an id, as a form sends it. */
export async function findPlaces(tx: Tx, wanted: PlacesWanted): Promise<PlacesFound> {
  const found: PlacesFound = { ids: {}, faults: [], missing: [] }
  for (const field of placeFields) {
    const value = wanted[field]
    if (value === undefined) continue
    if (value === null) {
      found.ids[field] = null
      continue
    }
    const { table, unknown } = tables[field]
    const byId = typeof value === 'number' || /^\d{1,15}$/.test(value)
    const row = await tx.db
      .selectFrom(table)
      .select('id')
      .$if(byId, (query) => query.where('id', '=', Number(value)))
      .$if(!byId, (query) => query.where('name_key', '=', fold(String(value))))
      .executeTakeFirst()
    if (row) found.ids[field] = row.id
    else if (byId) found.faults.push(makeFault(unknown, field))
    else found.missing.push({ field, name: value })
  }
  return found
}

/** Creates a place unless it exists. One that somebody else created meanwhile is used. */
export async function makePlaces(tx: Tx, missing: PlacesFound['missing']): Promise<PlaceIds> {
  const ids: PlaceIds = {}
  for (const { field, name } of missing) {
    const row = await tx.db
      .insertInto(tables[field].table)
      .values({ company_id: tx.company, name })
      .onConflict((on) => on.columns(['company_id', 'name_key']).doUpdateSet({ company_id: tx.company }))
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[field] = row.id
  }
  return ids
}

/** Sectors, locations or positions, to choose from. */
export function placesOf(tx: Tx, field: PlaceField) {
  return tx.db.selectFrom(tables[field].table).select(['id', 'name as nombre']).orderBy('name').execute()
}

/** Those of them in which somebody within the viewer's reach is. */
export function placesInReach(tx: Tx, viewer: Viewer, field: PlaceField) {
  const { table, column } = tables[field]
  return tx.db
    .selectFrom(table)
    .select(['id', 'name as nombre'])
    .where(
      sql<boolean>`${sql.ref(`${table}.id`)} in (select ${sql.ref(column)} from employees where ${visibleEmployees(viewer, 'employees.id')})`,
    )
    .orderBy('name')
    .execute()
}

/** The pairs of sector and location that occur within reach, those of most people first. */
export async function pairsInReach(tx: Tx, viewer: Viewer) {
  const rows = await tx.db
    .selectFrom('employees')
    .leftJoin('sectors', 'sectors.id', 'employees.sector_id')
    .leftJoin('locations', 'locations.id', 'employees.location_id')
    .select([
      'sectors.id as sector',
      'sectors.name as sectorName',
      'locations.id as location',
      'locations.name as locationName',
      ({ fn }) => fn.countAll<number>().as('cantidad'),
    ])
    .where(visibleEmployees(viewer, 'employees.id'))
    .where('employees.state', '<>', 'inactive')
    .groupBy(['sectors.id', 'sectors.name', 'locations.id', 'locations.name'])
    .orderBy('cantidad', 'desc')
    .execute()
  const named = (id: number | null, nombre: string | null) => (id && nombre ? { id, nombre } : null)
  return rows.map((row) => ({
    sector: named(row.sector, row.sectorName),
    locacion: named(row.location, row.locationName),
    cantidad: row.cantidad,
  }))
}

/** Ids that lead nowhere, and new names from somebody who only works within a part of the company. */
export function placeFaults(places: PlacesFound, viewer: Viewer): Fault[] {
  if (viewer.profileKind === 'hr') return places.faults
  return [...places.faults, ...places.missing.map(({ field }) => makeFault(tables[field].unknown, field))]
}

/** Names that would be made, to be confirmed. */
export function newPlaces(places: PlacesFound): Fault[] {
  return places.missing.map(({ field, name }) => makeFault('PLACE_NEW', field, { nombre: name }))
}
