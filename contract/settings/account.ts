import { z } from 'zod'
import { count, security, type SettingTable } from './table.ts'

/** A password policy only raises the floor that the defaults are. */
export const accountSettings = {
  'password.min_length': { schema: count(8, 128), default: 8, ...security },
  'password.max_length': { schema: count(32, 128), default: 32, ...security },
  'password.min_letters': { schema: count(0, 20), default: 0, ...security },
  'password.min_capitals': { schema: count(0, 20), default: 0, ...security },
  'password.min_digits': { schema: count(1, 20), default: 1, ...security },
  'password.min_special': { schema: count(0, 20), default: 0, ...security },
  /** Which special characters are allowed; an empty list allows any. */
  'password.allowed_special': { schema: z.array(z.string().length(1)).max(40), default: [], ...security },
  /** Number of former passwords that may not be reused. */
  'password.history': { schema: count(3, 24), default: 3, ...security },
  /** How often somebody may change their password within 24 hours. */
  'password.changes_a_day': { schema: count(1, 10), default: 3, ...security },
  /** Days until a password has to be changed; -1: never. */
  'password.expires_days': { schema: z.union([z.literal(-1), count(30, 730)]), default: -1, ...security },
  /** The version of the terms that people accept after signing in; empty: none are asked. */
  'terms.version': { schema: z.string().trim().max(40), default: '', ...security },
  /** Where the terms are read. */
  'terms.address': {
    schema: z.union([z.literal(''), z.url({ protocol: /^https$/ })]),
    default: '',
    ...security,
  },
} as const satisfies SettingTable
