import { business, count, type SettingTable } from './table.ts'

export const documentsSettings = {
  /** Days after which uploads that were never of record are purged. */
  'retention.never_of_record_days': { schema: count(30, 365), default: 90, ...business },
} as const satisfies SettingTable
