import type { ParsedOf } from '#contract/call.ts'
import type { documentActCalls } from '#contract/documents/acts.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { reachedIds } from './act-queries.ts'
import { cancelDocuments } from './operations.ts'

/** Annuls one document, for good. */
export function cancelOne(
  ctx: Context,
  { id, motivo }: ParsedOf<typeof documentActCalls.cancel>,
): Promise<{ id: number }> {
  return ctx.act(async (tx) => {
    const reached = await reachedIds(tx.db, ctx.session, [id])
    if (!reached.has(id)) refuse('NOT_FOUND')
    await cancelDocuments(tx, ctx, [id], { reason: motivo })
    return { id }
  })
}

/** Annuls several in one act, all or none. */
export function cancelMany(
  ctx: Context,
  { ids, motivo }: ParsedOf<typeof documentActCalls.cancelMany>,
): Promise<{ anulados: number }> {
  return ctx.act(async (tx) => {
    const reached = await reachedIds(tx.db, ctx.session, ids)
    const strange = ids.filter((id) => !reached.has(id))
    if (strange.length > 0) refuse('MASSIVE_CANCEL_NONEXISTENT', 'ids', { cuales: strange.join(', ') })
    await cancelDocuments(tx, ctx, ids, { reason: motivo })
    return { anulados: ids.length }
  })
}
