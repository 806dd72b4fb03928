import { actions } from '#contract/actions.ts'
import { openApproval } from '../areas/approvals/operations.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import type { TestApp } from './app.ts'
import { aDocument, type DocumentWanted } from './documents.ts'
import { inCompany } from './factories.ts'

/** A paper that an employee sent and that waits for whoever holds the inbox. Returns the document's id. */
export async function aSentPaper(
  app: TestApp,
  company: MadeCompany,
  wanted: DocumentWanted,
): Promise<number> {
  const sent = { state: 'waiting_approval', source: 'employee', signing: 'none', published_at: null } as const
  const id = await aDocument(app, company, { ...sent, ...wanted })
  const detail = { address: '', device: '' }
  await inCompany(app, company.id, (tx) =>
    openApproval(
      tx,
      { evidence: { actorId: wanted.employee_id, detail }, services: app.services },
      {
        kind: 'document',
        subjectId: id,
        employeeId: wanted.employee_id,
        steps: [{ action: actions.taskInbox }],
        nobody: null,
      },
    ),
  )
  return id
}
