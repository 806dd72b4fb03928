import { z } from 'zod'
import { business, type SettingTable } from './table.ts'

export const billboardSettings = {
  /** Whether posts are also for people whose onboarding isn't over. */
  'billboard.onboarding': { schema: z.boolean(), default: false, ...business },
} as const satisfies SettingTable
