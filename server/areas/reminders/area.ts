import type { Area } from '#server/shared/area.ts'
import { cancelPlainProcess } from '#server/shared/processes/kinds.ts'
import { endInterrupted, type LostWork } from '#server/shared/processes/lost.ts'
import { registerReminderJobs } from './jobs.ts'
import { registerReminders } from './routes.ts'
import { remindJob } from './run.ts'

const lostRun: LostWork = { jobs: [remindJob.name], steps: ['running'], free: endInterrupted }

export const remindersArea = {
  name: 'reminders',
  routes: registerReminders,
  jobs: registerReminderJobs,
  kindsOfProcess: {
    signature_reminder: { cancel: cancelPlainProcess, lost: lostRun },
    publication_notice: { cancel: cancelPlainProcess, lost: lostRun },
  },
} satisfies Area
