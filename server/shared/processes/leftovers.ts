import { sql } from 'kysely'
import { leftoverDays } from '#contract/massive/publication.ts'
import type { Db } from '../tenancy.ts'
import { type Viewer, visibleEmployees } from '../visibility.ts'

const dayMilliseconds = 86_400_000

/** A publication that may have left receipts for later. */
interface Ended {
  id: number
  status: string
  finished_at: Date | null
}

/** Receipts that a publication left for later, and the end of the days in which somebody can go on with them. */
export interface Leftovers {
  cantidad: number
  hasta: string
  /** The publication that goes on with them, once it has begun. */
  proceso: number | null
}

/** Items left for later: with an open exception, and with pages that can be published. */
export const leftForLater = sql<boolean>`item.standing = 'open' and item.file_id is not null`

/** The end of the days in which somebody can go on with the leftovers of a publication; null: it isn't over, or failed. */
export function leftoversUntil({ status, finished_at }: Omit<Ended, 'id'>): Date | null {
  if (status !== 'successful' && status !== 'completed_with_observations') return null
  return finished_at && new Date(finished_at.getTime() + leftoverDays * dayMilliseconds)
}

/** The leftovers of a publication within reach, here or where somebody goes on with them; null: none, or too old. */
export async function findLeftovers(db: Db, viewer: Viewer, of: Ended, now: Date): Promise<Leftovers | null> {
  const until = leftoversUntil(of)
  if (!until) return null
  const { rows } = await sql<{ here: number; process: number | null; there: number }>`
    select (select count(*)::int from publication_items item
        where item.process_id = ${of.id} and ${leftForLater}
          and not exists (select from publications undone
            where undone.process_id = ${of.id} and undone.undone_at is not null)
          and (item.recipient_id is null or ${visibleEmployees(viewer, 'item.recipient_id')})) as here,
      continuing.id as process,
      (select count(*)::int from publication_items item
        where item.process_id = continuing.id and item.standing in ('open', 'ready')) as there
    from (select 1) one left join lateral (
      select process.id from publications publication join processes process on process.id = publication.process_id
      where publication.continues = ${of.id} and process.status = 'in_progress' limit 1) continuing on true`.execute(
    db,
  )
  const { here = 0, process = null, there = 0 } = rows[0] ?? {}
  const hasta = until.toISOString()
  if (process !== null) return { cantidad: here + there, hasta, proceso: process }
  return here > 0 && until > now ? { cantidad: here, hasta, proceso: null } : null
}
