import { actions } from '#contract/actions.ts'
import type { ConcernSource } from '#server/shared/concerns.ts'
import { walking } from '#server/shared/list.ts'
import { look } from '#server/areas/approvals/operations.ts'
import { decidedByMe } from './queries.ts'

/** Papers that the viewer decides, in one line: a single one leads to itself. */
export const papersToDecide: ConcernSource = {
  need: actions.taskInbox,
  async find(db, { viewer, now }) {
    const { total, desde, id } = await walking(db, async () => decidedByMe(db, await look(db, viewer, now)))
    return desde
      ? [{ clase: 'por_decidir', id: total === 1 ? id : null, nombre: null, total, desde, vence: null }]
      : []
  },
}
