import { z } from 'zod'
import { type MailTable, person } from './table.ts'

export const accountMails = {
  new_user: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string(), empresa: z.string(), vence: z.iso.date() }),
    link: 'secret',
    security: true,
  },
  reset_password: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string(), plazo: z.string() }),
    link: 'secret',
    security: true,
  },
  /** For who forgot the user name. */
  user_name: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string(), sitio: z.enum(['s', 'e']) }),
    link: 'site',
    security: true,
  },
  password_changed: { category: 'workers', variables: z.object(person), link: null, security: true },
  mail_changed: { category: 'workers', variables: z.object(person), link: null, security: true },
  /** To the address that the company put another in place of: with the link to object. */
  mail_objection: {
    category: 'workers',
    variables: z.object({ ...person, empresa: z.string(), horas: z.string() }),
    link: 'secret',
    security: true,
  },
  /** To who may confirm to have seen an employee: a second person. */
  person_to_confirm: {
    category: 'tasks',
    variables: z.object(person),
    link: '/s/home',
    security: false,
  },
  /** To the administrators of employees: somebody objected to the address that one of them put. */
  mail_objected: {
    category: 'company',
    variables: z.object({ ...person, colaborador: z.string() }),
    link: '/s/employees/list',
    security: true,
  },
  /** To the new address: with the link that puts it in force. */
  mail_confirm: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string(), horas: z.string() }),
    link: 'secret',
    security: true,
  },
  /** To the former address, after its owner's own change: with the way back. */
  mail_changed_own: {
    category: 'workers',
    variables: z.object({ ...person, usuario: z.string(), horas: z.string() }),
    link: 'secret',
    security: true,
  },
} as const satisfies MailTable
