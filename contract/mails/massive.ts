import { z } from 'zod'
import { type MailTable, person } from './table.ts'

export const massiveMails = {
  publication_finished: {
    category: 'documents',
    variables: z.object({ ...person, tipo: z.string(), publicados: z.string(), pendientes: z.string() }),
    link: '/s/company/process-manager',
    security: false,
  },
  /** To who may release it: a second person, where the company wants one. */
  publication_to_release: {
    category: 'tasks',
    variables: z.object({ ...person, tipo: z.string() }),
    link: '/s/company/process-manager',
    security: false,
  },
  publication_waits: {
    category: 'documents',
    variables: z.object({ ...person, tipo: z.string(), publicados: z.string(), faltan: z.string() }),
    link: '/s/company/process-manager',
    security: false,
  },
} as const satisfies MailTable
