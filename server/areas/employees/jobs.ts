import { sql } from 'kysely'
import { makeFault } from '#contract/errors.ts'
import { importRows } from '#contract/employees/import.ts'
import { actions } from '#contract/actions.ts'
import type { Context } from '#server/shared/context.ts'
import { type CsvTable, readCsv } from '#server/shared/files/csv.ts'
import { type Fault, Refusal } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { endProcess, lockAtStep, moveProcess } from '#server/shared/processes/lifecycle.ts'
import type { LostWork } from '#server/shared/processes/lost.ts'
import { progressNoter } from '#server/shared/processes/progress.ts'
import { fold } from '#server/shared/text/fold.ts'
import type { Services } from '#server/shared/services.ts'
import { everyCompany, type Tx, type Tenant } from '#server/shared/tenancy.ts'
import { endDueStays } from './employment.ts'
import { applyJob, checkJob } from './import/importing.ts'
import { inviteAll, inviteJob } from './inviting.ts'
import { checkFile } from './import/file.ts'
import type { CheckedLine } from './import/check.ts'
import { withoutExample } from './import/columns.ts'
import type { Importer } from './import/present.ts'
import {
  countAbsent,
  type Findings,
  findImport,
  type FoundImport,
  keepLines,
  keepMade,
  promised,
  promiseOf,
} from './import/queries.ts'
import { writeLines } from './import/writing.ts'
import { visible } from './queries.ts'

/**
 * Imports are read and written in the background, and go a week after they came; stays end when their last day
 * comes.
 */
export function registerEmployeeJobs(services: Services): void {
  services.jobs.register(checkJob, (company, { process }) => checkImport(services, company, process))
  services.jobs.register(applyJob, (company, { process, evidence }) =>
    applyImport(services, company, process, evidence),
  )
  services.jobs.register(inviteJob, (company, input, signal) => inviteAll(services, company, input, signal))
  services.jobs.schedule('employees.ends', { cron: '7 * * * *' }, () => endDueStays(services))
  services.jobs.schedule('employees.import.sweep', { cron: '41 4 * * *' }, () => sweepImports(services))
}

/** Records how many lines are done. */
function progress(run: Tenant['write'], process: number): (done: number) => Promise<void> {
  const note = progressNoter(run, process)
  return (done) => note({ done })
}

async function load(tx: Tx, process: number): Promise<{ found: FoundImport; content: Buffer } | null> {
  const row = await tx.db
    .selectFrom('processes')
    .innerJoin('employee_imports as file', 'file.process_id', 'processes.id')
    .select(['processes.created_by', 'file.content'])
    .where('processes.id', '=', process)
    .executeTakeFirst()
  const found = row && (await findImport(tx.db, row.created_by, process))
  return found && row.content ? { found, content: row.content } : null
}

/** The rows of a kept file, without the template's example. */
async function readRows({ columns, delimiter }: FoundImport, content: Buffer): Promise<CsvTable> {
  const table = await readCsv(content, importRows, delimiter)
  return { ...table, rows: withoutExample(table.rows, columns) }
}

/** The dry run: reads every line and keeps what would become of it. May run again from its beginning. */
export async function checkImport(services: Services, company: number, process: number): Promise<void> {
  const run = services.tenant(company).write
  const loaded = await run(async (tx) => {
    const some = await load(tx, process)
    if (!some || !['uploaded', 'reading'].includes(some.found.step)) return null
    await moveProcess(tx, process, { step: 'reading', startedAt: services.clock(), done: 0 })
    return some
  })
  if (!loaded) return
  const { found, content } = loaded
  const { leftOut = [] } = found.findings
  const from = performance.now()
  const { rows, oddLines } = await readRows(found, content)
  const { lines } = await run((tx) =>
    checkFile(
      tx,
      found.viewer,
      services.clock(),
      { columns: found.columns, rows, leftOut },
      progress(run, process),
    ),
  )
  await run(async (tx) => {
    if (!(await lockAtStep(tx, process, ['reading']))) return
    await keepLines(tx, process, lines)
    const absent = await countAbsent(tx.db, found.viewer, process)
    await tx.db
      .updateTable('employee_imports')
      .set({
        findings: JSON.stringify({
          ...findingsOf(lines, absent),
          oddLines,
          leftOut,
          notice: found.findings.notice ?? null,
        }),
        read_milliseconds: Math.round(performance.now() - from),
      })
      .where('process_id', '=', process)
      .execute()
    await moveProcess(tx, process, {
      step: 'preview',
      done: lines.length,
      total: lines.length,
      failed: count(lines, 'faulty'),
    })
  })
}

function count(lines: readonly CheckedLine[], kind: CheckedLine['kind']): number {
  return lines.filter((line) => line.kind === kind).length
}

