import type { Area } from '#server/shared/area.ts'
import { registerMassiveJobs } from './jobs.ts'
import { announce, withdraw } from './publishing/key-handover.ts'
import { releaseOfPublication } from './publishing/release.ts'
import { registerMassive } from './routes.ts'

export const massiveArea = {
  name: 'massive',
  routes: registerMassive,
  jobs: registerMassiveJobs,
  kindsOfApproval: { publication: releaseOfPublication },
  worker: { start: announce, stop: withdraw },
} satisfies Area
