import { certificates, count, type SettingTable } from './table.ts'

export const certificatesSettings = {
  /** The most certificates of a company that are active at once. */
  'certificates.most_active': { schema: count(1, 5), default: 1, ...certificates },
} as const satisfies SettingTable
