import { papers } from '#contract/papers.ts'
import { type Api, route } from '#server/shared/route.ts'
import { attachPaper, listPapers, openPaper } from './operations.ts'

export function registerPapers(api: Api): void {
  route(api, papers.list, (ctx, { id }) => listPapers(ctx, id))
  route(api, papers.attach, attachPaper)
  route(api, papers.file, openPaper)
}
