import type { Area } from '#server/shared/area.ts'
import { registerBackup } from './routes.ts'

export const backupArea = {
  name: 'backup',
  routes: registerBackup,
} satisfies Area
