import { z } from 'zod'
import { count, security, type SettingTable } from './table.ts'

export const sessionSettings = {
  /** Minutes without a request after which a session ends. */
  'session.idle_minutes': { schema: count(5, 240), default: 30, ...security },
  /** Hours after which a session ends, however much it is used. */
  'session.absolute_hours': { schema: count(1, 24), default: 12, ...security },
  /** Addresses of a plant, from where many people may sign in without delay. */
  'session.trusted_addresses': {
    schema: z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).max(50),
    default: [],
    ...security,
  },
} as const satisfies SettingTable
