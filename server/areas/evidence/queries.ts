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
    .select('progress')
    .where('finished_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
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
