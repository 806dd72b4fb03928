import { publicationNotices, reminders } from '#contract/reminders.ts'
import { type Api, route } from '#server/shared/route.ts'
import { cancelReminder, countReminder, createReminder, showReminders, showUnreached } from './asking.ts'
import { countNotice, sendNotice, showNotices } from './notices.ts'

export function registerReminders(api: Api): void {
  route(api, reminders.list, showReminders)
  route(api, reminders.count, countReminder)
  route(api, reminders.unreached, showUnreached)
  route(api, reminders.create, createReminder)
  route(api, reminders.cancel, cancelReminder)
  route(api, publicationNotices.list, showNotices)
  route(api, publicationNotices.count, countNotice)
  route(api, publicationNotices.send, sendNotice)
}
