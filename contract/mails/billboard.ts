import { z } from 'zod'
import { type MailTable, person } from './table.ts'

const post = z.object({ ...person, titulo: z.string(), mensaje: z.string() })

export const billboardMails = {
  /** To whom a post is for, once, on its first day. */
  new_post: { category: 'company', variables: post, link: '/e/cartelera', security: false },
  /** To who hasn't said that they read a post which asks for it. */
  post_reminder: { category: 'company', variables: post, link: '/e/cartelera', security: false },
} as const satisfies MailTable
