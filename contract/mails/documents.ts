import { z } from 'zod'
import { document, type MailTable, person } from './table.ts'

export const documentsMails = {
  document_cancelled: {
    category: 'documents',
    variables: z.object({ ...person, documentos: z.array(document).min(1) }),
    link: '/e/',
    security: false,
  },
  disagreement_answered: {
    category: 'documents',
    variables: z.object({ ...person, documentos: z.array(document).min(1) }),
    link: 'document',
    security: false,
  },
  documents_exported: {
    category: 'company',
    variables: z.object({ ...person, quien: z.string(), cantidad: z.string(), cuando: z.string() }),
    link: '/s/',
    security: false,
  },
} as const satisfies MailTable
