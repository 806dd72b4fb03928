import { z } from 'zod'
import { type ActionId, actions } from '../actions.ts'

/** The company settings hub's cards. */
type HubGroup =
  | 'payroll'
  | 'business'
  | 'workflow'
  | 'notifications'
  | 'personalization'
  | 'security'
  | 'onboarding'
  | 'certificates'
  | 'selfservice'

interface Setting {
  /** The allowed values; bounds of the schema are shown as the range. */
  schema: z.ZodType
  default: unknown
  group: HubGroup
  /** The action required to change it. */
  action: ActionId
}

/** An area's settings by key: a row of `settings` each, where a company's value differs from the default. */
export type SettingTable = Readonly<Record<string, Setting>>

const general = actions.generalSettings
export const security = { group: 'security', action: general } as const
export const business = { group: 'business', action: general } as const
export const payroll = { group: 'payroll', action: general } as const
export const certificates = { group: 'certificates', action: general } as const
export const onboarding = { group: 'onboarding', action: general } as const
export const count = (from: number, to: number) => z.int().min(from).max(to)
