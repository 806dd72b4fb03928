import type { Area } from '#server/shared/area.ts'
import { sentPaper } from './deciding.ts'
import { registerUploads } from './routes.ts'

/** Papers that employees send: putting them up, and what becomes of them. */
export const uploadsArea = {
  name: 'uploads',
  routes: registerUploads,
  kindsOfApproval: { document: sentPaper },
} satisfies Area
