import type { z } from 'zod'
import { accountSettings } from './settings/account.ts'
import { analysisSettings } from './settings/analysis.ts'
import { approvalsSettings } from './settings/approvals.ts'
import { billboardSettings } from './settings/billboard.ts'
import { certificatesSettings } from './settings/certificates.ts'
import { documentsSettings } from './settings/documents.ts'
import { employeesSettings } from './settings/employees.ts'
import { integrationsSettings } from './settings/integrations.ts'
import { meSettings } from './settings/me.ts'
import { publishingSettings } from './settings/publishing.ts'
import { selfServiceSettings } from './settings/self-service.ts'
import { sessionSettings } from './settings/session.ts'

/** Everything that a company may decide for itself, from the areas' tables. A new area adds its own table here. */
export const settings = {
  ...accountSettings,
  ...analysisSettings,
  ...approvalsSettings,
  ...billboardSettings,
  ...certificatesSettings,
  ...documentsSettings,
  ...employeesSettings,
  ...integrationsSettings,
  ...meSettings,
  ...publishingSettings,
  ...selfServiceSettings,
  ...sessionSettings,
} as const

export type SettingKey = keyof typeof settings
export type SettingValue<K extends SettingKey> = z.infer<(typeof settings)[K]['schema']>
export type Settings = { [K in SettingKey]: SettingValue<K> }
