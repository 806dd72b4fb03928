import { actions } from '#contract/actions.ts'
import type { ConcernSource } from '#server/shared/concerns.ts'
import { walking } from '#server/shared/list.ts'
import { look, waitingFigures } from '#server/areas/approvals/operations.ts'
import { ownChange } from './deciding.ts'

/** Changes of people's own data that the viewer decides, in one line that leads to the list of the inbox. */
export const changesToDecide: ConcernSource = {
  need: actions.employees,
  async find(db, { viewer, now }) {
    const { total, desde } = await walking(db, async () =>
      waitingFigures(db, await look(db, viewer, now), { change: ownChange }),
    )
    return desde ? [{ clase: 'cambios_por_decidir', id: null, nombre: null, total, desde, vence: null }] : []
  },
}
