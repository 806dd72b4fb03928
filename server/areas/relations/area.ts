import type { Area } from '#server/shared/area.ts'
import { registerRelationJobs } from './jobs.ts'
import { registerRelations } from './routes.ts'

export const relationsArea = {
  name: 'relations',
  routes: registerRelations,
  jobs: registerRelationJobs,
  sweeps: [
    { table: 'switch_tickets', column: 'expires_at', days: 1 },
    { table: 'relation_proofs', column: 'expires_at', days: 1 },
  ],
} satisfies Area
