import { olderCalls } from '#contract/session/older-calls.ts'
import { logoFile } from '#server/areas/company/operations.ts'
import { type Api, publicRoute } from '#server/shared/route.ts'
import { parseBearer } from '#server/shared/identity/session.ts'
import { signOut } from './operations.ts'

export function registerOlderCalls(api: Api): void {
  publicRoute(api, olderCalls.salir, async (context) => {
    await signOut(context, parseBearer(context.request.authorization))
    return {}
  })

  // A logo is public: which company a bearer names is all that counts, not whether it still lives.
  publicRoute(api, olderCalls.media, ({ services, request }) =>
    logoFile(services, parseBearer(request.authorization)?.company ?? null),
  )
}
