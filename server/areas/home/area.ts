import type { Area } from '#server/shared/area.ts'
import { registerHome } from './routes.ts'

export const homeArea = {
  name: 'home',
  routes: registerHome,
} satisfies Area
