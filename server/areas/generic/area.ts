import type { Area } from '#server/shared/area.ts'
import { registerGeneric } from './routes.ts'

export const genericArea = {
  name: 'generic',
  routes: registerGeneric,
} satisfies Area
