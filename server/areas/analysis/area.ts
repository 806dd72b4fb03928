import type { Area } from '#server/shared/area.ts'
import { registerAnalysisJobs } from './jobs.ts'
import { registerAnalysis } from './routes.ts'

export const analysisArea = {
  name: 'analysis',
  routes: registerAnalysis,
  jobs: registerAnalysisJobs,
} satisfies Area
