import { backup } from '#contract/backup.ts'
import { refuse } from '#server/shared/errors.ts'
import { type Api, route } from '#server/shared/route.ts'
import { hasFactor } from '#server/areas/session/operations.ts'

export function registerBackup(api: Api): void {
  // Refused before any lookup: without a second factor not even the absence of a backup is revealed.
  route(api, backup.download, async (ctx) => {
    if (!(await ctx.read((tx) => hasFactor(tx.db, ctx.session.userId))))
      refuse('SYSTEM_MFA_AUTH_NOT_CONFIGURED')
    // No backup can be asked for yet, so there is none of any id.
    refuse('NOT_FOUND')
  })
}
