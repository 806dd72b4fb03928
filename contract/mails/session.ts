import { z } from 'zod'
import { type MailTable, person } from './table.ts'

export const sessionMails = {
  new_device: {
    category: 'workers',
    variables: z.object({ ...person, dispositivo: z.string(), direccion: z.string(), cuando: z.string() }),
    link: null,
    security: true,
  },
  blocked_user: { category: 'workers', variables: z.object(person), link: null, security: true },
  many_wrong_passwords: { category: 'workers', variables: z.object(person), link: null, security: true },
} as const satisfies MailTable
