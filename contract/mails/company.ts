import { z } from 'zod'
import { type MailTable, person } from './table.ts'

export const companyMails = {
  /** To everybody active, once: the portal is open. Who never signed in gets an invitation's link in it. */
  welcome: {
    category: 'company',
    variables: z.object({ ...person, sitio: z.literal('e') }),
    link: 'site',
    invites: true,
    security: false,
  },
} as const satisfies MailTable
