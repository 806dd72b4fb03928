import type { Area } from '#server/shared/area.ts'
import { approvalConcerns, rejectedRequests } from './concerns.ts'
import { registerApprovals } from './routes.ts'

export const approvalsArea = {
  name: 'approvals',
  routes: (api, { kindsOfApproval }) => registerApprovals(api, kindsOfApproval),
  concerns: [approvalConcerns, rejectedRequests],
} satisfies Area
