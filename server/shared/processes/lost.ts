import { sql } from 'kysely'
import type { ProcessStep } from '#contract/processes/steps.ts'
import type { Services } from '../services.ts'
import { everyCompany, type Tx } from '../tenancy.ts'
import type { FailedJob } from '../jobs.ts'
import { countItems } from './items.ts'
import { kindOfProcess, type KindsOfProcess } from './kinds.ts'
import { endProcess, lockProcess } from './lifecycle.ts'

/** A process that is under way although no job moves it on. It is locked. */
export interface LostProcess {
  id: number
  step: ProcessStep
}

/** A kind's part in freeing processes whose job is gone: it failed for the last time, or its worker died too often. */
export interface LostWork {
  /** Names of the jobs that move a process on. */
  jobs: readonly string[]
  /** The steps at which a job may be at work. */
  steps: readonly ProcessStep[]
  /** Whether a process at one of those steps waits for a person instead. Absent where it never does. */
  waits?: (tx: Tx, process: LostProcess) => Promise<boolean>
  /** Ends the process with a reason for its creator, or moves it to a step from which they continue it. */
  free: (tx: Tx, services: Services, process: LostProcess) => Promise<void>
}

/** Finds processes of every company that are under way without a job, and frees them. */
export async function freeLostProcesses(services: Services, kinds: KindsOfProcess): Promise<void> {
  const steps = [...new Set(Object.values(kinds).flatMap(({ lost }) => lost.steps))]
  await everyCompany(services, async ({ company, read }) => {
    const under = await read((db) =>
      db
        .selectFrom('processes')
        .select(['id', 'kind', 'step'])
        .where('status', '=', 'in_progress')
        .where('step', 'in', steps)
        .execute(),
    )
    for (const [kind, some] of Map.groupBy(under, kindOfProcess)) {
      const lost = kinds[kind]?.lost
      if (!lost) continue
      const ids = some.filter(({ step }) => lost.steps.includes(step)).map(({ id }) => id)
      const atWork = await services.jobs.findProcessesAtWork(lost.jobs, ids)
      for (const id of ids.filter((one) => !atWork.has(one)))
        await freeIfLost(services, kinds, { company, id })
    }
  })
}

/** Frees the process of a job that has failed for the last time, unless another job still moves it on. */
export async function freeProcessOf(
  services: Services,
  kinds: KindsOfProcess,
  { id, name, company, data }: FailedJob,
): Promise<void> {
  if (!Object.values(kinds).some(({ lost }) => lost.jobs.includes(name))) return
  if (!('process' in data) || typeof data.process !== 'number') return
  await freeIfLost(services, kinds, { company, id: data.process, failedJob: id })
}

async function freeIfLost(
  services: Services,
  kinds: KindsOfProcess,
  { company, id, failedJob }: { company: number; id: number; failedJob?: string },
): Promise<void> {
  await services.tenant(company).write(async (tx) => {
    // A transaction that moves the process and enqueues its next job waits for this lock, or has committed both.
    await lockProcess(tx, id)
    const process = await tx.db
      .selectFrom('processes')
      .select(['id', 'kind', 'step'])
      .where('id', '=', id)
      .where('status', '=', 'in_progress')
      .executeTakeFirst()
    const lost = process && kinds[kindOfProcess(process)]?.lost
    if (!process || !lost?.steps.includes(process.step) || (await lost.waits?.(tx, process))) return
    if ((await services.jobs.findProcessesAtWork(lost.jobs, [id], failedJob)).has(id)) return
    services.log.error({ company, process: id, step: process.step }, 'a process lost its job')
    await lost.free(tx, services, process)
  })
}

/** Ends a process whose items are done one by one: those that are pending fail as interrupted. */
export async function endInterrupted(tx: Tx, services: Services, { id }: LostProcess): Promise<void> {
  await failPending(tx, id)
  const { done, failed } = await countItems(tx.db, id)
  await endProcess(tx, id, {
    status: done === 0 ? 'error' : 'completed_with_observations',
    at: services.clock(),
    done,
    failed,
  })
}

/** Makes the pending items of a process fail as interrupted. */
export async function failPending(tx: Tx, process: number): Promise<void> {
  await sql`update process_items set state = 'failed', failure = 'PROCESS_INTERRUPTED', claimed_until = null
    where process_id = ${process} and state = 'pending'`.execute(tx.db)
}
