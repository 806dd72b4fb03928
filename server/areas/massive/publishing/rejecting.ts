import { sql } from 'kysely'
import { recordEvents } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import type { Acting } from '#server/shared/approval-kinds.ts'

/** Rejects the documents of a publication that wait for their release. */
export async function rejectHeld(
  tx: Tx,
  { evidence, services }: Acting,
  id: number,
  reason: string | null,
): Promise<void> {
  const at = services.clock()
  const { rows } = await sql<{ id: number }>`update documents d set state = 'rejected'
    from process_items i where i.process_id = ${id} and d.process_item_id = i.id and d.state = 'waiting_approval'
    returning d.id`.execute(tx.db)
  const events = rows.map((row) => ({
    subject: { kind: 'document' as const, id: row.id },
    act: 'rejected' as const,
    at,
    data: { process: id },
    ...evidence,
    detail: { ...evidence.detail, text: reason },
  }))
  for (let from = 0; from < events.length; from += 1000)
    await recordEvents(tx, events.slice(from, from + 1000))
}
