import type { Db } from '#server/shared/tenancy.ts'
import { type Place, type PublishableType, standingAt } from './queries.ts'

type Standing = Awaited<ReturnType<typeof standingAt>>[number]

/** Where documents stand and where more may be published. */
export interface Occupied {
  /** The document that keeps others from a place; undefined where one more may be published. */
  blocking: (place: Place, type: Pick<PublishableType, 'several_a_period'>) => Standing | undefined
  /** Takes a place for a new document and returns its number there; null where the place takes no other. */
  take: (place: Place, type: Pick<PublishableType, 'several_a_period'>) => number | null
}

/**
 * Finds the documents at some places: a type without several a period takes one document in each month. Places taken
 * earlier in the same batch count too, so that of two for one place the first passes.
 */
export async function findOccupied(db: Db, places: readonly Place[]): Promise<Occupied> {
  const keyOf = ({ employeeId, typeId, period }: Place) => `${employeeId} ${typeId} ${period}`
  const highest = new Map<string, Standing>()
  for (const row of await standingAt(db, places)) {
    const key = keyOf({ employeeId: row.employee_id, typeId: row.type_id, period: row.period })
    if (row.sequence > (highest.get(key)?.sequence ?? 0)) highest.set(key, row)
  }
  const taken = new Map([...highest].map(([key, { sequence }]) => [key, sequence]))
  return {
    blocking: (place, type) => (type.several_a_period ? undefined : highest.get(keyOf(place))),
    take: (place, type) => {
      if (place.period === null) return 1
      const last = taken.get(keyOf(place)) ?? 0
      if (last > 0 && !type.several_a_period) return null
      taken.set(keyOf(place), last + 1)
      return last + 1
    },
  }
}
