import type { Area } from '#server/shared/area.ts'
import { registerPapers } from './routes.ts'

export const papersArea = {
  name: 'papers',
  routes: registerPapers,
} satisfies Area
