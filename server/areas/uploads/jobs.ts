import type { Services } from '#server/shared/services.ts'
import { removeNeverOfRecord } from './never-of-record.ts'

/** Removes at night the files of papers that were never of record. */
export function registerUploadJobs(services: Services): void {
  services.jobs.schedule('uploads.never-of-record', { cron: '53 4 * * *' }, () =>
    removeNeverOfRecord(services),
  )
}
