import type { Area } from '#server/shared/area.ts'
import { registerProcessJobs } from './jobs.ts'
import { registerProcesses } from './routes.ts'
import { runningProcesses } from './running.ts'

export const processesArea = {
  name: 'processes',
  routes: (api, { kindsOfProcess }) => registerProcesses(api, kindsOfProcess),
  jobs: registerProcessJobs,
  kindsOfProcess: { undo_publication: {} },
  running: [runningProcesses],
} satisfies Area
