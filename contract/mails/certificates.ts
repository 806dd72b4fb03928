import { z } from 'zod'
import { type MailTable, person } from './table.ts'

export const certificatesMails = {
  certificate_ending: {
    category: 'company',
    variables: z.object({ ...person, titular: z.string(), vence: z.iso.date() }),
    link: '/s/certificates',
    security: false,
  },
} as const satisfies MailTable
