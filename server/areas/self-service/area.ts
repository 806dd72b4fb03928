import type { Area } from '#server/shared/area.ts'
import { changesToDecide } from './concerns.ts'
import { ownChange } from './deciding.ts'
import { registerSelfServiceJobs } from './jobs.ts'
import { registerSelfService } from './routes.ts'

/** Data that people change of their own record, and the decisions on them. */
export const selfServiceArea = {
  name: 'self-service',
  routes: (api, { kindsOfApproval }) => registerSelfService(api, kindsOfApproval),
  jobs: registerSelfServiceJobs,
  kindsOfApproval: { change: ownChange },
  concerns: [changesToDecide],
} satisfies Area
