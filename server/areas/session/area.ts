import type { Area } from '#server/shared/area.ts'
import { registerSessionJobs } from './jobs.ts'
import { registerOlderCalls } from './older-routes.ts'
import { registerSession } from './routes.ts'

export const sessionArea = {
  name: 'session',
  routes: (api) => {
    registerSession(api)
    registerOlderCalls(api)
  },
  jobs: registerSessionJobs,
  sweeps: [{ table: 'step_ups', column: 'expires_at', days: 1 }],
} satisfies Area
