import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import type { Services } from '#server/shared/services.ts'
import { tellDeciders } from './telling.ts'
import { approveByTime } from './time.ts'

/** Every hour: tells people what waits for them, and approves what nobody can decide. */
export function registerApprovalJobs(services: Services, kinds: KindsOfApproval): void {
  services.jobs.schedule('approvals.tell', { cron: '12 * * * *' }, () => tellDeciders(services))
  services.jobs.schedule('approvals.time', { cron: '34 * * * *' }, () => approveByTime(services, kinds))
}
