import type { Area } from '#server/shared/area.ts'
import { certificateConcerns } from './concerns.ts'
import { registerCertificateJobs } from './jobs.ts'
import { registerCertificates } from './routes.ts'

export const certificatesArea = {
  name: 'certificates',
  routes: registerCertificates,
  jobs: registerCertificateJobs,
  concerns: [certificateConcerns],
} satisfies Area