function findingsOf(lines: readonly CheckedLine[], absent: number): Findings {
  const faults = new Map<string, number>()
  const places = new Map<string, { campo: string; nombre: string }>()
  for (const line of lines) {
    if (line.kind === 'faulty') {
      const field = line.faults[0]?.field ?? ''
      faults.set(field, (faults.get(field) ?? 0) + 1)
    } else if (line.kind !== 'unchanged')
      for (const { field, name } of line.missingPlaces)
        if (!places.has(`${field} ${fold(name)}`))
          places.set(`${field} ${fold(name)}`, { campo: field, nombre: name })
  }
  return {
    counts: {
      faulty: count(lines, 'faulty'),
      new: count(lines, 'new'),
      changed: count(lines, 'changed'),
      unchanged: count(lines, 'unchanged'),
      left_out: count(lines, 'left_out'),
      absent,
    },
    faults: [...faults]
      .map(([campo, cantidad]) => ({ campo, cantidad }))
      .toSorted((a, b) => b.cantidad - a.cantidad),
    places: [...places.values()],
    doubtful: lines.filter(({ kind, doubtful }) => kind === 'new' && doubtful).length,
  }
}

/** The result of the check differs from the confirmed one: somebody changed a line's employee meanwhile. */
class Stale extends Error {
  readonly line: number
  constructor(line: number) {
    super(`line ${line}`)
    this.line = line
  }
}

/**
 * Does what was confirmed, in one transaction: everybody sees all of it or nothing. Each line is checked again
 * within it; where one would now do something else than the dry run said, nothing is done and the file is checked anew.
 */
export async function applyImport(
  services: Services,
  company: number,
  process: number,
  evidence: Context['evidence'],
): Promise<void> {
  const run = services.tenant(company).write
  try {
    await run((tx) => apply(tx, services, process, evidence, progress(run, process)))
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

/** Says why an import was not done, and has its file checked again. */
async function checkAgain(tx: Tx, process: number, notice: Fault): Promise<void> {
  await setNotice(tx, process, notice)
  await moveProcess(tx, process, { step: 'uploaded', done: 0 })
  tx.enqueue(checkJob, { process })
}

async function setNotice(tx: Tx, process: number, notice: Fault): Promise<void> {
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

/** Freeing of imports whose job is gone: nothing was saved. One that was confirmed can be confirmed again. */
export const lostImport: LostWork = {
  jobs: [checkJob, applyJob].map(({ name }) => name),
  steps: ['uploaded', 'reading', 'running'],
  async free(tx, services, { id, step }) {
    const notice = makeFault('IMPORT_FAILED')
    if (step === 'running') return checkAgain(tx, id, notice)
    await setNotice(tx, id, notice)
    await endProcess(tx, id, { status: 'error', at: services.clock() })
  },
}

async function apply(
  tx: Tx,
  services: Services,
  process: number,
  evidence: Context['evidence'],
  onProgress: (done: number) => Promise<void>,
): Promise<void> {
  // One import of a company at a time.
  await sql`select pg_advisory_xact_lock(hashtext('employee_import'), ${tx.company % 2_147_483_647}::int)`.execute(
    tx.db,
  )
  const loaded = await load(tx, process)
  if (!loaded || loaded.found.step !== 'running') return
  const { found, content } = loaded
  const { viewer } = found
  if (!(await stillMay(tx, viewer))) throw new Refusal([makeFault('IMPORT_FAILED')])
  const { rows } = await readRows(found, content)
  const now = services.clock()
  const { lines, known } = await checkFile(tx, viewer, now, {
    columns: found.columns,
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
  await tx.db
    .updateTable('employee_imports')
    .set({ content: null })
    .where('process_id', '=', process)
    .execute()
}

/** Whether who confirmed still holds the profile, and it the action. */
async function stillMay(tx: Tx, viewer: Importer): Promise<boolean> {
  const held = await tx.db
    .selectFrom('user_profiles')
    .innerJoin('profile_actions', 'profile_actions.profile_id', 'user_profiles.profile_id')
    .select('action')
    .where('user_id', '=', viewer.userId)
    .where('user_profiles.profile_id', '=', viewer.profileId)
    .where('action', '=', actions.employeeAdministration)
    .executeTakeFirst()
  return held !== undefined
}

/** Nobody makes people whom they then don't see. */
async function insistOnReach(tx: Tx, viewer: Importer, made: ReadonlyMap<number, number>): Promise<void> {
  const { n } = await visible(tx.db, viewer)
    .where('employees.id', '=', sql<number>`any(${[...made.values()]}::bigint[])`)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n !== made.size) throw new Refusal([makeFault('IMPORT_FAILED')])
}

const keptDays = 7

/** Lines and contents of imports go a week after they came: people's data has no business there any longer. */
async function sweepImports(services: Services): Promise<void> {
  const before = new Date(services.clock().getTime() - keptDays * 86_400_000)
  await everyCompany(services, (tenant) =>
    tenant.write(async (tx) => {
      const old = tx.db
        .selectFrom('processes')
        .select('id')
        .where('kind', '=', 'employee_import')
        .where('step', '<>', 'running')
        .where('created_at', '<', before)
      await tx.db.deleteFrom('employee_import_rows').where('process_id', 'in', old).execute()
      await tx.db
        .updateTable('employee_imports')
        .set({ content: null })
        .where('process_id', 'in', old)
        .execute()
      await endProcess(tx, old, { status: 'cancelled', at: services.clock() })
    }),
  )
}
