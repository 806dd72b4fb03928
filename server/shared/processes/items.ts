import { sql } from 'kysely'
import type { Db, Tx } from '../tenancy.ts'
import { addDone, noteProgress } from './progress.ts'

/** An item to add, with the facts that its kind reads again. */
interface NewItem {
  state?: 'pending' | 'excluded'
  data: Readonly<Record<string, number>>
}

/** Gives a process its items, numbered in their order from 1. */
export async function addItems(tx: Tx, process: number, items: readonly NewItem[]): Promise<void> {
  await sql`insert into process_items (company_id, process_id, n, state, data)
    select ${tx.company}, ${process}, given.n, coalesce(given.item ->> 'state', 'pending'), given.item -> 'data'
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality as given(item, n)`.execute(
    tx.db,
  )
}

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

/** Leaves some items of a process out: nothing is done with them any more. */
export async function excludeItems(tx: Tx, items: readonly { id: number }[]): Promise<void> {
  if (items.length === 0) return
  await tx.db
    .updateTable('process_items')
    .set({ state: 'excluded' })
    .where(
      'id',
      'in',
      items.map(({ id }) => id),
    )
    .execute()
}

/** Notes that some items of a process are done, and counts them. */
export async function noteItemsDone(
  tx: Tx,
  process: number,
  items: readonly { id: number }[],
): Promise<void> {
  if (items.length === 0) return
  await tx.db
    .updateTable('process_items')
    .set({ state: 'done' })
    .where(
      'id',
      'in',
      items.map(({ id }) => id),
    )
    .execute()
  await addDone(tx, process, items.length)
}

/** The number of items that are done, failed, and still to be done. */
interface ItemCounts {
  done: number
  failed: number
  pending: number
}

/** Counts the items of a process by their state. */
export async function countItems(db: Db, process: number): Promise<ItemCounts> {
  const { rows } = await sql<ItemCounts>`
    select count(*) filter (where state = 'done')::int as done,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'pending')::int as pending
    from process_items where process_id = ${process}`.execute(db)
  return rows[0] ?? { done: 0, failed: 0, pending: 0 }
}

/** Counts the items of a process anew and records how far it is. For items that several workers write. */
export async function recountItems(tx: Tx, process: number): Promise<ItemCounts> {
  const counts = await countItems(tx.db, process)
  await noteProgress(tx, process, { done: counts.done, failed: counts.failed })
  return counts
}
