import type { Area } from '#server/shared/area.ts'
import { registerReminderJobs } from './jobs.ts'
import { registerReminders } from './routes.ts'

export const remindersArea = {
  name: 'reminders',
  routes: registerReminders,
  jobs: registerReminderJobs,
} satisfies Area
