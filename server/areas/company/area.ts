import type { Area } from '#server/shared/area.ts'
import { registerCompanyJobs } from './jobs.ts'
import { registerCompany } from './routes.ts'
import { lostWelcome } from './welcome.ts'

export const companyArea = {
  name: 'company',
  routes: registerCompany,
  jobs: registerCompanyJobs,
  kindsOfProcess: { welcome_mail: { lost: lostWelcome } },
} satisfies Area
