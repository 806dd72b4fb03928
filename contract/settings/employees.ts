import { z } from 'zod'
import { business, count, security, type SettingTable } from './table.ts'

export const employeesSettings = {
  /** The effect of a wrong check digit in a national id when an employee is saved. */
  'employees.check_digits': { schema: z.enum(['warn', 'block']), default: 'warn', ...business },
  /** The least age, in whole years, between birth and hire, in bulk and in a single edit. */
  'employees.min_age_at_hire_bulk': { schema: count(14, 21), default: 14, ...business },
  'employees.min_age_at_hire_single': { schema: count(14, 21), default: 18, ...business },
  /** Days ahead to which an end of a stay can be planned. */
  'employees.end_days_ahead': { schema: count(0, 365), default: 60, ...business },
  /** Whether people may exist without a mail: they are let in by a printed code. */
  'users.mail_optional': { schema: z.boolean(), default: true, ...security },
} as const satisfies SettingTable
