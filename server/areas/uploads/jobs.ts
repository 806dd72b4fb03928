import type { Services } from '#server/shared/services.ts'
import { askBeforeLapse } from './lapsing.ts'
import { removeNeverOfRecord } from './never-of-record.ts'

/** Daily: removes the files of papers that were never of record, and asks for those that lapse. */
export function registerUploadJobs(services: Services): void {
  services.jobs.schedule('uploads.never-of-record', { cron: '53 4 * * *' }, () =>
    removeNeverOfRecord(services),
  )
  services.jobs.schedule('uploads.lapsing', { cron: '7 11 * * *' }, () => askBeforeLapse(services))
}
