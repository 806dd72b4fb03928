import { sql } from 'kysely'
import type { Db } from '#server/shared/tenancy.ts'
import type { Progress } from './check/progress.ts'

declare module '#server/db/schema.ts' {
  interface JsonColumns {
    'evidence_checks.progress': Progress
  }
}

export function checkRow(db: Db, id: number) {
  return db.selectFrom('evidence_checks').select('progress').where('id', '=', id).executeTakeFirstOrThrow()
}

/** The last check that ran to its end. */
export function lastFinished(db: Db) {
  return db
    .selectFrom('evidence_checks')
    .select(['finished_at', 'progress'])
    .where('finished_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * The count of differences that the last finished check found, and the end of the first check since which they are the
 * same; undefined where it found none.
 */
export async function standingDifferences(db: Db): Promise<{ total: number; since: Date } | undefined> {
  const last = await db
    .selectFrom('evidence_checks')
    .select(['id', 'differences'])
    .where('finished_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.differences === 0) return undefined
  const { since } = await db
    .selectFrom('evidence_checks as same')
    .select(({ fn }) => fn.min('same.finished_at').$castTo<Date>().as('since'))
    .where('same.finished_at', 'is not', null)
    .where(
      'same.id',
      '>',
      sql<number>`coalesce((select max(other.id) from evidence_checks other, evidence_checks newest
        where newest.id = ${last.id} and other.finished_at is not null and (other.differences <> newest.differences
          or other.progress -> 'differences' is distinct from newest.progress -> 'differences')), 0)`,
    )
    .executeTakeFirstOrThrow()
  return { total: last.differences, since }
}

/** Whether a check that began after a moment has not ended. */
export async function isCheckRunning(db: Db, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('evidence_checks')
    .select('id')
    .where('finished_at', 'is', null)
    .where('started_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
