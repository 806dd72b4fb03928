import type { SigningShut } from '#contract/me/me.ts'
import type { Context } from '#server/shared/context.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import {
  accessesOfSession,
  type CompanyAccess,
  type WayIn,
  wayInBy,
} from '#server/areas/account/operations.ts'
import { type MyRow, type Reader, signerOf } from './queries.ts'

/** A person's state with regard to signing. */
export interface Standing extends WayIn {
  /** Why they can't sign anything now. */
  shut: SigningShut | null
  /** Why nothing that is done in this session counts as the person's own; null where it does. */
  notOwn: SigningShut | null
  /** They refused or withdrew: they read and download, and nothing is asked of them. */
  declined: boolean
}

/**
 * Whether what a session does counts as the person's own, and whether they may sign. Nobody signs who did not agree to
 * electronic documents. A session whose password (or provider) came by an address or a code that the company put there
 * after hiring waits until nobody objected, or a second person confirmed to have seen them; one that came by a printed
 * code signs before that only where the company allows it.
 *
 * @param sessionId the session of the person; null for somebody who looks at the site as they see it
 */
export async function readSigningRights(
  ctx: Pick<Context, 'services'>,
  tx: Tx,
  userId: number,
  sessionId: number | null,
): Promise<Standing> {
  const user = await signerOf(tx.db, userId)
  const settings = await getSettings(tx)
  const accesses = await accessesOfSession(tx, ctx.services, userId, sessionId)
  const declined = user.consent === 'refused' || user.consent === 'withdrawn'
  const unasked = user.consent === null && settings['consent.asked']
  const notOwn = whyNotOwn(accesses, user.may_sign_since !== null)
  return {
    shut: declined || unasked ? 'SIGN_NOT_ALLOWED_CONSENT' : notOwn,
    notOwn,
    ...wayInBy(accesses),
    declined,
  }
}

function whyNotOwn(accesses: readonly CompanyAccess[], madeOwnPassword: boolean): SigningShut | null {
  if (accesses.length === 0) return madeOwnPassword ? null : 'SIGN_NOT_ALLOWED_CREDENTIAL'
  const waiting = accesses.filter(({ wait }) => wait !== null)
  if (waiting.some(({ kind }) => kind === 'printed_code')) return 'SIGN_NOT_ALLOWED_PRINTED_CODE'
  return waiting.length > 0 ? 'SIGN_NOT_ALLOWED_COMPANY_ADDRESS' : null
}

/** The session's person as a reader of their own documents, or of another's as these see them. */
export async function readerOf(
  ctx: Context,
  tx: Tx,
  employee: number = ctx.session.userId,
): Promise<{ reader: Reader; standing: Standing }> {
  const { session, services } = ctx
  const own = employee === session.userId
  const standing = await readSigningRights(ctx, tx, employee, own ? session.id : null)
  const reader = {
    employee,
    viewer: session,
    now: services.clock(),
    zone: session.zone,
    blocks: standing.shut === null,
  }
  return { reader, standing }
}

/** The part of a reading's evidence that says by what of the company its session came, and whether it counts as the person's. */
export function wayOf({ access, notOwn }: Standing) {
  return { ...(access && { access }), ...(notOwn && { own: false }) }
}

/** Why one document takes no signature of this person now; null when it does. */
export function whyShut(row: MyRow, standing: Standing): SigningShut | null {
  if (row.state === 'cancelled') return 'DOCUMENT_CANCELLED'
  if (row.signing === 'none') return 'SIGN_NOT_ALLOWED_NOT_ASKED'
  if (row.signing !== 'pending') return 'SIGN_NOT_ALLOWED_SIGNED'
  return standing.shut ?? (row.cerrado ? 'SIGN_NOT_ALLOWED_CLOSED' : null)
}
