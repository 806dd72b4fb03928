import type { Area } from '#server/shared/area.ts'
import { approvalConcerns, rejectedRequests } from './concerns.ts'
import { registerApprovalJobs } from './jobs.ts'
import { registerApprovals } from './routes.ts'

export const approvalsArea = {
  name: 'approvals',
  routes: (api, { kindsOfApproval }) => registerApprovals(api, kindsOfApproval),
  jobs: (services, { kindsOfApproval }) => registerApprovalJobs(services, kindsOfApproval),
  concerns: [approvalConcerns, rejectedRequests],
} satisfies Area
