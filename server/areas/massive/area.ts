import type { Area } from '#server/shared/area.ts'
import { registerMassiveJobs } from './jobs.ts'
import { lostPublication } from './lost.ts'
import { announceWorker, withdraw } from './publishing/key-handover.ts'
import { releaseOfPublication } from './publishing/release.ts'
import { registerMassive } from './routes.ts'

export const massiveArea = {
  name: 'massive',
  routes: registerMassive,
  jobs: registerMassiveJobs,
  kindsOfProcess: { massive: { lost: lostPublication } },
  kindsOfApproval: { publication: releaseOfPublication },
  worker: { start: announceWorker, stop: withdraw },
} satisfies Area
