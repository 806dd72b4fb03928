import { sql } from 'kysely'
import type { z } from 'zod'
import type { shell } from '#contract/shell/shell.ts'
import type { Db } from '#server/shared/tenancy.ts'

type Work = z.input<typeof shell.running.answer>[number]

/** Minutes after which a download that nobody fetches any more is no running work. */
const downloadMinutes = 15
const shown = 20

/** Somebody's own processes that run or wait for them, and their downloads that are being written. */
export async function runningWork(db: Db, userId: number, now: Date): Promise<Work[]> {
  const processes = await db
    .selectFrom('processes')
    .leftJoin('employee_imports as file', 'file.process_id', 'processes.id')
    .leftJoin('publications', 'publications.process_id', 'processes.id')
    .where(sql<number>`coalesce(processes.taken_by, processes.created_by)`, '=', userId)
    .where('processes.status', '=', 'in_progress')
    .orderBy('processes.created_at', 'desc')
    .limit(shown)
    .select([
      'processes.id',
      'processes.step as paso',
      'processes.done as hechos',
      'processes.total',
      'processes.created_at as desde',
      'file.file_name',
      'publications.file_name as publication_file',
    ])
    .execute()
  const downloads = await db
    .selectFrom('document_exports')
    .where('user_id', '=', userId)
    .where('state', '=', 'running')
    .where('created_at', '>', new Date(now.getTime() - downloadMinutes * 60_000))
    .orderBy('created_at', 'desc')
    .limit(shown)
    .select(['id', 'kind as paso', 'done as hechos', 'total', 'created_at as desde'])
    .select(sql.lit('descarga' as const).as('clase'))
    .execute()
  return [
    ...processes.map(({ file_name, publication_file, ...process }) => ({
      ...process,
      clase: file_name === null ? ('proceso' as const) : ('importacion' as const),
      nombre: file_name ?? publication_file ?? '',
      espera: waits.has(process.paso),
    })),
    ...downloads.map((download) => ({ ...download, nombre: '', espera: false })),
  ]
}

/** Steps in which a process stands until somebody goes on with it. */
const waits: ReadonlySet<string> = new Set(['preview', 'waiting_upload', 'waiting_password'])
