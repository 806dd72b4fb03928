import { z } from 'zod'
import { business, type SettingTable } from './table.ts'

export const analysisSettings = {
  /** The host and the country that documents may be sent to for analysis, as somebody accepted them by name; null: off. */
  'analysis.accepted': {
    schema: z
      .strictObject({
        host: z.string().min(1).max(260),
        country: z.string().min(2).max(60),
        /** Salary documents are accepted separately. */
        salary: z.boolean(),
      })
      .nullable(),
    default: null,
    ...business,
  },
} as const satisfies SettingTable
