import type { Area } from '#server/shared/area.ts'
import { confirmationOfPerson } from './opening.ts'
import { registerAccountJobs } from './jobs.ts'
import { registerAccount } from './routes.ts'

export const accountArea = {
  name: 'account',
  routes: registerAccount,
  jobs: registerAccountJobs,
  kindsOfApproval: { person_seen: confirmationOfPerson },
} satisfies Area
