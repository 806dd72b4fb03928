import type { Area } from '#server/shared/area.ts'
import { registerCompany } from './routes.ts'

export const companyArea = {
  name: 'company',
  routes: registerCompany,
} satisfies Area
