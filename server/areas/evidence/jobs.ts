import { z } from 'zod'
import { defineJob } from '#server/shared/jobs.ts'
import type { Services } from '#server/shared/services.ts'
import { everyCompany } from '#server/shared/tenancy.ts'
import { beginCheck, continueCheck } from './operations.ts'
import { isCheckRunning } from './queries.ts'

/** Milliseconds of one job; the next one continues the check, so that none holds a worker for long. */
const turn = 60_000
/** Milliseconds after which a check that has not ended counts as lost. */
const patience = 20 * 3_600_000

const checkJob = defineJob({ name: 'evidence.check', input: z.object({ check: z.int() }), concurrency: 1 })

/** Checks every company's evidence at night. */
export function registerEvidenceJobs(services: Services): void {
  services.jobs.register(checkJob, (company, { check }, signal) =>
    checkForATurn(services, company, check, signal),
  )
  services.jobs.schedule('evidence.check-all', { cron: '41 5 * * *' }, () => beginChecks(services))
}

/** Begins a check in every company where none runs. */
export async function beginChecks(services: Services): Promise<void> {
  const now = services.clock()
  await everyCompany(services, ({ write }) =>
    write(async (tx) => {
      if (await isCheckRunning(tx.db, new Date(now.getTime() - patience))) return
      tx.enqueue(checkJob, { check: await beginCheck(tx, now) })
    }),
  )
}

async function checkForATurn(
  services: Services,
  company: number,
  check: number,
  signal: AbortSignal,
): Promise<void> {
  const end = services.clock().getTime() + turn
  const mayGoOn = () => !signal.aborted && services.clock().getTime() < end
  const { phase } = await continueCheck(services, company, check, mayGoOn)
  if (phase === 'done') return
  await services.tenant(company).write(async (tx) => tx.enqueue(checkJob, { check }))
}
