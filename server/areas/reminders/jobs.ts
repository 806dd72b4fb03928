import type { Services } from '#server/shared/services.ts'
import { remindDue } from './due.ts'
import { remindAll, remindJob } from './run.ts'

/** Registers the writing of reminders, and every five minutes the search for due ones. */
export function registerReminderJobs(services: Services): void {
  services.jobs.register(remindJob, (company, { process }, signal) =>
    remindAll(services, company, process, signal),
  )
  services.jobs.schedule('reminders.due', { cron: '*/5 * * * *' }, () => remindDue(services))
}
