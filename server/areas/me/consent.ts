import { consentActs, type ConsentDecision } from '#contract/me/me.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordConsent } from '#server/areas/account/operations.ts'
import { signerOf } from './queries.ts'

const stored = { otorgado: 'given', rechazado: 'refused', retirado: 'withdrawn' } as const
const spoken = { given: 'otorgado', refused: 'rechazado', withdrawn: 'retirado' } as const

/** Gives, refuses or withdraws one's consent to electronic documents; signed documents stay signed. */
export async function decideConsent(ctx: Context, decision: ConsentDecision) {
  return ctx.act(async (tx) => {
    const { consent } = await signerOf(tx.db, ctx.session.userId)
    if (!consentActs[decision].includes(consent && spoken[consent]))
      refuse('CONSENT_NOT_POSSIBLE', 'decision')
    await recordConsent(tx, ctx, stored[decision])
    return { consentimiento: decision }
  })
}
