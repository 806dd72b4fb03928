import type { Area } from '#server/shared/area.ts'
import { endInterrupted } from '#server/shared/processes/lost.ts'
import { registerProcessJobs } from './jobs.ts'
import { registerProcesses } from './routes.ts'
import { runningProcesses } from './running.ts'
import { undoJob } from './undo.ts'

export const processesArea = {
  name: 'processes',
  routes: (api, { kindsOfProcess }) => registerProcesses(api, kindsOfProcess),
  jobs: registerProcessJobs,
  kindsOfProcess: {
    undo_publication: { lost: { jobs: [undoJob.name], steps: ['running'], free: endInterrupted } },
  },
  running: [runningProcesses],
} satisfies Area
