import type { Area } from '#server/shared/area.ts'
import { registerVerification } from './routes.ts'

export const verificationArea = {
  name: 'verification',
  routes: registerVerification,
} satisfies Area
