import { z } from 'zod'
import { type MailTable, person } from './table.ts'

export const approvalsMails = {
  /** To who asked for a second person's word: it was rejected. The bell says what and why. */
  request_rejected: {
    category: 'tasks',
    variables: z.object({ ...person, quien: z.string() }),
    link: '/s/home',
    security: true,
  },
  /** To people whom open steps name, once an hour at most: something waits for their decision. */
  decisions_waiting: {
    category: 'tasks',
    variables: z.object(person),
    link: '/s/fileUploadResume',
    security: false,
  },
  /** The same to those who decide at the employees' site. */
  team_waiting: { category: 'tasks', variables: z.object(person), link: '/e/equipo', security: false },
  /** To Human Resources: something has waited for named people for days. */
  decisions_stuck: {
    category: 'tasks',
    variables: z.object(person),
    link: '/s/workflow/list',
    security: false,
  },
} as const satisfies MailTable
