import type { Fault } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { endProcess } from '#server/shared/processes/lifecycle.ts'
import type { Tx } from '#server/shared/tenancy.ts'

/** Replaces the notices shown on the publication's screen. Sends nothing. */
export async function setNotices(
  tx: Tx,
  process: number,
  notices: readonly Pick<Fault, 'code' | 'params'>[],
) {
  await tx.db
    .updateTable('publications')
    .set({ notices: JSON.stringify(notices) })
    .where('process_id', '=', process)
    .execute()
}

/** Ends a publication that can't be read, with the reason. One that is over already stays as it ended. */
export async function fail(
  tx: Tx,
  process: number,
  notice: Pick<Fault, 'code' | 'params'>,
  now: Date,
): Promise<void> {
  if (!(await endProcess(tx, process, { status: 'error', at: now }))) return
  await tx.db
    .updateTable('publications')
    .set({ waiting: false, upload_id: null, learned: null, notices: JSON.stringify([notice]) })
    .where('process_id', '=', process)
    .execute()
  await recordEvent(tx, {
    subject: { kind: 'publication', id: process },
    act: 'failed',
    actorId: null,
    at: now,
    data: { code: notice.code },
  })
}
