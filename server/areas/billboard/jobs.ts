import type { Services } from '#server/shared/services.ts'
import { tellAll, tellJob, tellOfPosts } from './telling.ts'

/** Registers the telling of posts, and every ten minutes the search for posts whose first day has come. */
export function registerBillboardJobs(services: Services): void {
  services.jobs.register(tellJob, (company, { process }, signal) =>
    tellAll(services, company, process, signal),
  )
  services.jobs.schedule('billboard.tell', { cron: '*/10 * * * *' }, () => tellOfPosts(services))
}
