import type { Area } from '#server/shared/area.ts'
import { failedInvitations, importsToLookAt } from './concerns.ts'
import { registerEmployeeJobs } from './jobs.ts'
import { registerEmployees } from './routes.ts'

export const employeesArea = {
  name: 'employees',
  routes: registerEmployees,
  jobs: registerEmployeeJobs,
  concerns: [failedInvitations, importsToLookAt],
} satisfies Area
