import { z } from 'zod'
import { onboarding, payroll, type SettingTable } from './table.ts'

export const integrationsSettings = {
  /** Whether an outside application of onboarding is connected: mass unsubscribe then needs its rights as well. */
  'integrations.onboarding': { schema: z.boolean(), default: false, ...onboarding },
  /** Whether an outside application of payroll is connected, which opens its screen. */
  'integrations.payroll': { schema: z.boolean(), default: false, ...payroll },
} as const satisfies SettingTable
