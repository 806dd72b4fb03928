import type { Area } from '#server/shared/area.ts'
import { registerViews } from './routes.ts'

export const viewsArea = {
  name: 'views',
  routes: registerViews,
} satisfies Area
