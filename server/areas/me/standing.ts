import type { SigningShut } from '#contract/me/me.ts'
import type { Context } from '#server/shared/context.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { accessesUpTo, accessOfSession, type CompanyAccess } from '#server/areas/account/operations.ts'
import { type MyRow, type Reader, signerOf } from './queries.ts'

/** How a person stands to signing. */
export interface Standing {
  /** Why they can't sign anything now. */
  shut: SigningShut | null
  /** Why nothing that is done in this session counts as the person's own; null where it does. */
  notOwn: SigningShut | null
  /** By what the account was opened: the person's own link, or what the company put there after hiring. */
  credential: 'own' | 'printed_code' | 'company_address'
  /** The company's access of that name, as evidence records it; null for one's own. */
  access: AccessFacts | null
  /** They refused or withdrew: they read and download, and nothing is asked of them. */
  declined: boolean
}

/** The person who put an address or printed a code, the time, and what opened signing all the same. */
export type AccessFacts = {
  kind: CompanyAccess['kind']
  by: number | null
  at: string
  opened: 'silence' | 'second_person' | 'setting' | null
  openedBy: number | null
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
  const newest = await accessOfSession(tx.db, userId, sessionId)
  const accesses = newest === null ? [] : await accessesUpTo(tx, ctx.services, userId, newest)
  const declined = user.consent === 'refused' || user.consent === 'withdrawn'
  const unasked = user.consent === null && settings['consent.asked']
  const notOwn = whyNotOwn(accesses, user.may_sign_since !== null)
  const access = accesses.findLast(({ kind }) => kind === 'printed_code') ?? accesses.at(-1)
  const credentials = { printed_code: 'printed_code', mail: 'company_address' } as const
  return {
    shut: declined || unasked ? 'SIGN_NOT_ALLOWED_CONSENT' : notOwn,
    notOwn,
    credential: access ? credentials[access.kind] : 'own',
    access: access ? factsOf(access) : null,
    declined,
  }
}

function whyNotOwn(accesses: readonly CompanyAccess[], madeOwnPassword: boolean): SigningShut | null {
  if (accesses.length === 0) return madeOwnPassword ? null : 'SIGN_NOT_ALLOWED_CREDENTIAL'
  const waiting = accesses.filter(({ wait }) => wait !== null)
  if (waiting.some(({ kind }) => kind === 'printed_code')) return 'SIGN_NOT_ALLOWED_PRINTED_CODE'
  return waiting.length > 0 ? 'SIGN_NOT_ALLOWED_COMPANY_ADDRESS' : null
}

function factsOf({ kind, put_by: by, put_at, confirmed_by, wait }: CompanyAccess): AccessFacts {
  const allowed = kind === 'printed_code' ? 'setting' : 'silence'
  const opened = confirmed_by ? 'second_person' : allowed
  return { kind, by, at: put_at.toISOString(), opened: wait === null ? opened : null, openedBy: confirmed_by }
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

/** Why one document takes no signature of this person now; null when it does. */
export function whyShut(row: MyRow, standing: Standing): SigningShut | null {
  if (row.state === 'cancelled') return 'DOCUMENT_CANCELLED'
  if (row.signing === 'none') return 'SIGN_NOT_ALLOWED_NOT_ASKED'
  if (row.signing !== 'pending') return 'SIGN_NOT_ALLOWED_SIGNED'
  return standing.shut ?? (row.cerrado ? 'SIGN_NOT_ALLOWED_CLOSED' : null)
}
