import type { Area } from '#server/shared/area.ts'
import { sentPaper } from './deciding.ts'
import { registerUploadJobs } from './jobs.ts'
import { registerUploads } from './routes.ts'

/** Papers that employees send: putting them up, and what becomes of them. */
export const uploadsArea = {
  name: 'uploads',
  routes: registerUploads,
  jobs: registerUploadJobs,
  kindsOfApproval: { document: sentPaper },
} satisfies Area
