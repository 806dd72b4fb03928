import type { Area } from '#server/shared/area.ts'
import { registerDeputies } from './routes.ts'

/** People who decide in somebody's place while they are away. */
export const deputiesArea = {
  name: 'deputies',
  routes: registerDeputies,
} satisfies Area
