import type { Area } from '#server/shared/area.ts'
import { registerNotifications } from './routes.ts'

export const notificationsArea = {
  name: 'notifications',
  routes: registerNotifications,
} satisfies Area
