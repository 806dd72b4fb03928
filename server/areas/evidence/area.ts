import type { Area } from '#server/shared/area.ts'
import { registerEvidenceJobs } from './jobs.ts'

export const evidenceArea = {
  name: 'evidence',
  jobs: registerEvidenceJobs,
  sweeps: [{ table: 'evidence_checks', column: 'started_at', days: 90 }],
} satisfies Area
