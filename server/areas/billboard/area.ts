import type { Area } from '#server/shared/area.ts'
import { cancelPlainProcess } from '#server/shared/processes/kinds.ts'
import { registerBillboardJobs } from './jobs.ts'
import { registerBillboard } from './routes.ts'
import { lostNotice } from './telling.ts'

/** Posts of the company for people of some sectors and locations. */
export const billboardArea = {
  name: 'billboard',
  routes: registerBillboard,
  jobs: registerBillboardJobs,
  kindsOfProcess: { post_notice: { cancel: cancelPlainProcess, lost: lostNotice } },
} satisfies Area
