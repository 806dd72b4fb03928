import { relations } from '#contract/relations.ts'
import { refuse } from '#server/shared/errors.ts'
import { profileOf } from '#server/shared/identity/profile.ts'
import { type Api, route } from '#server/shared/route.ts'
import { confirmJoin, cut, join } from './joining.ts'
import { accountOf, listRelated, refuseBySso } from './listing.ts'
import { relatedById } from './queries.ts'
import { renewPassword } from './renewing.ts'
import { askToSwitch, enter } from './switching.ts'

export function registerRelations(api: Api): void {
  route(api, relations.related, (ctx) => listRelated(ctx))
  route(api, relations.join, (ctx, input) => join(ctx, input))
  route(api, relations.confirm, (ctx) => confirmJoin(ctx))
  route(api, relations.cut, async (ctx, { id }) => {
    await refuseBySso(ctx)
    const me = accountOf(ctx)
    const target = id === me.userId ? me : await relatedById(ctx.services.database.pool, me, id)
    if (!target) refuse('NOT_FOUND')
    await cut(ctx, { company: target.company, userId: target.userId })
    return {}
  })
  route(api, relations.renewPassword, async (ctx, input) => {
    await renewPassword(ctx, input)
    return {}
  })
  route(api, relations.ask, (ctx, input) => askToSwitch(ctx, input))
  route(api, relations.enter, (ctx, { userid }) => enter(ctx, userid))
  route(api, relations.profile, async (ctx, { id }) => {
    if (id !== ctx.session.userId) refuse('NOT_FOUND')
    return ctx.read((tx) => profileOf(tx.db, ctx.session))
  })
}
