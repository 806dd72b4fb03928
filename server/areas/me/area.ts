import type { Area } from '#server/shared/area.ts'
import { registerMe } from './routes.ts'

export const meArea = {
  name: 'me',
  routes: registerMe,
} satisfies Area
