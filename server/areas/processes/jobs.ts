import type { Services } from '#server/shared/services.ts'
import { undoAll, undoJob } from './undo.ts'

export function registerProcessJobs(services: Services): void {
  services.jobs.register(undoJob, (company, begun, signal) => undoAll(services, company, begun, signal))
}
