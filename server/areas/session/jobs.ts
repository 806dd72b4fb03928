import type { Services } from '#server/shared/services.ts'
import { identify, identifyJob } from './analytics.ts'

export function registerSessionJobs(services: Services): void {
  services.jobs.register(identifyJob, (_, noted) => identify(services, noted))
}
