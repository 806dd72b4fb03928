import type { Area } from '#server/shared/area.ts'
import { registerInbox } from './routes.ts'

export const inboxArea = {
  name: 'inbox',
  routes: (api, { kindsOfApproval }) => registerInbox(api, kindsOfApproval),
} satisfies Area
