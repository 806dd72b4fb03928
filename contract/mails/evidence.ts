import { z } from 'zod'
import { type MailTable, person } from './table.ts'

export const evidenceMails = {
  evidence_differs: {
    category: 'company',
    variables: z.object({ ...person, diferencias: z.string() }),
    link: null,
    security: true,
  },
} as const satisfies MailTable
