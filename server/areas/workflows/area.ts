import type { Area } from '#server/shared/area.ts'
import { registerWorkflows } from './routes.ts'

/** The order in which groups of people decide on documents of some types. */
export const workflowsArea = {
  name: 'workflows',
  routes: (api, { kindsOfApproval }) => registerWorkflows(api, kindsOfApproval),
} satisfies Area
