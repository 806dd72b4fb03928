import { z } from 'zod'
import { document, type MailTable, person } from './table.ts'

export const remindersMails = {
  signature_reminder: {
    category: 'documents',
    variables: z.object({ ...person, documentos: z.array(document).min(1) }),
    link: 'document',
    security: false,
  },
} as const satisfies MailTable
