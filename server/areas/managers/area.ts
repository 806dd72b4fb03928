import type { Area } from '#server/shared/area.ts'
import { registerManagers } from './routes.ts'

/** Giving the manager's profile, with its folders, to many people at once. */
export const managersArea = {
  name: 'managers',
  routes: registerManagers,
} satisfies Area
