import { actions } from '#contract/actions.ts'
import type { ConcernSource } from '#server/shared/concerns.ts'
import { standingDifferences } from './queries.ts'

/** The differences of the last finished check of the evidence. */
export const evidenceConcerns: ConcernSource = {
  need: actions.employeeAdministration,
  async find(db) {
    const found = await standingDifferences(db)
    if (!found) return []
    const { total, since } = found
    return [{ clase: 'evidencia_difiere', id: null, nombre: null, total, desde: since, vence: null }]
  },
}
