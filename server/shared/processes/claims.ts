import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { ProcessStep } from '#contract/processes/steps.ts'
import type { Tx } from '../tenancy.ts'
import { lockAtStep } from './lifecycle.ts'

/** Seconds that a claim lasts without being renewed. Another worker takes the items of one that died. */
const leaseSeconds = 20

/** An item that a worker has claimed, with its number in the process. */
export interface ClaimedItem {
  id: number
  n: number
}

/**
 * Claims the next items of a process under a name: items that no worker has, or that a dead one left. `together` adds
 * the items that the same worker must handle, as far as nobody has them. The items come in no particular order.
 */
export async function claimNext(
  tx: Tx,
  process: number,
  name: string,
  { limit, together }: { limit: number; together: (ids: readonly number[]) => Promise<readonly number[]> },
): Promise<ClaimedItem[]> {
  const lock = `process claim ${tx.company} ${process}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.db)
  const { rows: next } = await sql<{ id: number }>`
    select i.id from process_items i
    where i.process_id = ${process} and i.state = 'pending' and (i.claimed_until is null or i.claimed_until < now())
    order by i.n limit ${limit}`.execute(tx.db)
  if (next.length === 0) return []
  const wanted = await together(next.map(({ id }) => id))
  const { rows } = await sql<ClaimedItem>`
    update process_items i set claimed_by = ${name}, claimed_until = now() + make_interval(secs => ${leaseSeconds})
    where i.id = any(${wanted}) and i.process_id = ${process} and i.state = 'pending'
      and (i.claimed_until is null or i.claimed_until < now())
    returning i.id, i.n`.execute(tx.db)
  return rows
}

/** Renews the claims of a worker that still works on its items. */
export async function renewClaims(tx: Tx, process: number, name: string): Promise<void> {
  await sql`update process_items set claimed_until = now() + make_interval(secs => ${leaseSeconds})
    where process_id = ${process} and state = 'pending' and claimed_by = ${name}`.execute(tx.db)
}

/** Releases the claims of a worker, so that another can take the items at once. */
export async function releaseClaims(tx: Tx, process: number, name: string): Promise<void> {
  await sql`update process_items set claimed_until = null
    where process_id = ${process} and state = 'pending' and claimed_by = ${name}`.execute(tx.db)
}

/**
 * The items of a claim that no other worker has taken since, locked until the transaction ends; none where the process
 * is no longer in progress at one of the steps. Cancelling the process waits for that transaction.
 */
export async function lockClaimed(
  tx: Tx,
  process: number,
  name: string,
  steps: readonly ProcessStep[],
): Promise<Set<number>> {
  if (!(await lockAtStep(tx, process, steps, { shared: true }))) return new Set()
  const rows = await tx.db
    .selectFrom('process_items')
    .select('id')
    .where('process_id', '=', process)
    .where('state', '=', 'pending')
    .where('claimed_by', '=', name)
    .forUpdate()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** An item that failed, with the error's code. */
export interface ItemFailure {
  id: number
  code: string
  params: Record<string, string | number> | null
}

/** Records the outcome of claimed items: done, or failed with the reason. */
export async function noteOutcomes(
  tx: Tx,
  done: readonly number[],
  failures: readonly ItemFailure[],
): Promise<void> {
  if (done.length > 0)
    await sql`update process_items set state = 'done', failure = null, claimed_until = null
      where id = any(${done}) and state = 'pending'`.execute(tx.db)
  if (failures.length > 0)
    await sql`update process_items i set state = 'failed', failure = given.code, claimed_until = null,
        data = case when given.params is null then i.data else i.data || jsonb_build_object('params', given.params) end
      from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as given(id bigint, code text, params jsonb)
      where i.id = given.id and i.state = 'pending'`.execute(tx.db)
}

/** Marks items as failed that were done, since what was made of them was taken back. */
export async function failDone(tx: Tx, items: readonly number[], code: ErrorCode): Promise<void> {
  await tx.db
    .updateTable('process_items')
    .set({ state: 'failed', failure: code })
    .where('id', '=', sql<number>`any(${items})`)
    .where('state', '=', 'done')
    .execute()
}

/** Makes the items that failed for one reason pending again. The answer is whether there were any. */
export async function retryFailed(tx: Tx, process: number, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('process_items')
    .set({ state: 'pending', failure: null })
    .where('process_id', '=', process)
    .where('state', '=', 'failed')
    .where('failure', '=', code)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
