import { certificates, count, type SettingTable } from './table.ts'

export const certificatesSettings = {
  'certificates.most_active': { schema: count(1, 5), default: 1, ...certificates },
} as const satisfies SettingTable
