import { sql } from 'kysely'
import type { ProcessStep } from '#contract/processes/steps.ts'
import type { Db } from '../tenancy.ts'

/** Steps at which a server works; at the others a process stands, or is over. */
const working: ReadonlySet<ProcessStep> = new Set(['reading', 'signing', 'publishing', 'running'])
/** Seconds after which a rate is told: before, it says nothing. */
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
 * How many a process works through in a second at its step, and in how many seconds the rest may be done. What failed
 * was worked through too; the hours in which it waited for somebody do not count. Null where nothing can be said.
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
