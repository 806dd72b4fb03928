import type { Area } from '#server/shared/area.ts'
import { registerPermissions } from './routes.ts'

export const permissionsArea = {
  name: 'permissions',
  routes: registerPermissions,
} satisfies Area
