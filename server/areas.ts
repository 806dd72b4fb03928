import { accountArea } from './areas/account/area.ts'
import { analysisArea } from './areas/analysis/area.ts'
import { approvalsArea } from './areas/approvals/area.ts'
import { backupArea } from './areas/backup/area.ts'
import { billboardArea } from './areas/billboard/area.ts'
import { certificatesArea } from './areas/certificates/area.ts'
import { companyArea } from './areas/company/area.ts'
import { deputiesArea } from './areas/deputies/area.ts'
import { documentsArea } from './areas/documents/area.ts'
import { employeesArea } from './areas/employees/area.ts'
import { evidenceArea } from './areas/evidence/area.ts'
import { foldersArea } from './areas/folders/area.ts'
import { genericArea } from './areas/generic/area.ts'
import { homeArea } from './areas/home/area.ts'
import { inboxArea } from './areas/inbox/area.ts'
import { integrationsArea } from './areas/integrations/area.ts'
import { mailsArea } from './areas/mails/area.ts'
import { managersArea } from './areas/managers/area.ts'
import { massiveArea } from './areas/massive/area.ts'
import { meArea } from './areas/me/area.ts'
import { notificationsArea } from './areas/notifications/area.ts'
import { papersArea } from './areas/papers/area.ts'
import { permissionsArea } from './areas/permissions/area.ts'
import { placesArea } from './areas/places/area.ts'
import { processesArea } from './areas/processes/area.ts'
import { proofArea } from './areas/proof/area.ts'
import { publishingArea } from './areas/publishing/area.ts'
import { pushArea } from './areas/push/area.ts'
import { relationsArea } from './areas/relations/area.ts'
import { remindersArea } from './areas/reminders/area.ts'
import { reportsArea } from './areas/reports/area.ts'
import { securityArea } from './areas/security/area.ts'
import { selfServiceArea } from './areas/self-service/area.ts'
import { sessionArea } from './areas/session/area.ts'
import { shellArea } from './areas/shell/area.ts'
import { ssoArea } from './areas/sso/area.ts'
import { teamArea } from './areas/team/area.ts'
import { uploadsArea } from './areas/uploads/area.ts'
import { verificationArea } from './areas/verification/area.ts'
import { viewsArea } from './areas/views/area.ts'
import { workflowsArea } from './areas/workflows/area.ts'
import type { Area, Joints } from './shared/area.ts'

/** Every area of the product, in alphabetical order. A new area is added here and nowhere else. */
export const areas: readonly Area[] = [
  accountArea,
  analysisArea,
  approvalsArea,
  backupArea,
  billboardArea,
  certificatesArea,
  companyArea,
  deputiesArea,
  documentsArea,
  employeesArea,
  evidenceArea,
  foldersArea,
  genericArea,
  homeArea,
  inboxArea,
  integrationsArea,
  mailsArea,
  managersArea,
  massiveArea,
  meArea,
  notificationsArea,
  papersArea,
  permissionsArea,
  placesArea,
  processesArea,
  proofArea,
  publishingArea,
  pushArea,
  relationsArea,
  remindersArea,
  reportsArea,
  securityArea,
  selfServiceArea,
  sessionArea,
  shellArea,
  ssoArea,
  teamArea,
  uploadsArea,
  verificationArea,
  viewsArea,
  workflowsArea,
]

/** The contributions of all areas that work across areas. */
export const joints: Joints = {
  kindsOfApproval: Object.assign({}, ...areas.map((area) => area.kindsOfApproval)),
  kindsOfProcess: Object.assign({}, ...areas.map((area) => area.kindsOfProcess)),
  concerns: areas.flatMap(({ concerns = [] }) => concerns),
  running: areas.flatMap(({ running = [] }) => running),
  singleSignOn: ssoArea.singleSignOn,
}
