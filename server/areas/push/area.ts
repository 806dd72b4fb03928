import type { Area } from '#server/shared/area.ts'
import { noticeDays } from './delivery.ts'
import { registerPushJobs } from './jobs.ts'
import { registerPush } from './routes.ts'

export const pushArea = {
  name: 'push',
  routes: registerPush,
  jobs: registerPushJobs,
  sweeps: [{ table: 'push_notices', column: 'created_at', days: noticeDays }],
} satisfies Area
