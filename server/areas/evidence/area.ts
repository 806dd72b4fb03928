import type { Area } from '#server/shared/area.ts'
import { evidenceConcerns } from './concerns.ts'
import { registerEvidenceJobs } from './jobs.ts'
import { registerEvidence } from './routes.ts'

export const evidenceArea = {
  name: 'evidence',
  routes: registerEvidence,
  jobs: registerEvidenceJobs,
  concerns: [evidenceConcerns],
  sweeps: [{ table: 'evidence_checks', column: 'started_at', days: 90 }],
} satisfies Area
