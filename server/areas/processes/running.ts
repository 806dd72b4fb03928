import { sql } from 'kysely'
import type { RunningSource } from '#server/shared/area.ts'

const mostShown = 20
/** Steps in which a process waits for a person. */
const waits: ReadonlySet<string> = new Set(['preview', 'waiting_upload', 'waiting_password'])

/** Somebody's own processes that run or wait for them. */
export const runningProcesses: RunningSource = async (db, userId) => {
  const rows = await db
    .selectFrom('processes')
    .leftJoin('employee_imports as file', 'file.process_id', 'processes.id')
    .leftJoin('publications', 'publications.process_id', 'processes.id')
    .where(sql<number>`coalesce(processes.taken_by, processes.created_by)`, '=', userId)
    .where('processes.status', '=', 'in_progress')
    .orderBy('processes.created_at', 'desc')
    .orderBy('processes.id', 'desc')
    .limit(mostShown)
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
  return rows.map(({ file_name, publication_file, ...process }) => ({
    ...process,
    clase: file_name === null ? ('proceso' as const) : ('importacion' as const),
    nombre: file_name ?? publication_file ?? '',
    espera: waits.has(process.paso),
  }))
}
