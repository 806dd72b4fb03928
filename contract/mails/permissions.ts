import { z } from 'zod'
import { type MailTable, person } from './table.ts'

export const permissionsMails = {
  permission_asked: {
    category: 'company',
    variables: z.object({ ...person, quien: z.string(), permiso: z.string() }),
    link: '/s/employees/list',
    security: false,
  },
} as const satisfies MailTable
