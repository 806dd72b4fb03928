import type { Tx } from '../tenancy.ts'

/** The next items of a process that nothing was done with yet. */
export function pendingItems(tx: Tx, process: number, limit: number) {
  return tx.db
    .selectFrom('process_items')
    .where('process_id', '=', process)
    .where('state', '=', 'pending')
    .orderBy('n')
    .limit(limit)
    .select(['id', 'data'])
    .execute()
}

/** Notes that some items of a process are done, and how far it is by that. */
export async function noteItemsDone(
  tx: Tx,
  process: number,
  items: readonly { id: number }[],
): Promise<void> {
  await tx.db
    .updateTable('process_items')
    .set({ state: 'done' })
    .where(
      'id',
      'in',
      items.map(({ id }) => id),
    )
    .execute()
  await tx.db
    .updateTable('processes')
    .set(({ eb }) => ({ done: eb('done', '+', items.length) }))
    .where('id', '=', process)
    .execute()
}

/** Ends a process of which nothing is left. */
export async function endProcess(tx: Tx, process: number, now: Date): Promise<void> {
  await tx.db
    .updateTable('processes')
    .set({ status: 'successful', step: 'done', finished_at: now })
    .where('id', '=', process)
    .execute()
}
