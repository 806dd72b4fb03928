import type { Area } from '#server/shared/area.ts'
import { registerSecurity } from './routes.ts'

export const securityArea = {
  name: 'security',
  routes: registerSecurity,
  sweeps: [{ table: 'factor_challenges', column: 'expires_at', days: 1 }],
} satisfies Area
