import type { Services } from '#server/shared/services.ts'
import { tellOfPosts } from './telling.ts'

/** Every ten minutes: tells people of posts whose first day has come. */
export function registerBillboardJobs(services: Services): void {
  services.jobs.schedule('billboard.tell', { cron: '*/10 * * * *' }, () => tellOfPosts(services))
}
