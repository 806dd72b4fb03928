import type { Area } from '#server/shared/area.ts'
import { registerAccountJobs } from './jobs.ts'
import { registerAccount } from './routes.ts'

export const accountArea = {
  name: 'account',
  routes: registerAccount,
  jobs: registerAccountJobs,
} satisfies Area
