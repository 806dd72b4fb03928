import type { Area } from '#server/shared/area.ts'
import { registerMassiveJobs } from './jobs.ts'
import { announceWorker, withdraw } from './publishing/key-handover.ts'
import { releaseOfPublication } from './publishing/release.ts'
import { registerMassive } from './routes.ts'

export const massiveArea = {
  name: 'massive',
  routes: registerMassive,
  jobs: registerMassiveJobs,
  kindsOfProcess: { massive: {} },
  kindsOfApproval: { publication: releaseOfPublication },
  worker: { start: announceWorker, stop: withdraw },
} satisfies Area
