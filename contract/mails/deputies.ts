import { z } from 'zod'
import { type MailTable, person } from './table.ts'

const standing = z.object({ ...person, otro: z.string(), desde: z.string(), hasta: z.string() })

export const deputiesMails = {
  /** To the person who stands in. */
  deputy_named: { category: 'tasks', variables: standing, link: null, security: false },
  /** To whoever is stood in for, where somebody else named the deputy. */
  deputy_for_you: { category: 'workers', variables: standing, link: null, security: true },
} as const satisfies MailTable
