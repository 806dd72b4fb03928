import { sql } from 'kysely'
import type { ParsedOf } from '#contract/call.ts'
import type { massive } from '#contract/massive/massive.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { lockProcess } from '#server/shared/processes/lifecycle.ts'
import { hasBecomeVisible } from '#server/shared/reading/documents.ts'
import { announceJob, documentsAtHour } from './announcing.ts'
import { checkHour } from './beginning.ts'
import { findPublication, hasPublished } from '../queries.ts'
import { shownPublication } from '../preview/showing.ts'

/**
 * Changes the hour from which the published documents are visible, or makes them visible at once, as long as nobody
 * could see them. The notification of the former hour moves too, because its job reads the hour when it starts.
 *
 * @throws {Refusal} NOT_FOUND, MASSIVE_HOUR_NOT_AHEAD, MASSIVE_STEP_CHANGED, MASSIVE_VISIBLE_ALREADY
 */
export async function reschedulePublication(
  ctx: Context,
  { id, visible_desde }: ParsedOf<typeof massive.reschedule>,
): Promise<MassivePublication> {
  const now = ctx.services.clock()
  checkHour(visible_desde, now)
  const hour = visible_desde === undefined ? now : new Date(visible_desde)
  return ctx.act(async (tx) => {
    await lockProcess(tx, id)
    const of = await findPublication(tx.db, ctx.session, id)
    if (!of) refuse('NOT_FOUND')
    if (of.step !== 'done' || !(await hasPublished(tx.db, id))) refuse('MASSIVE_STEP_CHANGED')
    if (!of.visible_from || hasBecomeVisible(of.visible_from, now)) refuse('MASSIVE_VISIBLE_ALREADY')
    await tx.db.updateTable('publications').set({ visible_from: hour }).where('process_id', '=', id).execute()
    await sql`with recursive mine as (${documentsAtHour(id)})
      update documents set visible_from = ${hour} from mine
      where documents.id = mine.id and documents.state in ('published', 'waiting_approval')`.execute(tx.db)
    await recordEvent(tx, {
      subject: { kind: 'publication', id },
      act: 'rescheduled',
      ...ctx.evidence,
      at: now,
      data: { from: of.visible_from.toISOString(), to: hour.toISOString() },
    })
    if (of.notify) tx.enqueue(announceJob, { process: id }, { startAfter: hour })
    return shownPublication(tx, ctx, id)
  })
}
