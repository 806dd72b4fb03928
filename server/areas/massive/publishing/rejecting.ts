import { type NotNull, sql } from 'kysely'
import type { Acting } from '#server/shared/approval-kinds.ts'
import { type EventDetail, recordEvents } from '#server/shared/evidence/events.ts'
import { failDone } from '#server/shared/processes/claims.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { isOfAnother, ownersOfIds } from '../read-ids.ts'

/** Rejects the documents of a publication that wait for their release. */
export async function rejectHeld(
  tx: Tx,
  { evidence, services }: Acting,
  id: number,
  reason: string | null,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`update documents d set state = 'rejected'
    from process_items i where i.process_id = ${id} and d.process_item_id = i.id and d.state = 'waiting_approval'
    returning d.id`.execute(tx.db)
  const by = { ...evidence, detail: { ...evidence.detail, text: reason } }
  await recordRejected(tx, rows, { process: id, at: services.clock(), evidence: by })
}

/**
 * Rejects those held documents of some people whose id has become another employee's since they were made, instead of
 * making them public. Their items fail with PROCESS_RECEIPT_OF_ANOTHER.
 */
export async function rejectOfOthers(
  tx: Tx,
  people: readonly number[],
  { process, at, by }: { process: number; at: Date; by: number | null },
): Promise<void> {
  const held = await tx.db
    .selectFrom('publication_items as item')
    .innerJoin('documents', 'documents.process_item_id', 'item.id')
    .where('item.process_id', '=', process)
    .where('documents.state', '=', 'waiting_approval')
    .where('documents.employee_id', '=', sql<number>`any(${people})`)
    .select([
      'documents.id',
      'documents.employee_id as recipient_id',
      'item.id_read',
      'item.decision',
      'item.shows',
    ])
    .execute()
  const owners = await ownersOfIds(
    tx.db,
    held.map(({ id_read }) => id_read),
  )
  const others = held.filter((item) => isOfAnother(item, owners)).map(({ id }) => id)
  if (others.length === 0) return
  // Another lane may have rejected them meanwhile.
  const rejected = await tx.db
    .updateTable('documents')
    .set({ state: 'rejected' })
    .where('id', '=', sql<number>`any(${others})`)
    .where('state', '=', 'waiting_approval')
    .returning(['id', 'process_item_id as item'])
    .$narrowType<{ item: NotNull }>()
    .execute()
  await failDone(
    tx,
    rejected.map(({ item }) => item),
    'PROCESS_RECEIPT_OF_ANOTHER',
  )
  await recordRejected(tx, rejected, { process, at, evidence: { actorId: by } })
}

async function recordRejected(
  tx: Tx,
  documents: readonly { id: number }[],
  {
    process,
    at,
    evidence,
  }: { process: number; at: Date; evidence: { actorId: number | null; detail?: EventDetail } },
): Promise<void> {
  const events = documents.map(({ id }) => ({
    subject: { kind: 'document' as const, id },
    act: 'rejected' as const,
    at,
    data: { process },
    ...evidence,
  }))
  for (let from = 0; from < events.length; from += 1000)
    await recordEvents(tx, events.slice(from, from + 1000))
}
