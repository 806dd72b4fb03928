import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/shared/context.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { endProcess } from '#server/shared/processes/lifecycle.ts'
import type { Services } from '#server/shared/services.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { dropApproval } from '#server/areas/approvals/operations.ts'
import { returnLeftovers } from './leftovers.ts'
import { lockedPublication } from './locking.ts'
import { type FoundPublication, hasPublished } from './queries.ts'
import { rejectHeld } from './publishing/rejecting.ts'
import { shownPublication } from './preview/showing.ts'
import { discardUpload } from './upload/discarding.ts'

/** The time of the act and its actor. */
interface Doing {
  now: Date
  evidence: Context['evidence']
}

/** The columns of a publication needed to end it. */
type Ending = Pick<FoundPublication, 'id' | 'step'>

/** Cancels a publication, and deletes what was read of its file. */
export function cancelPublication(ctx: Context, { id }: { id: number }) {
  const doing = { now: ctx.services.clock(), evidence: ctx.evidence }
  return ctx.act(async (tx) => {
    const of = await lockedPublication(tx, ctx, id, 'cancel')
    if (of.upload_id) discardUpload(tx, of.upload_id)
    await endPublication(tx, of, doing)
    return shownPublication(tx, ctx, id)
  })
}

/**
 * Ends an upload: a publication that was to begin with it is cancelled, one that waits for its signed file keeps
 * waiting.
 */
export async function dropUpload(
  services: Services,
  session: Session,
  { process, uploadId }: { process: number; uploadId: string },
  request: FastifyRequest,
): Promise<void> {
  const device = (request.headers['user-agent'] ?? '').slice(0, 300)
  const evidence = { actorId: session.userId, detail: { address: request.ip, device } }
  await services.tenant(session.company).write(async (tx) => {
    const of = await lockedPublication(tx, { session }, process, 'cancel')
    discardUpload(tx, uploadId)
    if (of.step !== 'waiting_upload') return endPublication(tx, of, { now: services.clock(), evidence })
    await tx.db
      .updateTable('publications')
      .set({ upload_id: null, upload_name: null, upload_size: null, received: 0 })
      .where('process_id', '=', process)
      .execute()
  })
}

/**
 * Whatever works on it finds it over and stops; its file, and what was split off, are swept a week later. What was
 * published already stays, and the process says so.
 */
export async function endPublication(tx: Tx, { id, step }: Ending, doing: Doing): Promise<void> {
  const { now, evidence } = doing
  const { needs_release } = await tx.db
    .selectFrom('publications')
    .select('needs_release')
    .where('process_id', '=', id)
    .executeTakeFirstOrThrow()
  if (needs_release) {
    const ctx = { evidence, services: { clock: () => now } }
    await dropApproval(tx, ctx, 'publication', id)
    await rejectHeld(tx, ctx, id, null)
  }
  const published = await hasPublished(tx.db, id)
  if (!published) await returnLeftovers(tx, id)
  await endProcess(tx, id, {
    at: now,
    // Nothing was published: items only read or signed are discarded, so `done` returns to 0.
    ...(published ? { status: 'completed_with_observations' } : { status: 'cancelled', done: 0 }),
  })
  await tx.db
    .updateTable('publications')
    // Clear the notices: they explain why it was paused, not why it ended.
    .set({ waiting: false, upload_id: null, notices: '[]', learned: null })
    .where('process_id', '=', id)
    .execute()
  await recordEvent(tx, {
    subject: { kind: 'publication', id },
    act: 'cancelled',
    ...evidence,
    at: now,
    data: { step },
  })
}
