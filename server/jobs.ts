import { sql } from 'kysely'
import { areas, joints } from './areas.ts'
import type { Sweep } from './shared/area.ts'
import { sealDue, stampPastDays } from './shared/evidence/seal.ts'
import { sweepFiles } from './shared/files/files.ts'
import { sweepThrottles } from './shared/identity/throttle.ts'
import { registerMailDelivery } from './shared/mail/delivery.ts'
import { freeLostProcesses, freeProcessOf } from './shared/processes/lost.ts'
import type { Services } from './shared/services.ts'
import { everyCompany } from './shared/tenancy.ts'

/** The sweeps of tables that belong to no area. */
const sharedSweeps: readonly Sweep[] = [
  { table: 'idempotency_keys', column: 'created_at', days: 1 },
  { table: 'download_tickets', column: 'expires_at', days: 1 },
]

/** Registers every job and schedule of the product, in each process, so that each process knows every queue. */
export function registerJobs(services: Services): { close: () => void } {
  const { jobs } = services
  jobs.schedule('evidence.seal', { everySeconds: 5 }, async () => void (await sealDue(services)))
  jobs.schedule('evidence.stamp', { cron: '11 * * * *' }, () => stampPastDays(services))
  jobs.schedule('sweep', { cron: '17 * * * *' }, () => sweep(services))
  const kinds = joints.kindsOfProcess
  jobs.onLastFailure((job) => freeProcessOf(services, kinds, job))
  jobs.schedule('processes.lost', { cron: '*/5 * * * *' }, () => freeLostProcesses(services, kinds))
  for (const area of areas) area.jobs?.(services, joints)
  return registerMailDelivery(services)
}

/** Runs what the areas do when a worker process starts. */
export async function startWorker(services: Services): Promise<void> {
  for (const { worker } of areas) await worker?.start(services)
}

/** Runs what the areas do before a worker process stops. */
export async function stopWorker(services: Services): Promise<void> {
  for (const { worker } of areas) await worker?.stop(services)
}

/** Deletes loose files, expired rows of every company, and old counts of attempts. */
export async function sweep(services: Services): Promise<void> {
  await sweepThrottles(services)
  const sweeps = [...sharedSweeps, ...areas.flatMap(({ sweeps = [] }) => sweeps)]
  const now = services.clock().getTime()
  await everyCompany(services, async ({ company, write }) => {
    await sweepFiles(services, company)
    await write(async ({ db }) => {
      for (const { table, column, days } of sweeps) {
        const before = new Date(now - days * 86_400_000)
        await sql`delete from ${sql.table(table)} where ${sql.ref(column)} < ${before}`.execute(db)
      }
    })
  })
}
