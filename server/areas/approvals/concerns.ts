import { type ConcernSource, mostConcerns } from '#server/shared/concerns.ts'
import { look } from './deciders.ts'
import { rejectedOf, waitingFor } from './queries.ts'

/** Approvals that wait for the viewer's own decision, of the kinds that the bell names singly. */
export const approvalConcerns: ConcernSource = {
  async find(db, { viewer, now, kindsOfApproval }) {
    const named = Object.fromEntries(
      Object.entries(kindsOfApproval).filter(([, { concern }]) => concern !== undefined),
    )
    const rows = await waitingFor(db, await look(db, viewer, now), named, { limit: mostConcerns, offset: 0 })
    return rows.flatMap(({ kind, subject_id, asker, opened_at, names }) => {
      // People whom a step names may lack the right to the kind's own screen.
      const clase = names ? 'por_aprobar' : kindsOfApproval[kind]?.concern
      return clase ? [{ clase, id: subject_id, nombre: asker, total: 1, desde: opened_at, vence: null }] : []
    })
  },
}

/** Days for which who asked sees that a request was rejected, unless it is asked for again. */
const rejectedDays = 14

/** The viewer's own requests that a second person rejected, with the reason. */
export const rejectedRequests: ConcernSource = {
  async find(db, { viewer, now, kindsOfApproval }) {
    const since = new Date(now.getTime() - rejectedDays * 86_400_000)
    const rows = await rejectedOf(db, viewer.userId, since, mostConcerns)
    return rows.flatMap(({ kind, subject_id: id, quien, comment, at }) => {
      const clase = kindsOfApproval[kind]?.rejected
      return clase ? [{ clase, id, nombre: quien, motivo: comment, total: 1, desde: at, vence: null }] : []
    })
  },
}
