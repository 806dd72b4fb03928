import { session } from '#contract/session/session.ts'
import { type Api, route } from '#server/shared/route.ts'
import { makeStepUpTicket, provePerson } from './operations.ts'

export function registerProof(api: Api): void {
  route(api, session.stepUp, async (ctx, proof) => {
    const method = await provePerson(ctx, proof)
    return ctx.write((tx) => makeStepUpTicket(tx, ctx.services, ctx.session.id, method))
  })
}
