import type { Services } from '#server/shared/services.ts'
import { forgottenJob, mailForgotten } from './forgot.ts'
import { forgottenUserJob, mailUserNames } from './forgot-user.ts'

export function registerAccountJobs(services: Services): void {
  services.jobs.register(forgottenJob, (_, asked) => mailForgotten(services, asked))
  services.jobs.register(forgottenUserJob, (_, asked) => mailUserNames(services, asked))
}
