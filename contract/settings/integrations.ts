import { z } from 'zod'
import { onboarding, payroll, type SettingTable } from './table.ts'

export const integrationsSettings = {
  /** Whether an outside application of onboarding is connected: mass unsubscribe then needs its rights as well. */
  'integrations.onboarding': { schema: z.boolean(), default: false, ...onboarding },
  /** Fields of a record that the outside people system keeps: they are changed there, and only read here. */
  'integrations.owned_fields': {
    schema: z.array(z.string().max(40)).max(100),
    default: [],
    ...onboarding,
  },
  /** Whether an outside application of payroll is connected, which opens its screen. */
  'integrations.payroll': { schema: z.boolean(), default: false, ...payroll },
} as const satisfies SettingTable
