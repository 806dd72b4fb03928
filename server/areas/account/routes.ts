import { accesses } from '#contract/account/access.ts'
import { account } from '#contract/account/account.ts'
import { consents } from '#contract/account/consents.ts'
import { passwordPolicyOf } from '#server/shared/identity/credentials.ts'
import { refuse } from '#server/shared/errors.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { profileOf } from '#server/shared/identity/profile.ts'
import { type Api, publicRoute, route } from '#server/shared/route.ts'
import { listDeclined, consentInForce } from './consents.ts'
import { changePassword, checkLink, finishFirstSignIn, resetByLink } from './credentials.ts'
import { askForLink } from './forgot.ts'
import { askForUserName } from './forgot-user.ts'
import { faultsOf, passwordRulesOf } from './passwords.ts'
import {
  askForConfirmation,
  openByFormerPassword,
  showAccessChanges,
  showAccessOf,
  showOwnAccess,
} from './opening.ts'
import { changePasswordOf } from './others.ts'
import { registerOwnAccount } from './own-account-routes.ts'
import { printCode, printCodes } from './printed-code.ts'
import { canReach } from './queries.ts'

export function registerAccount(api: Api): void {
  registerOwnAccount(api)
  route(api, account.profile, (ctx) => ctx.read((tx) => profileOf(tx.db, ctx.session)))
  route(api, account.firstLogin, (ctx, input) => finishFirstSignIn(ctx, input))
  route(api, account.changePassword, async (ctx, input) => {
    await changePassword(ctx, input)
    return {}
  })
  route(api, account.changePasswordAtPortal, async (ctx, input) => {
    await changePassword(ctx, input)
    return {}
  })
  route(api, account.changePasswordOf, (ctx, input) => changePasswordOf(ctx, input))
  publicRoute(api, account.checkLink, (context, input) => checkLink(context, input))
  publicRoute(api, account.forgotPassword, async (context, input) => {
    await askForLink(context, input)
    return {}
  })
  publicRoute(api, account.forgotUser, async (context, input) => {
    await askForUserName(context, input)
    return {}
  })
  publicRoute(api, account.resetPassword, async (context, input) => {
    const { action, user, email, token, pass, repass } = input
    if (token !== undefined) {
      if (action !== undefined) refuse('SYSTEM_API_PARAMETER_NOT_EXPECTED', 'action')
      if (pass === undefined) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'pass')
      return resetByLink(context, { email, token, pass, repass: repass ?? '' })
    }
    if (action === undefined) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'action')
    if (user === undefined) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'user')
    await askForLink(context, { user, email, site: input.site, company: input.company })
    return {}
  })
  route(api, accesses.own, (ctx) => showOwnAccess(ctx))
  route(api, accesses.former, (ctx, { pass }) => openByFormerPassword(ctx, pass))
  route(api, accesses.changes, (ctx) => showAccessChanges(ctx))
  route(api, accesses.of, (ctx, { id }) => showAccessOf(ctx, id))
  route(api, accesses.ask, (ctx, { id }) => askForConfirmation(ctx, id))
  route(api, account.printCode, (ctx, { id }) => printCode(ctx, id))
  route(api, account.printCodes, printCodes)
  route(api, consents.list, async ({ read, session, services }, input) => {
    const decisions = input.decision ?? (['rechazado', 'retirado'] as const)
    const { data, total } = await read(({ db }) =>
      listDeclined(db, session, decisions, rowsOf(input), services.clock()),
    )
    return { data, pagination: paginationOf(total, input) }
  })
  route(api, consents.one, ({ read, session }, { id }) =>
    read(async (tx) => {
      if (!(await canReach(tx.db, session, id))) refuse('NOT_FOUND')
      return consentInForce(tx.db, id)
    }),
  )
  route(api, account.policy, (ctx) => ctx.read((tx) => passwordPolicyOf(tx)))
  route(api, account.passwordPolicy, (ctx) => ctx.read((tx) => passwordPolicyOf(tx)))
  route(api, account.isValidPass, async (ctx, { pass }) => {
    const rules = await ctx.read((tx) => passwordRulesOf(tx, ctx.session.userId))
    const codigos = (await faultsOf(pass, rules)).map((fault) => fault.code)
    return { valida: codigos.length === 0, codigos }
  })
}
