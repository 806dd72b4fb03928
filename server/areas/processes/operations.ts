import type { ParsedOf } from '#contract/call.ts'
import { kindFacts } from '#contract/processes/kinds.ts'
import type { processes } from '#contract/processes/processes.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { kindOfProcess, type KindsOfProcess } from '#server/shared/processes/kinds.ts'
import { lockProcess, takeOver } from '#server/shared/processes/lifecycle.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { mayHold, presentOne, waits } from './presenting.ts'
import { findProcess, type FoundProcess, processesBeyondReach } from './queries.ts'

export {
  countAllPublished,
  countPublished,
  documentsOf,
  hasPublished,
  publishedProcesses,
} from './follow-up-queries.ts'
export { listUndoable } from './undo-queries.ts'

/** A process within the viewer's reach, held until the transaction ends. */
async function lockedProcess(tx: Tx, ctx: Context, id: number): Promise<FoundProcess> {
  await lockProcess(tx, id)
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
      await takeOver(tx, id, me)
      await recordEvent(tx, {
        subject: { kind: 'process', id },
        act: 'taken_over',
        at: ctx.services.clock(),
        data: { from: had, step: found.step },
        ...ctx.evidence,
      })
    }
    return { id, clase: kindOfProcess(found), paso: found.step }
  })
}

/** Cancels a process as its kind does; the job sees it before its next batch. Work done by then stays. */
export function cancelProcess(
  ctx: Context,
  kinds: KindsOfProcess,
  { id }: ParsedOf<typeof processes.cancel>,
) {
  return ctx.act(async (tx) => {
    const found = await lockedProcess(tx, ctx, id)
    const kind = kindOfProcess(found)
    const cancel = kinds[kind]?.cancel
    if (!cancel || found.status !== 'in_progress' || !kindFacts[kind].cancellable.includes(found.step))
      refuse('PROCESS_NOT_CANCELLABLE')
    await cancel(tx, found, { now: ctx.services.clock(), evidence: ctx.evidence })
    const after = await findProcess(tx.db, ctx.session, id)
    return presentOne(tx, ctx, kinds, after ?? found)
  })
}
