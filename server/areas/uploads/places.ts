import { refuse } from '#server/shared/errors.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { nextSequence, type OfferedRow } from './queries.ts'

/** The person, type and month under which a paper stands. */
export interface Place {
  employee: number
  type: Pick<OfferedRow, 'id' | 'con_periodo' | 'several_a_period'>
  period: string | null
}

/**
 * The number that a paper gets in its month. `except` is the paper itself, where it stands already.
 *
 * @throws {Refusal} UPLOAD_PERIOD_REQUIRED, UPLOAD_PERIOD_NOT_EXPECTED, UPLOAD_PERIOD_TAKEN
 */
export async function placeOf(db: Db, place: Place, except?: number): Promise<number> {
  const { type, period } = place
  if (type.con_periodo && period === null) refuse('UPLOAD_PERIOD_REQUIRED', 'periodo')
  if (!type.con_periodo && period !== null) refuse('UPLOAD_PERIOD_NOT_EXPECTED', 'periodo')
  return (await nextSequence(db, place, except)) ?? refuse('UPLOAD_PERIOD_TAKEN', 'periodo')
}
