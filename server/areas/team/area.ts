import type { Area } from '#server/shared/area.ts'
import { registerTeam } from './routes.ts'

/** Decisions that somebody takes at the employees' site, with or without a management profile. */
export const teamArea = {
  name: 'team',
  routes: (api, { kindsOfApproval }) => registerTeam(api, kindsOfApproval),
} satisfies Area
