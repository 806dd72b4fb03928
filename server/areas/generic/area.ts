import type { Area } from '#server/shared/area.ts'
import { endPublication, lostPublication } from '#server/areas/massive/operations.ts'
import { registerGeneric } from './routes.ts'

export const genericArea = {
  name: 'generic',
  routes: registerGeneric,
  kindsOfProcess: { generic: { cancel: endPublication, lost: lostPublication } },
} satisfies Area
