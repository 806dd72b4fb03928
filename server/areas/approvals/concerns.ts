import { type ConcernSource, mostConcerns } from '#server/shared/concerns.ts'
import { waitingFor } from './queries.ts'

/** Approvals that wait for the viewer's own decision. */
export const approvalConcerns: ConcernSource = {
  async find(db, { viewer, kindsOfApproval }) {
    const rows = await waitingFor(db, viewer, kindsOfApproval, { limit: mostConcerns, offset: 0 })
    return rows.flatMap(({ kind, subject_id, asker, opened_at }) => {
      const clase = kindsOfApproval[kind]?.concern
      return clase ? [{ clase, id: subject_id, nombre: asker, total: 1, desde: opened_at, vence: null }] : []
    })
  },
}
