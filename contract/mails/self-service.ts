import { z } from 'zod'
import { type MailTable, person } from './table.ts'

const change = z.object(person)

/** None names an account, an address or a reason: mails are read by others. */
export const selfServiceMails = {
  /** To who proposed it. */
  change_proposed: { category: 'workers', variables: change, link: '/e/cuenta', security: false },
  change_approved: { category: 'workers', variables: change, link: '/e/cuenta', security: false },
  change_rejected: { category: 'workers', variables: change, link: '/e/cuenta', security: false },
  /** Human Resources changed it. */
  change_made: { category: 'workers', variables: change, link: '/e/cuenta', security: false },
  /** To each address of the person, the former ones of the last thirty days too: with the link that freezes it. */
  bank_change_proposed: { category: 'workers', variables: z.object(person), link: 'secret', security: true },
  bank_change_approved: { category: 'workers', variables: z.object(person), link: 'secret', security: true },
  bank_change_rejected: { category: 'workers', variables: z.object(person), link: null, security: true },
  /** To those who administer employees. */
  bank_change_frozen: {
    category: 'company',
    variables: z.object({ ...person, colaborador: z.string() }),
    link: '/s/home',
    security: true,
  },
} as const satisfies MailTable
