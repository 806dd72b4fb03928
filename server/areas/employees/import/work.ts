import { z } from 'zod'
import { importRows } from '#contract/employees/import.ts'
import { type CsvTable, readCsv } from '#server/shared/files/csv.ts'
import type { Fault } from '#server/shared/errors.ts'
import { defineJob } from '#server/shared/jobs.ts'
import { moveProcess } from '#server/shared/processes/lifecycle.ts'
import { progressNoter } from '#server/shared/processes/progress.ts'
import type { Tenant, Tx } from '#server/shared/tenancy.ts'
import type { FileKind } from './kind.ts'
import type { Importer } from './present.ts'
import { findImport, type FoundImport } from './queries.ts'

const evidence = z.object({
  actorId: z.number(),
  detail: z.object({ address: z.string(), device: z.string() }),
})
/** The dry run of a file. */
export const checkJob = defineJob({
  name: 'employees.import.check',
  input: z.object({ process: z.number() }),
  retryLimit: 2,
  concurrency: 1,
})
/** Does what was confirmed of a file, in one transaction. */
export const applyJob = defineJob({
  name: 'employees.import.apply',
  input: z.object({ process: z.number(), evidence }),
  retryLimit: 2,
  concurrency: 1,
})

/** Does what was confirmed of a file, a few lines in each transaction. */
export const applyLinesJob = defineJob({
  name: 'employees.import.lines',
  input: z.object({ process: z.number(), evidence }),
  concurrency: 1,
})

/** Records how many lines are done. */
export function noteLines(run: Tenant['write'], process: number): (done: number) => Promise<void> {
  const note = progressNoter(run, process)
  return (done) => note({ done })
}

/** A file with its content; null where that is gone. */
export async function loadFile(
  tx: Tx,
  process: number,
): Promise<{ found: FoundImport; content: Buffer } | null> {
  const row = await tx.db
    .selectFrom('processes')
    .innerJoin('employee_imports as file', 'file.process_id', 'processes.id')
    .select(['processes.created_by', 'file.content'])
    .where('processes.id', '=', process)
    .executeTakeFirst()
  const found = row && (await findImport(tx.db, row.created_by, process))
  return found && row.content ? { found, content: row.content } : null
}

/** The rows of a kept file, with the cells that were mended and without the template's example. */
export async function readRows(
  kind: FileKind,
  { columns, delimiter, findings }: FoundImport,
  content: Buffer,
): Promise<CsvTable> {
  const table = await readCsv(content, importRows, delimiter)
  const mended = Map.groupBy(findings.mended ?? [], ({ line }) => line)
  const rows = kind.withoutExample(table.rows, columns).map(({ line, cells }) => {
    const values = new Map(mended.get(line)?.map(({ column, text }) => [column, text]))
    const length = Math.max(cells.length, ...[...values.keys()].map((column) => column + 1))
    return {
      line,
      cells: values.size === 0 ? cells : Array.from({ length }, (_, at) => values.get(at) ?? cells[at] ?? ''),
    }
  })
  return { ...table, rows }
}

/** Records why a file was not done, and has it checked again. */
export async function checkAgain(tx: Tx, process: number, notice: Fault): Promise<void> {
  await setNotice(tx, process, notice)
  await moveProcess(tx, process, { step: 'uploaded', done: 0 })
  tx.enqueue(checkJob, { process })
}

/** Records why a file was not done. */
export async function setNotice(tx: Tx, process: number, notice: Fault): Promise<void> {
  const { findings } = await tx.db
    .selectFrom('employee_imports')
    .select('findings')
    .where('process_id', '=', process)
    .executeTakeFirstOrThrow()
  await tx.db
    .updateTable('employee_imports')
    .set({ findings: JSON.stringify({ ...findings, notice }) })
    .where('process_id', '=', process)
    .execute()
}

/** Whether the person who confirmed a file still holds the profile, and the profile the actions. */
export async function stillMay(
  tx: Tx,
  { userId, profileId, profileKind }: Importer,
  { may }: Pick<FileKind, 'may'>,
): Promise<boolean> {
  const held = await tx.db
    .selectFrom('user_profiles')
    .innerJoin('profile_actions', 'profile_actions.profile_id', 'user_profiles.profile_id')
    .select('action')
    .where('user_id', '=', userId)
    .where('user_profiles.profile_id', '=', profileId)
    .execute()
  return may({ profileKind, actions: held.map(({ action }) => action) })
}
