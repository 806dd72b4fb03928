import type { Area } from '#server/shared/area.ts'
import { registerBillboardJobs } from './jobs.ts'
import { registerBillboard } from './routes.ts'

/** Posts of the company for people of some sectors and locations. */
export const billboardArea = {
  name: 'billboard',
  routes: registerBillboard,
  jobs: registerBillboardJobs,
} satisfies Area
