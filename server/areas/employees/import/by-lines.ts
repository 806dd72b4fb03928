import { sql } from 'kysely'
import { makeFault } from '#contract/errors.ts'
import type { Fault } from '#server/shared/errors.ts'
import { type ActOf, recordEvent } from '#server/shared/evidence/events.ts'
import { endProcess, lockAtStep } from '#server/shared/processes/lifecycle.ts'
import { addDone } from '#server/shared/processes/progress.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import type { Confirmed, FileKind } from './kind.ts'
import { countLines, type FoundImport, findFile, keepCounts } from './queries.ts'
import { stillMay } from './work.ts'

/** Lines of one transaction. */
const batch = 200

/** A confirmed line that was not done yet. */
export interface LineToApply {
  line: number
  cells: string[]
  employeeId: number
}

/** The work of a kind whose lines are done a few at a time. */
export interface LineWork {
  /**
   * Checks some lines again and writes those that still hold, in the caller's transaction. Returns the faults of the
   * others by line.
   */
  write: (
    tx: Tx,
    file: FoundImport,
    lines: readonly LineToApply[],
    confirmed: Confirmed,
  ) => Promise<ReadonlyMap<number, Fault[]>>
  /** The event of the whole, recorded at the end with the number of lines done. */
  event: ActOf<'employee'>
}

/**
 * Does the confirmed lines of a file, a few in each transaction: each person is written exactly once, and after a kill
 * the rest goes on. A line that doesn't hold any more joins the faulty ones.
 */
export async function applyByLines(kind: FileKind, work: LineWork, confirmed: Confirmed): Promise<void> {
  const { services, company, signal } = confirmed
  const isStopping = () => signal?.aborted === true
  const { write } = services.tenant(company)
  for (let left = true; left && !isStopping();)
    left = await write((tx) => applySome(tx, kind, work, confirmed))
  signal?.throwIfAborted()
}

/** Holds the people of some lines until these are written, so that another act on one of them waits. */
async function holdPeople(tx: Tx, lines: readonly LineToApply[]): Promise<void> {
  const ids = lines.map(({ employeeId }) => employeeId)
  await tx.db.selectFrom('employees').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

async function applySome(tx: Tx, kind: FileKind, work: LineWork, confirmed: Confirmed): Promise<boolean> {
  const { services, process, evidence } = confirmed
  if (!(await lockAtStep(tx, process, ['running']))) return false
  const found = await findFile(tx.db, process)
  if (!found) return false
  const lines = await linesToApply(tx, process)
  const may = await stillMay(tx, found.viewer, kind)
  if (lines.length > 0 && may) {
    await holdPeople(tx, lines)
    const faults = await work.write(tx, found, lines, confirmed)
    await noteApplied(tx, process, lines, faults, services.clock())
    await addDone(tx, process, lines.length - faults.size)
    return true
  }
  if (!may) await failRest(tx, process, makeFault('SYSTEM_ACTION_NOT_GRANTED'))
  await finish(tx, process, services.clock())
  await recordEvent(tx, {
    subject: { kind: 'employee', id: found.viewer.userId },
    act: work.event,
    ...evidence,
    at: services.clock(),
    data: { process, count: (await countLines(tx.db, process)).applied },
  })
  return false
}

async function linesToApply(tx: Tx, process: number): Promise<LineToApply[]> {
  const rows = await tx.db
    .selectFrom('employee_import_rows')
    .select(['line', 'cells', 'employee_id'])
    .where('process_id', '=', process)
    .where('kind', '=', 'changed')
    .where('applied_at', 'is', null)
    .orderBy('line')
    .limit(batch)
    .execute()
  return rows.flatMap(({ line, cells, employee_id }) =>
    employee_id === null ? [] : [{ line, cells, employeeId: employee_id }],
  )
}

async function noteApplied(
  tx: Tx,
  process: number,
  lines: readonly LineToApply[],
  faults: ReadonlyMap<number, Fault[]>,
  now: Date,
): Promise<void> {
  const rows = lines.map(({ line }) => ({ line, faults: faults.get(line) ?? [] }))
  await sql`update employee_import_rows r
    set applied_at = case when one.faults = '[]' then ${now}::timestamptz end,
      kind = case when one.faults = '[]' then r.kind else 'faulty' end,
      faults = one.faults, fault_field = one.faults -> 0 ->> 'field'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(line int, faults jsonb)
    where r.process_id = ${process} and r.line = one.line`.execute(tx.db)
}

/** Makes the lines that are left fail. */
export async function failRest(tx: Tx, process: number, fault: Fault): Promise<void> {
  await sql`update employee_import_rows set kind = 'faulty', faults = ${JSON.stringify([fault])}::jsonb, fault_field = ''
    where process_id = ${process} and kind = 'changed' and applied_at is null`.execute(tx.db)
}

/** Ends the process of a file by what became of its lines. */
export async function finish(tx: Tx, process: number, at: Date): Promise<void> {
  const { total, applied, faulty } = await countLines(tx.db, process)
  await keepCounts(tx, process)
  await endProcess(tx, process, {
    status: faulty === 0 ? 'successful' : applied === 0 ? 'error' : 'completed_with_observations',
    at,
    done: applied,
    total,
    failed: faulty,
  })
}
