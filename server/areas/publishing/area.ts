import type { Area } from '#server/shared/area.ts'
import { heldDocument } from './held.ts'
import { registerPublishing } from './routes.ts'

export const publishingArea = {
  name: 'publishing',
  routes: registerPublishing,
  kindsOfApproval: { single_publication: heldDocument },
} satisfies Area
