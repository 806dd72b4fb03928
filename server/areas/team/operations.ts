import type { Context } from '#server/shared/context.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { lookingOf } from '#server/areas/approvals/operations.ts'
import { countForMe } from './queries.ts'

/** How many requests wait for the viewer's own decision at the employees' site. */
export async function requestsForMe(tx: Tx, ctx: Context): Promise<number> {
  return countForMe(tx.db, await lookingOf(tx, ctx))
}
