import type { Services } from '#server/shared/services.ts'
import { deliver, pushJob } from './delivery.ts'

export function registerPushJobs(services: Services): void {
  services.jobs.register(pushJob, (company, notice, signal) => deliver(services, company, notice, signal))
}
