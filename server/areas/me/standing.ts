import type { SigningShut } from '#contract/me/me.ts'
import type { Context } from '#server/shared/context.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { type MyRow, printedFor, type Reader, signerOf } from './queries.ts'

/** How a person stands to signing. */
export interface Standing {
  /** Why they can't sign anything now. */
  shut: SigningShut | null
  /** The origin of the password: the person's own link, or a code that HR printed. */
  credential: 'own' | 'printed_code'
  /** For a printed code: the person who printed it and the time, recorded as evidence. */
  printed: { by: number | null; at: string } | null
  /** They refused or withdrew: they read and download, and nothing is asked of them. */
  declined: boolean
}

/**
 * Whether a person may sign. Nobody signs who did not agree to electronic documents, and nobody whose mail or
 * password another person set: signing opens with the password that they made through a link that reached them.
 * Whom a printed code let in may where the company allows it.
 */
export async function standingOf(tx: Tx, userId: number): Promise<Standing> {
  const user = await signerOf(tx.db, userId)
  const settings = await getSettings(tx)
  const printed = user.password_origin === 'printed_code'
  const declined = user.consent === 'refused' || user.consent === 'withdrawn'
  const shut = (): SigningShut | null => {
    if (printed) return settings['signing.printed_code_may_sign'] ? null : 'SIGN_NOT_ALLOWED_PRINTED_CODE'
    return user.may_sign_since ? null : 'SIGN_NOT_ALLOWED_CREDENTIAL'
  }
  const unasked = user.consent === null && settings['consent.asked']
  return {
    shut: declined || unasked ? 'SIGN_NOT_ALLOWED_CONSENT' : shut(),
    credential: printed ? 'printed_code' : 'own',
    printed: printed ? await printedFor(tx.db, userId) : null,
    declined,
  }
}

/** The session's person as a reader of their own documents, or of another's as these see them. */
export async function readerOf(
  ctx: Context,
  tx: Tx,
  employee: number = ctx.session.userId,
): Promise<{ reader: Reader; standing: Standing }> {
  const { session, services } = ctx
  const standing = await standingOf(tx, employee)
  const reader = {
    employee,
    viewer: session,
    now: services.clock(),
    zone: session.zone,
    blocks: standing.shut === null,
  }
  return { reader, standing }
}

/** Why one document takes no signature of this person now; null when it does. */
export function whyShut(row: MyRow, standing: Standing): SigningShut | null {
  if (row.state === 'cancelled') return 'DOCUMENT_CANCELLED'
  if (row.signing === 'none') return 'SIGN_NOT_ALLOWED_NOT_ASKED'
  if (row.signing !== 'pending') return 'SIGN_NOT_ALLOWED_SIGNED'
  return standing.shut ?? (row.cerrado ? 'SIGN_NOT_ALLOWED_CLOSED' : null)
}
