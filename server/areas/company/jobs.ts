import type { Services } from '#server/shared/services.ts'
import { welcomeAll, welcomeJob } from './welcome.ts'

/** Registers the writing of the welcome mail. */
export function registerCompanyJobs(services: Services): void {
  services.jobs.register(welcomeJob, (company, { process }, signal) =>
    welcomeAll(services, company, process, signal),
  )
}
