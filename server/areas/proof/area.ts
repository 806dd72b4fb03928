import type { Area } from '#server/shared/area.ts'
import { registerProof } from './routes.ts'

export const proofArea = {
  name: 'proof',
  routes: registerProof,
  sweeps: [{ table: 'step_ups', column: 'expires_at', days: 1 }],
} satisfies Area
