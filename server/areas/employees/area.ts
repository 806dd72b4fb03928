import type { Area } from '#server/shared/area.ts'
import { cancelPlainProcess } from '#server/shared/processes/kinds.ts'
import { changeOfAdministrator } from './accepted-changes.ts'
import { failedInvitations, importsToLookAt } from './concerns.ts'
import { importFailures } from './import/queries.ts'
import { lostInvitations } from './inviting.ts'
import { lostByLines, lostImport, registerEmployeeJobs } from './jobs.ts'
import { registerEmployees } from './routes.ts'

export const employeesArea = {
  name: 'employees',
  routes: registerEmployees,
  jobs: registerEmployeeJobs,
  kindsOfApproval: { administrator: changeOfAdministrator },
  kindsOfProcess: {
    employee_import: { failures: importFailures, lost: lostImport },
    unsubscription: { failures: importFailures, lost: lostByLines },
    invitations: { cancel: cancelPlainProcess, lost: lostInvitations },
  },
  concerns: [failedInvitations, importsToLookAt],
} satisfies Area
