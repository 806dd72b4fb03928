import type { Services } from '#server/shared/services.ts'
import { forgottenJob, mailForgotten } from './forgot.ts'

export function registerAccountJobs(services: Services): void {
  services.jobs.register(forgottenJob, (_, asked) => mailForgotten(services, asked))
}
