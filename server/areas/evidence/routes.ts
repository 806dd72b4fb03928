import { evidence } from '#contract/evidence.ts'
import { type Api, route } from '#server/shared/route.ts'
import { listDifferences } from './differences.ts'

export function registerEvidence(api: Api): void {
  route(api, evidence.differences, ({ read, session }) => read(({ db }) => listDifferences(db, session)))
}
