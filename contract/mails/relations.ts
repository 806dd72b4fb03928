import { z } from 'zod'
import { type MailTable, person } from './table.ts'

export const relationsMails = {
  relation_made: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string(), otra: z.string() }),
    link: '/s/account',
    security: true,
  },
  relation_used: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string(), otra: z.string() }),
    link: '/s/account',
    security: true,
  },
  // Somebody who took over an account may read its mail, so no other company is named.
  relation_suspended: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string() }),
    link: null,
    security: true,
  },
} as const satisfies MailTable
