import { ownAccount } from '#contract/account/own.ts'
import { refuse } from '#server/shared/errors.ts'
import { type Api, publicRoute, route } from '#server/shared/route.ts'
import { dropAvatar, showAvatar } from './avatar.ts'
import { askMailChange, checkMailLink, dropMailChange, useMailLink } from './mail-change.ts'
import { acceptTerms, chooseLanguage, showAccount, showTerms } from './own-account.ts'
import { endOne, endOthers, listActivity, listSessions } from './own-sessions.ts'

/** Calls for a person's own account, at both sites. */
export function registerOwnAccount(api: Api): void {
  route(api, ownAccount.overview, (ctx) => showAccount(ctx))
  route(api, ownAccount.changeMail, (ctx, input) => askMailChange(ctx, input))
  route(api, ownAccount.changeMailOf, (ctx, { id, ...input }) =>
    id === ctx.session.userId ? askMailChange(ctx, input) : refuse('NOT_FOUND'),
  )
  route(api, ownAccount.dropMailChange, (ctx) => dropMailChange(ctx))
  publicRoute(api, ownAccount.checkMailLink, (context, { token }) => checkMailLink(context, token))
  publicRoute(api, ownAccount.useMailLink, (context, { token }) => useMailLink(context, token))
  route(api, ownAccount.sessions, (ctx) => listSessions(ctx))
  route(api, ownAccount.endSession, (ctx, { id }) => endOne(ctx, id))
  route(api, ownAccount.endOtherSessions, (ctx) => endOthers(ctx))
  route(api, ownAccount.activity, (ctx, input) => listActivity(ctx, input))
  route(api, ownAccount.language, (ctx, { idioma }) => chooseLanguage(ctx, idioma))
  route(api, ownAccount.terms, (ctx) => showTerms(ctx))
  route(api, ownAccount.acceptTerms, (ctx, { version }) => acceptTerms(ctx, version))
  route(api, ownAccount.dropAvatar, (ctx) => dropAvatar(ctx))
  route(api, ownAccount.avatar, (ctx, { id }) => showAvatar(ctx, id))
  route(api, ownAccount.profileAvatar, (ctx, { id }) => showAvatar(ctx, id))
}
