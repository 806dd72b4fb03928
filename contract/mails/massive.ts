import { z } from 'zod'
import { type MailTable, person } from './table.ts'

export const massiveMails = {
  /** The report of a process to who began it. */
  publication_finished: {
    category: 'reports',
    variables: z.object({ ...person, tipo: z.string(), publicados: z.string(), pendientes: z.string() }),
    link: '/s/company/process-manager',
    security: false,
  },
  /** To people who may release it, where the company requires a second person. */
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
