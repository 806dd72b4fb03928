import { team } from '#contract/team.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { type Api, route } from '#server/shared/route.ts'
import { openSteps } from '#server/areas/approvals/operations.ts'

export function registerTeam(api: Api, kinds: KindsOfApproval): void {
  route(api, team.list, (ctx, input) =>
    ctx.read(async (tx) => {
      const { steps, total } = await openSteps(tx, ctx, kinds, rowsOf(input))
      return { data: steps, pagination: paginationOf(total, input) }
    }),
  )
}
