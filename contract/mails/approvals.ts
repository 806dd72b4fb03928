import { z } from 'zod'
import { type MailTable, person } from './table.ts'

export const approvalsMails = {
  /** To who asked for a second person's word: it was rejected. The bell says what and why. */
  request_rejected: {
    category: 'tasks',
    variables: z.object({ ...person, quien: z.string() }),
    link: '/s/home',
    security: true,
  },
} as const satisfies MailTable
