import { sql } from 'kysely'
import type { RunningSource } from '#server/shared/area.ts'

/** Minutes after which a download counts as abandoned. */
const downloadMinutes = 15
const mostShown = 20

/** Somebody's own downloads that are being written. */
export const runningDownloads: RunningSource = async (db, userId, now) => {
  const rows = await db
    .selectFrom('document_exports')
    .where('user_id', '=', userId)
    .where('state', '=', 'running')
    .where('created_at', '>', new Date(now.getTime() - downloadMinutes * 60_000))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .select(['id', 'kind as paso', 'done as hechos', 'total', 'created_at as desde'])
    .select(sql.lit('descarga' as const).as('clase'))
    .execute()
  return rows.map((download) => ({ ...download, nombre: '', espera: false }))
}
