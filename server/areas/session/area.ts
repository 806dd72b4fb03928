import type { Area } from '#server/shared/area.ts'
import { registerSessionJobs } from './jobs.ts'
import { registerOlderCalls } from './older-routes.ts'
import { registerSession } from './routes.ts'

export const sessionArea = {
  name: 'session',
  routes: (api, { singleSignOn }) => {
    registerSession(api, singleSignOn)
    registerOlderCalls(api)
  },
  jobs: registerSessionJobs,
} satisfies Area
