import { approvals } from '#contract/approvals.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import { refuse } from '#server/shared/errors.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { type Api, route } from '#server/shared/route.ts'
import { decide, withdraw } from './deciding.ts'
import { countWaitingFor, newestOf, waitingFor } from './queries.ts'
import { lookingOf, shownApproval, shownApprovals } from './showing.ts'

export function registerApprovals(api: Api, kinds: KindsOfApproval): void {
  route(api, approvals.mine, (ctx, input) =>
    ctx.read(async (tx) => {
      const looking = await lookingOf(tx, ctx)
      const rows = await waitingFor(tx.db, looking, kinds, rowsOf(input))
      return {
        data: await shownApprovals(tx, ctx, kinds, rows),
        pagination: paginationOf(await countWaitingFor(tx.db, looking, kinds), input),
      }
    }),
  )
  route(api, approvals.one, (ctx, { id }) => ctx.read((tx) => shownApproval(tx, ctx, kinds, id)))
  route(api, approvals.ofSubject, (ctx, { clase, asunto }) =>
    ctx.read(async (tx) => {
      const id = await newestOf(tx.db, clase, asunto)
      return id === undefined ? refuse('NOT_FOUND') : shownApproval(tx, ctx, kinds, id)
    }),
  )
  route(api, approvals.decide, (ctx, input) =>
    ctx.act(async (tx) => {
      await decide(tx, ctx, kinds, input)
      return shownApproval(tx, ctx, kinds, input.id)
    }),
  )
  route(api, approvals.withdraw, (ctx, { id }) =>
    ctx.act(async (tx) => {
      await withdraw(tx, ctx, kinds, id)
      return shownApproval(tx, ctx, kinds, id)
    }),
  )
}
