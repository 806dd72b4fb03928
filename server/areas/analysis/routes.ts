import { analysis } from '#contract/analysis.ts'
import { type Api, route } from '#server/shared/route.ts'
import { accept, acceptSalary, showStand, showSuggestion, withdraw } from './operations.ts'

export function registerAnalysis(api: Api): void {
  route(api, analysis.stand, showStand)
  route(api, analysis.accept, accept)
  route(api, analysis.acceptSalary, acceptSalary)
  route(api, analysis.withdraw, withdraw)
  route(api, analysis.ofDocument, (ctx, { id }) => showSuggestion(ctx, id))
}
