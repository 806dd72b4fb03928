import { z } from 'zod'
import { type MailTable, person } from './table.ts'

const change = { ...person, quien: z.string(), perfiles: z.string() }

export const employeesMails = {
  /** To the person whose profiles changed. */
  profiles_changed: { category: 'workers', variables: z.object(change), link: null, security: true },
  /** To the other administrators. */
  profiles_changed_of: {
    category: 'company',
    variables: z.object({ ...change, persona: z.string() }),
    link: '/s/employees/list',
    security: true,
  },
  administrator_change_to_approve: {
    category: 'tasks',
    variables: z.object({ ...person, quien: z.string() }),
    link: '/s/',
    security: true,
  },
  /** To every address of the person, the former one included. */
  bank_account_changed: { category: 'workers', variables: z.object(person), link: null, security: true },
  /** To every address of a person who has left: what stays open to them. */
  employment_ended: {
    category: 'workers',
    variables: z.object({ ...person, dia: z.string() }),
    link: null,
    security: true,
  },
  employment_end_undone: { category: 'workers', variables: z.object(person), link: null, security: true },
} as const satisfies MailTable
