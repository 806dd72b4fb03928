import type { Area } from '#server/shared/area.ts'
import { cancelPlainProcess } from '#server/shared/processes/kinds.ts'
import { registerReminderJobs } from './jobs.ts'
import { registerReminders } from './routes.ts'

export const remindersArea = {
  name: 'reminders',
  routes: registerReminders,
  jobs: registerReminderJobs,
  kindsOfProcess: {
    signature_reminder: { cancel: cancelPlainProcess },
    publication_notice: { cancel: cancelPlainProcess },
  },
} satisfies Area
