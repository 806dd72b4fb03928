import { z } from 'zod'
import { type MailTable, person } from './table.ts'

const paper = z.object({ ...person, papel: z.string() })

/** To who sent a paper. The reason stands at their site: mails are read by others. */
export const uploadsMails = {
  paper_approved: { category: 'documents', variables: paper, link: '/e/solicitudes', security: false },
  paper_returned: { category: 'tasks', variables: paper, link: '/e/solicitudes', security: false },
  paper_rejected: { category: 'tasks', variables: paper, link: '/e/solicitudes', security: false },
  /** Thirty days before a paper lapses, to whoever sent it. */
  paper_lapsing: {
    category: 'tasks',
    variables: paper.extend({ dia: z.string() }),
    link: '/e/solicitudes/nueva',
    security: false,
  },
} as const satisfies MailTable
