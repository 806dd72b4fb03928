import { account } from '#contract/account.ts'
import { consents } from '#contract/consents.ts'
import { passwordPolicyOf } from '../../shared/credentials.ts'
import { refuse } from '../../shared/errors.ts'
import { paginationOf, rowsOf } from '../../shared/list.ts'
import { profileOf } from '../../shared/profile.ts'
import { type Api, publicRoute, route } from '../../shared/route.ts'
import { listDeclined, standOf } from './consents.ts'
import { changePassword, checkLink, finishFirstSignIn, resetByLink } from './credentials.ts'
import { faultsOf, passwordRulesOf } from './operations.ts'
import { printCode } from './printed-code.ts'
import { canReach } from './queries.ts'

export function registerAccount(api: Api): void {
  route(api, account.profile, (ctx) => ctx.read((tx) => profileOf(tx.db, ctx.session)))
  route(api, account.firstLogin, (ctx, input) => finishFirstSignIn(ctx, input))
  route(api, account.changePassword, async (ctx, input) => {
    await changePassword(ctx, input)
    return {}
  })
  publicRoute(api, account.checkLink, (context, { token }) => checkLink(context, token))
  publicRoute(api, account.resetPassword, (context, input) => resetByLink(context, input))
  route(api, account.printCode, (ctx, { id }) => printCode(ctx, id))
  route(api, consents.list, async ({ read, session }, input) => {
    const decisions = input.decision ?? (['rechazado', 'retirado'] as const)
    const { data, total } = await read((tx) => listDeclined(tx.db, session, decisions, rowsOf(input)))
    return { data, pagination: paginationOf(total, input) }
  })
  route(api, consents.one, ({ read, session }, { id }) =>
    read(async (tx) => {
      if (!(await canReach(tx.db, session, id))) refuse('NOT_FOUND')
      return standOf(tx.db, id)
    }),
  )
  route(api, account.policy, (ctx) => ctx.read((tx) => passwordPolicyOf(tx)))
  route(api, account.passwordPolicy, (ctx) => ctx.read((tx) => passwordPolicyOf(tx)))
  route(api, account.isValidPass, async (ctx, { pass }) => {
    const rules = await ctx.read((tx) => passwordRulesOf(tx, ctx.session.userId))
    const codigos = faultsOf(pass, rules).map((fault) => fault.code)
    return { valida: codigos.length === 0, codigos }
  })
}
