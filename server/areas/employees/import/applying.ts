import { sql } from 'kysely'
import { makeFault } from '#contract/errors.ts'
import { type Fault, Refusal } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { endProcess } from '#server/shared/processes/lifecycle.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { visible } from '../queries.ts'
import type { CheckedLine } from './check.ts'
import { checkFile } from './file.ts'
import type { Confirmed, FileKind } from './kind.ts'
import type { Importer } from './present.ts'
import { dropContent, keepMade, promised, promiseOf } from './queries.ts'
import { checkAgain, loadFile, noteLines, readRows, stillMay } from './work.ts'
import { writeLines } from './writing.ts'
import { fieldsOf } from './columns.ts'

/** The result of the check differs from the confirmed one: somebody changed a line's employee meanwhile. */
class Stale extends Error {
  readonly line: number
  constructor(line: number) {
    super(`line ${line}`)
    this.line = line
  }
}

/**
 * Does what was confirmed of an import, in one transaction: everybody sees all of it or nothing. Each line is checked
 * again within it; where one would now do something else than the dry run said, nothing is done and the file is checked
 * anew.
 */
export async function applyWhole(kind: FileKind, confirmed: Confirmed): Promise<void> {
  const { services, company, process } = confirmed
  const run = services.tenant(company).write
  try {
    await run((tx) => apply(tx, kind, confirmed, noteLines(run, process)))
  } catch (error) {
    const notice: Fault | null =
      error instanceof Stale
        ? makeFault('IMPORT_CHANGED_MEANWHILE', undefined, { linea: error.line })
        : error instanceof Refusal
          ? makeFault('IMPORT_FAILED')
          : null
    // A lost connection or a stopped server: the same job tries again.
    if (!notice) throw error
    await run((tx) => checkAgain(tx, process, notice))
  }
}

async function apply(
  tx: Tx,
  kind: FileKind,
  { services, process, evidence }: Confirmed,
  onProgress: (done: number) => Promise<void>,
): Promise<void> {
  // One import of a company at a time.
  await sql`select pg_advisory_xact_lock(hashtext('employee_import'), ${tx.company % 2_147_483_647}::int)`.execute(
    tx.db,
  )
  const loaded = await loadFile(tx, process)
  if (!loaded || loaded.found.step !== 'running') return
  const { found, content } = loaded
  const { viewer } = found
  if (!(await stillMay(tx, viewer, kind))) throw new Refusal([makeFault('IMPORT_FAILED')])
  const { rows } = await readRows(kind, found, content)
  const now = services.clock()
  const { lines, known } = await checkFile(tx, viewer, now, {
    columns: fieldsOf(found.columns),
    rows,
    leftOut: found.findings.leftOut ?? [],
  })
  const promises = await promised(tx.db, process)
  const chosen: CheckedLine[] = []
  for (const line of lines) {
    const promise = promises.get(line.line)
    if (promise === undefined) continue
    if (promise !== promiseOf(line.kind, line.employeeId, line.changes)) throw new Stale(line.line)
    chosen.push(line)
  }
  const made = await writeLines(tx, chosen, { now, country: known.country, evidence, services, onProgress })
  await insistOnReach(tx, viewer, made)
  await keepMade(tx, process, made)
  await recordEvent(tx, {
    subject: { kind: 'employee', id: viewer.userId },
    act: 'imported',
    ...evidence,
    at: now,
    data: { process, created: made.size, changed: chosen.length - made.size },
  })
  const failed = lines.length - chosen.length > 0 && (found.findings.counts?.faulty ?? 0) > 0
  await endProcess(tx, process, {
    status: failed ? 'completed_with_observations' : 'successful',
    at: now,
    done: lines.length,
    total: lines.length,
  })
  await dropContent(tx, process)
}

/** Nobody makes people whom they then don't see. */
async function insistOnReach(tx: Tx, viewer: Importer, made: ReadonlyMap<number, number>): Promise<void> {
  const { n } = await visible(tx.db, viewer)
    .where('employees.id', '=', sql<number>`any(${[...made.values()]}::bigint[])`)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n !== made.size) throw new Refusal([makeFault('IMPORT_FAILED')])
}
