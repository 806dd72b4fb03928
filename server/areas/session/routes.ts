import { session } from '#contract/session/session.ts'
import { type Api, publicRoute, route } from '#server/shared/route.ts'
import { allowDownload } from '#server/shared/downloads.ts'
import { refuse } from '#server/shared/errors.ts'
import { parseBearer } from '#server/shared/identity/session.ts'
import type { SingleSignOn } from '#server/shared/area.ts'
import { signIn, signOut } from './operations.ts'

export function registerSession(api: Api, sso: SingleSignOn): void {
  publicRoute(api, session.login, (context, { user, password, sso: answer, ...rest }) => {
    if (answer) return sso.signIn(context, answer, password)
    if (user === undefined) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'user')
    if (password === undefined) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'password')
    return signIn(context, { user, password, ...rest })
  })

  publicRoute(api, session.logout, async (context) => {
    const ended = await signOut(context, parseBearer(context.request.authorization))
    return { salida: ended && (await sso.signOutAddress(context.services, ended)) }
  })

  route(api, session.keepalive, async (ctx, { active }) => {
    const now = ctx.services.clock()
    const seen = active ? now : ctx.session.seenAt
    if (active) {
      await ctx.write((tx) =>
        tx.db.updateTable('sessions').set({ seen_at: now }).where('id', '=', ctx.session.id).execute(),
      )
    }
    return {
      vence: ctx.session.expiresAt.toISOString(),
      vence_inactividad: new Date(seen.getTime() + ctx.session.idleMinutes * 60_000).toISOString(),
    }
  })

  route(api, session.actions, async (ctx) =>
    ctx.session.actions.toSorted((a, b) => a - b).map((id) => ({ id })),
  )

  route(api, session.download, (ctx, { ruta }) => allowDownload(ctx, api.calls, ruta))
}
