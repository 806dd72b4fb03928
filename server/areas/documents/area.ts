import type { Area } from '#server/shared/area.ts'
import { disagreements, failedMails, unsignedByCompany } from './concerns.ts'
import { runningDownloads } from './export/running.ts'
import { registerDocuments } from './routes.ts'

export const documentsArea = {
  name: 'documents',
  routes: registerDocuments,
  sweeps: [{ table: 'document_exports', column: 'created_at', days: 1 }],
  concerns: [unsignedByCompany, disagreements, failedMails],
  running: [runningDownloads],
} satisfies Area
