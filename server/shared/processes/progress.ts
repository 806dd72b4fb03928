import { sql } from 'kysely'
import type { ProcessStep } from '#contract/processes/steps.ts'
import type { Db, Tx } from '../tenancy.ts'
import type { Counts } from './lifecycle.ts'

/** Steps at which a server works; at the others a process waits or has ended. */
const working: ReadonlySet<ProcessStep> = new Set(['reading', 'signing', 'publishing', 'running'])
/** Seconds before a rate is meaningful. */
const rateAfter = 3

interface Process {
  id: number
  step: ProcessStep
  started_at: Date | null
  total: number
  done: number
  failed: number
}

/**
 * The items that a process completes per second at its step, and the seconds that the rest may take. Failed items
 * count; hours of waiting for a person do not. Null where no rate is known.
 */
export async function paceOf(
  db: Db,
  { id, step, started_at, total, done, failed }: Process,
  now: Date,
): Promise<{ perSecond: number | null; secondsLeft: number | null }> {
  const unknown = { perSecond: null, secondsLeft: null }
  if (!working.has(step) || !started_at || done === 0) return unknown
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from sum(until - at)), 0)::float8 as seconds
    from (select step, at, coalesce(lead(at) over (order by id), ${now}) as until
      from process_steps where process_id = ${id}) stay
    where step = ${step} and at >= ${started_at}`.execute(db)
  const seconds = rows[0]?.seconds ?? 0
  if (seconds < rateAfter) return unknown
  const perSecond = (done + failed) / seconds
  return { perSecond, secondsLeft: Math.max(0, Math.round((total - done - failed) / perSecond)) }
}

/** Records how far a process is. With `at` only while it is in progress at that step. */
export async function noteProgress(tx: Tx, process: number, counts: Counts, at?: ProcessStep): Promise<void> {
  await tx.db
    .updateTable('processes')
    .set(counts)
    .where('id', '=', process)
    .$if(at !== undefined, (query) =>
      query.where('status', '=', 'in_progress').where('step', '=', at ?? 'done'),
    )
    .execute()
}

/** Adds to the items that are done. */
export async function addDone(tx: Tx, process: number, more: number): Promise<void> {
  await noteProgress(tx, process, { done: sql<number>`done + ${more}` })
}

/** Milliseconds between two notes of progress. */
const noteEvery = 1000

/**
 * Records progress at most once a second, because counts change with every item. `write` is a transaction of its own,
 * so that others see it before the work commits; `now` records the last counts at once.
 */
export function progressNoter(
  write: (note: (tx: Tx) => Promise<void>) => Promise<void>,
  process: number,
  at?: ProcessStep,
): (counts: Counts, now?: boolean) => Promise<void> {
  let noted = 0
  return async (counts, now = false) => {
    if (!now && performance.now() - noted < noteEvery) return
    noted = performance.now()
    await write((tx) => noteProgress(tx, process, counts, at))
  }
}
