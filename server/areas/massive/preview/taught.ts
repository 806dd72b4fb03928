import type { TaughtPlace } from '#contract/folders/capture-pattern.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { savedPlaces } from '#server/areas/folders/operations.ts'
import type { FoundPublication } from '../queries.ts'

/** Millimetres by which two equal places may differ. */
const samePlace = 1.5

/** Whether two places of one kind are the same. */
export function isSame(one: TaughtPlace, other: TaughtPlace): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) < samePlace
  return one.dato === other.dato && near(one.x, other.x) && near(one.y, other.y)
}

/** The places that were taught for a file as its screen shows them. */
export async function shownTaught(db: Db, of: FoundPublication): Promise<MassivePublication['ensenado']> {
  if (!of.taught) return null
  const { places, before } = of.taught
  const known = await savedPlaces(db, of.type_id)
  return {
    datos: [...new Set(places.map(({ dato }) => dato))],
    excepciones_antes: before,
    guardado: places.every((place) => known.some((one) => isSame(one, place))),
  }
}
