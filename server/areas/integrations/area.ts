import type { Area } from '#server/shared/area.ts'
import { registerIntegrations } from './routes.ts'

export const integrationsArea = {
  name: 'integrations',
  routes: registerIntegrations,
} satisfies Area
