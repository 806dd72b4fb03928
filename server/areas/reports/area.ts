import type { Area } from '#server/shared/area.ts'
import { registerReports } from './routes.ts'

export const reportsArea = {
  name: 'reports',
  routes: registerReports,
} satisfies Area
