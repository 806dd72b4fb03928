import type { Area } from '#server/shared/area.ts'
import { registerMails } from './routes.ts'

/** The company's own words, look and pictures for the mails that it sends. */
export const mailsArea = {
  name: 'mails',
  routes: registerMails,
} satisfies Area
