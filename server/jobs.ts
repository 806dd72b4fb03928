import { draftDays } from '#contract/shell/shell.ts'
import { registerForgotten } from './areas/account/forgot.ts'
import { registerAnalysisJobs } from './areas/analysis/jobs.ts'
import { registerCertificateJobs } from './areas/certificates/jobs.ts'
import { registerEmployeeJobs } from './areas/employees/jobs.ts'
import { registerMassiveJobs } from './areas/massive/jobs.ts'
import { registerPublishing } from './areas/massive/publishing/job.ts'
import { registerUndoJob } from './areas/processes/undo.ts'
import { noticeDays, registerPushJobs } from './areas/push/delivery.ts'
import { registerRelationJobs } from './areas/relations/jobs.ts'
import { registerReminderJobs } from './areas/reminders/running.ts'
import { registerAnalytics } from './areas/session/analytics.ts'
import { sweepFiles } from './shared/files/files.ts'
import { registerMailDelivery } from './shared/mail/delivery.ts'
import { sealDue } from './shared/evidence/seal.ts'
import type { Services } from './shared/services.ts'
import { everyCompany } from './shared/tenancy.ts'
import { sweepThrottles } from './shared/identity/throttle.ts'

/** Registers every job and schedule of the product, in each process, so that every process can enqueue all jobs. */
export function registerJobs(services: Services): { close: () => void } {
  const { jobs } = services
  jobs.schedule('evidence.seal', { everySeconds: 5 }, async () => void (await sealDue(services)))
  jobs.schedule('sweep', { cron: '17 * * * *' }, () => sweep(services))
  registerAnalytics(services)
  registerForgotten(services)
  registerCertificateJobs(services)
  registerEmployeeJobs(services)
  registerRelationJobs(services)
  registerUndoJob(services)
  registerReminderJobs(services)
  registerMassiveJobs(services)
  registerPublishing(services)
  registerPushJobs(services)
  registerAnalysisJobs(services)
  return registerMailDelivery(services)
}

/** Deletes expired rows: loose files, stored answers, tickets, old counters. */
async function sweep(services: Services): Promise<void> {
  await sweepThrottles(services)
  await everyCompany(services, async ({ company, write }) => {
    await sweepFiles(services, company)
    const dayAgo = new Date(services.clock().getTime() - 86_400_000)
    const oldestDraft = new Date(services.clock().getTime() - draftDays * 86_400_000)
    const oldestNotice = new Date(services.clock().getTime() - noticeDays * 86_400_000)
    await write(async (tx) => {
      await tx.db.deleteFrom('push_notices').where('created_at', '<', oldestNotice).execute()
      await tx.db.deleteFrom('idempotency_keys').where('created_at', '<', dayAgo).execute()
      await tx.db.deleteFrom('document_exports').where('created_at', '<', dayAgo).execute()
      await tx.db.deleteFrom('download_tickets').where('expires_at', '<', dayAgo).execute()
      await tx.db.deleteFrom('switch_tickets').where('expires_at', '<', dayAgo).execute()
      await tx.db.deleteFrom('relation_proofs').where('expires_at', '<', dayAgo).execute()
      await tx.db.deleteFrom('sso_flows').where('expires_at', '<', dayAgo).execute()
      await tx.db.deleteFrom('sso_codes').where('expires_at', '<', dayAgo).execute()
      await tx.db.deleteFrom('step_ups').where('expires_at', '<', dayAgo).execute()
      await tx.db.deleteFrom('factor_challenges').where('expires_at', '<', dayAgo).execute()
      await tx.db.deleteFrom('drafts').where('saved_at', '<', oldestDraft).execute()
    })
  })
}
