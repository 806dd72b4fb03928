import { sql } from 'kysely'
import type { ProcessStep } from '#contract/processes/steps.ts'
import type { Db } from '../tenancy.ts'

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
