import { z } from 'zod'
import { type MailTable, person } from './table.ts'

export const securityMails = {
  factor_code: {
    category: 'workers',
    variables: z.object({ ...person, minutos: z.string() }),
    link: 'code',
    security: true,
  },
  factor_required: {
    category: 'workers',
    variables: z.object({ ...person, vence: z.iso.date() }),
    link: '/s/security',
    security: true,
  },
  factor_added: { category: 'workers', variables: z.object(person), link: null, security: true },
  factor_removed: { category: 'workers', variables: z.object(person), link: null, security: true },
  factor_reset: { category: 'workers', variables: z.object(person), link: null, security: true },
  factor_locked: { category: 'workers', variables: z.object(person), link: null, security: true },
  recovery_codes_made: { category: 'workers', variables: z.object(person), link: null, security: true },
  recovery_code_used: { category: 'workers', variables: z.object(person), link: null, security: true },
} as const satisfies MailTable
