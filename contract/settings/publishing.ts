import { z } from 'zod'
import { count, payroll, type SettingTable } from './table.ts'

export const publishingSettings = {
  /** Months after the present one for which documents may be published. */
  'publishing.months_ahead': { schema: count(0, 12), default: 1, ...payroll },
  /** Months before the present one for which documents may be published. */
  'publishing.months_back': { schema: count(1, 120), default: 12, ...payroll },
  /** Months after the end in which a former employee can be published to. */
  'publishing.inactive_months': { schema: count(0, 120), default: 24, ...payroll },
  /** Megabytes of a published file at most. */
  'publishing.max_megabytes': { schema: count(1, 10), default: 10, ...payroll },
  /** Whether a second person releases massive publications. */
  'publishing.second_person': { schema: z.boolean(), default: false, ...payroll },
} as const satisfies SettingTable
