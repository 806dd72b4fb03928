import { z } from 'zod'
import { security, type SettingTable } from './table.ts'

export const meSettings = {
  /** Whether somebody signed in by a printed code may sign documents. */
  'signing.printed_code_may_sign': { schema: z.boolean(), default: false, ...security },
  /** The event that opens signing after the company put another address: nobody objects in time, or a second person. */
  'signing.after_company_address': {
    schema: z.enum(['objection', 'second_person']),
    default: 'objection',
    ...security,
  },
  /** Whether the first sign-in asks for consent to electronic documents. */
  'consent.asked': { schema: z.boolean(), default: true, ...security },
} as const satisfies SettingTable
