import type { Area } from '#server/shared/area.ts'
import { papersToDecide } from './concerns.ts'
import { registerInbox } from './routes.ts'

export const inboxArea = {
  name: 'inbox',
  routes: (api, { kindsOfApproval }) => registerInbox(api, kindsOfApproval),
  concerns: [papersToDecide],
} satisfies Area
