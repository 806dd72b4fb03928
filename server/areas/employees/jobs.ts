import { makeFault } from '#contract/errors.ts'
import type { Context } from '#server/shared/context.ts'
import { endProcess, lockAtStep, moveProcess } from '#server/shared/processes/lifecycle.ts'
import type { LostWork } from '#server/shared/processes/lost.ts'
import type { Services } from '#server/shared/services.ts'
import { everyCompany } from '#server/shared/tenancy.ts'
import { endDueStays } from './employment.ts'
import { inviteAll, inviteJob } from './inviting.ts'
import type { FileLine } from './import/kind.ts'
import { kindsOfFile } from './import/kinds.ts'
import { countAbsent, dropContent, findFile, type Findings, keepLines } from './import/queries.ts'
import { failRest, finish } from './import/by-lines.ts'
import {
  applyJob,
  applyLinesJob,
  checkAgain,
  checkJob,
  loadFile,
  noteLines,
  readRows,
  setNotice,
} from './import/work.ts'

/**
 * Imports are read and written in the background, and go a week after they came; stays end when their last day
 * comes.
 */
export function registerEmployeeJobs(services: Services): void {
  services.jobs.register(checkJob, (company, { process }) => checkImport(services, company, process))
  services.jobs.register(applyJob, (company, { process, evidence }, signal) =>
    applyImport(services, company, process, evidence, signal),
  )
  services.jobs.register(applyLinesJob, (company, { process, evidence }, signal) =>
    applyImport(services, company, process, evidence, signal),
  )
  services.jobs.register(inviteJob, (company, input, signal) => inviteAll(services, company, input, signal))
  services.jobs.schedule('employees.ends', { cron: '0,15,30,45 * * * *' }, () => endDueStays(services))
  services.jobs.schedule('employees.import.sweep', { cron: '41 4 * * *' }, () => sweepImports(services))
}

/** The dry run: reads every line and keeps what would become of it. May run again from its beginning. */
export async function checkImport(services: Services, company: number, process: number): Promise<void> {
  const run = services.tenant(company).write
  const loaded = await run(async (tx) => {
    const some = await loadFile(tx, process)
    const begun = { step: 'reading', startedAt: services.clock(), done: 0 } as const
    // Another run of the same file may have ended meanwhile: its result stays.
    return some && (await moveProcess(tx, process, begun, ['uploaded', 'reading'])) ? some : null
  })
  if (!loaded) return
  const { found, content } = loaded
  const kind = kindsOfFile[found.kind]
  const { leftOut = [], mended = [] } = found.findings
  const from = performance.now()
  const { rows, oddLines } = await readRows(kind, found, content)
  const { lines, places } = await run((tx) =>
    kind.check(
      tx,
      found.viewer,
      services.clock(),
      { columns: found.columns, rows, leftOut, options: found.options },
      noteLines(run, process),
    ),
  )
  await run(async (tx) => {
    if (!(await lockAtStep(tx, process, ['reading']))) return
    await keepLines(tx, process, lines)
    const absent = kind.countsAbsent ? await countAbsent(tx.db, found.viewer, process) : 0
    await tx.db
      .updateTable('employee_imports')
      .set({
        findings: JSON.stringify({
          ...findingsOf(lines, absent),
          places,
          oddLines,
          leftOut,
          mended,
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

function count(lines: readonly FileLine[], kind: FileLine['kind']): number {
  return lines.filter((line) => line.kind === kind).length
}

function findingsOf(lines: readonly FileLine[], absent: number): Findings {
  const faults = new Map<string, number>()
  for (const line of lines) {
    if (line.kind !== 'faulty') continue
    for (const field of new Set(line.faults.map((fault) => fault.field ?? '')))
      faults.set(field, (faults.get(field) ?? 0) + 1)
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
    doubtful: lines.filter(({ kind, doubtful }) => kind === 'new' && doubtful).length,
  }
}

/** Does what was confirmed of a file, as its kind does it. */
export async function applyImport(
  services: Services,
  company: number,
  process: number,
  evidence: Context['evidence'],
  signal?: AbortSignal,
): Promise<void> {
  const found = await services.tenant(company).read((db) => findFile(db, process))
  if (found?.step !== 'running') return
  await kindsOfFile[found.kind].apply({ services, company, process, evidence, signal })
}

/** Freeing of files whose job is gone: an import that was confirmed saved nothing, and can be confirmed again. */
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

/** The same for kinds that are done a few lines at a time: the lines that are left fail. */
export const lostByLines: LostWork = {
  ...lostImport,
  jobs: [checkJob, applyLinesJob].map(({ name }) => name),
  async free(tx, services, process) {
    if (process.step !== 'running') return lostImport.free(tx, services, process)
    await failRest(tx, process.id, makeFault('PROCESS_INTERRUPTED'))
    await finish(tx, process.id, services.clock())
  },
}

/** Lines and contents of files go some days after they came: people's data has no business there any longer. */
export async function sweepImports(services: Services): Promise<void> {
  const now = services.clock().getTime()
  await everyCompany(services, (tenant) =>
    tenant.write(async (tx) => {
      const old = tx.db
        .selectFrom('processes')
        .select('id')
        .where('step', '<>', 'running')
        .where((where) =>
          where.or(
            Object.values(kindsOfFile).map(({ name, keptDays }) =>
              where.and([
                where('kind', '=', name),
                where('created_at', '<', new Date(now - keptDays * 86_400_000)),
              ]),
            ),
          ),
        )
      await tx.db.deleteFrom('employee_import_rows').where('process_id', 'in', old).execute()
      await dropContent(tx, old)
      await endProcess(tx, old, { status: 'cancelled', at: services.clock() })
    }),
  )
}
