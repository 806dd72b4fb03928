import { team } from '#contract/team.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import { refuse } from '#server/shared/errors.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { type Api, route } from '#server/shared/route.ts'
import { lookingOf, shownDecisions, shownTurn } from '#server/areas/approvals/operations.ts'
import { paperPage } from '#server/areas/inbox/operations.ts'
import { countForMe, oneForMe, waitingForMe } from './queries.ts'

export function registerTeam(api: Api, kinds: KindsOfApproval): void {
  route(api, team.list, (ctx, input) =>
    ctx.read(async (tx) => {
      const looking = await lookingOf(tx, ctx)
      return {
        data: await waitingForMe(tx.db, looking, rowsOf(input)),
        pagination: paginationOf(await countForMe(tx.db, looking), input),
      }
    }),
  )
  route(api, team.one, (ctx, { id }) =>
    ctx.read(async (tx) => {
      const found = await oneForMe(tx.db, await lookingOf(tx, ctx), id)
      const turno = found && (await shownTurn(tx, ctx, kinds, id))
      if (!found || !turno) return refuse('NOT_FOUND')
      return { ...found, turno, decisiones: await shownDecisions(tx, id) }
    }),
  )
  route(api, team.page, async (ctx, { id, n, ancho }) => {
    const found = await ctx.read(async (tx) => oneForMe(tx.db, await lookingOf(tx, ctx), id))
    if (!found) return refuse('NOT_FOUND')
    return paperPage(ctx, { id: found.id_documento, revision: 0, page: n, width: ancho }, async (tx) => {
      if (!(await oneForMe(tx.db, await lookingOf(tx, ctx), id))) refuse('NOT_FOUND')
    })
  })
}
