import type { ParsedOf } from '#contract/call.ts'
import { cancellableSteps, type processes } from '#contract/processes/processes.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { endPublication } from '#server/areas/massive/operations.ts'
import { kindOf, mayHold, presentOne, waits } from './presenting.ts'
import { findProcess, type FoundProcess, processesBeyondReach } from './queries.ts'

export { countPublished, documentsOf, hasPublished, publishedProcesses } from './follow-up-queries.ts'

/** A process within the viewer's reach, held until the transaction ends. */
async function lockedProcess(tx: Tx, ctx: Context, id: number): Promise<FoundProcess> {
  await tx.db.selectFrom('processes').select('id').where('id', '=', id).forUpdate().execute()
  const found = await findProcess(tx.db, ctx.session, id)
  if (!found) refuse('NOT_FOUND')
  const whole = (await processesBeyondReach(tx.db, ctx.session, [id])).size === 0
  if (!mayHold(ctx.session, found) || !whole) refuse('PROCESS_NOT_YOURS')
  return found
}

/**
 * Goes on with a process that waits. From whoever had it before it changes hands, as evidence; it then is among the
 * running work of who goes on with it.
 */
export function takeProcess(ctx: Context, { id }: ParsedOf<typeof processes.take>) {
  return ctx.act(async (tx) => {
    const found = await lockedProcess(tx, ctx, id)
    if (!waits(found)) refuse('PROCESS_NOT_WAITING')
    const had = found.taken_by ?? found.created_by
    const me = ctx.session.userId
    if (had !== me) {
      await tx.db.updateTable('processes').set({ taken_by: me }).where('id', '=', id).execute()
      await recordEvent(tx, {
        subject: { kind: 'process', id },
        act: 'taken_over',
        at: ctx.services.clock(),
        data: { from: had, step: found.step },
        ...ctx.evidence,
      })
    }
    return { id, clase: kindOf(found), paso: found.step }
  })
}

/** Stops what is sent or published to many; the job sees it before its next batch. What it did by then stays. */
export function cancelProcess(ctx: Context, { id }: ParsedOf<typeof processes.cancel>) {
  return ctx.act(async (tx) => {
    const found = await lockedProcess(tx, ctx, id)
    const kind = kindOf(found)
    const elsewhere = kind === 'massive' || kind === 'employee_import'
    if (elsewhere || found.status !== 'in_progress' || !cancellableSteps[kind].includes(found.step))
      refuse('PROCESS_NOT_CANCELLABLE')
    const now = ctx.services.clock()
    if (kind === 'generic') await endPublication(tx, found, { now, evidence: ctx.evidence })
    else {
      await tx.db
        .updateTable('processes')
        .set({ status: 'cancelled', step: 'done', finished_at: now })
        .where('id', '=', id)
        .execute()
      await recordEvent(tx, { subject: { kind: 'process', id }, act: 'cancelled', at: now, ...ctx.evidence })
    }
    const after = await findProcess(tx.db, ctx.session, id)
    return presentOne(tx, ctx, after ?? found)
  })
}
