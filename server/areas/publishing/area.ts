import type { Area } from '#server/shared/area.ts'
import { registerPublishing } from './routes.ts'

export const publishingArea = {
  name: 'publishing',
  routes: registerPublishing,
} satisfies Area
