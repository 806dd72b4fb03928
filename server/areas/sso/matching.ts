import type { ErrorCode } from '#contract/errors.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { fold } from '#server/shared/text/fold.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { accessOfSession, newestAccess } from '#server/areas/account/operations.ts'
import type { Vouched } from './vouched.ts'

/** The user of a provider's answer and the proof still needed to bind them, or the reason for refusing. */
export type Match =
  | { userId: number; binding: null | 'mail' | 'password'; refusal: null }
  | { userId: null; binding: null; refusal: ErrorCode }

const recentDays = 30

/**
 * Finds the person of a checked answer, in the transaction's company alone. By issuer and subject; the first time
 * by a mail that the provider verified, of the domains that it may vouch for. Who administers, or whose mail
 * somebody else changed within thirty days, gives their password once: a mail alone is not them. A subject and a mail of two
 * people are nobody.
 */
export async function matchPerson(
  tx: Tx,
  domains: readonly string[],
  vouched: Vouched,
  now: Date,
): Promise<Match> {
  const { issuer, mail } = vouched
  const bound = await boundPerson(tx, vouched)
  const isVouched = mail !== null && vouched.mailVerified && domains.includes(domainOf(mail))
  const found = isVouched ? await personOfMail(tx, mail) : undefined
  if (bound !== null) {
    // They were bound by a mail that was on another's record by mistake, and is on their own by now.
    if (found !== undefined && found !== bound) return nobody('SSO_NEEDS_OPERATOR')
    return { userId: bound, binding: null, refusal: null }
  }
  if (!mail || !vouched.mailVerified) return nobody('SSO_MAIL_NOT_VERIFIED')
  if (!isVouched) return nobody('SSO_MAIL_OUTSIDE')
  if (found === undefined) return nobody('SSO_NOBODY')
  const other = await tx.db
    .selectFrom('sso_subjects')
    .select('subject')
    .where('issuer', '=', issuer)
    .where('user_id', '=', found)
    .executeTakeFirst()
  // The mailbox went to somebody else there, or is another account.
  if (other) return nobody('SSO_NEEDS_OPERATOR')
  const user = await credentialsOf(tx.db, found)
  const doubtful = user.administers || (await changedByOther(tx, found, now))
  if (doubtful && !user.password_hash) return nobody('SSO_NEEDS_OPERATOR')
  return { userId: found, binding: doubtful ? 'password' : 'mail', refusal: null }
}

async function boundPerson(
  tx: Tx,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<number | null> {
  const bound = await tx.db
    .selectFrom('sso_subjects')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return bound?.user_id ?? null
}

async function personOfMail(tx: Tx, mail: string): Promise<number | undefined> {
  const found = await tx.db
    .selectFrom('users')
    .select(['id', 'mail'])
    .where('mail_key', '=', fold(mail))
    .executeTakeFirst()
  // Names are compared without accents elsewhere; two mailboxes may differ by one.
  return found?.mail?.toLowerCase() === mail.toLowerCase() ? found.id : undefined
}

/** The domain of a mail address; empty where it is none. */
function domainOf(mail: string): string {
  return /^[^@\s]+@([^@\s]+)$/.exec(mail)?.[1]?.toLowerCase() ?? ''
}

function nobody(refusal: ErrorCode): Match {
  return { userId: null, binding: null, refusal }
}

async function changedByOther(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - recentDays * 86_400_000)
  const event = await tx.db
    .selectFrom('events')
    .select('id')
    .where('subject_kind', '=', 'credential')
    .where('subject_id', '=', userId)
    .where('act', '=', 'mail_changed')
    .where('at', '>', since)
    .where((is) => is.or([is('actor_id', 'is', null), is('actor_id', '<>', userId)]))
    .limit(1)
    .executeTakeFirst()
  return event !== undefined
}

/**
 * Whether an answer still means the person that it meant when it came: they may have objected to the address by which they
 * were bound since, their address may have become somebody else's, or the company may have left the provider. Holds the
 * person until the transaction ends, so that none of it happens beside.
 */
export async function isStillMeant(
  tx: Tx,
  answer: { userId: number; issuer: string; subject: string; binding: Match['binding']; madeAt: Date },
): Promise<boolean> {
  const { mail_set_at } = await tx.db
    .selectFrom('users')
    .select('mail_set_at')
    .where('id', '=', answer.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const provider = await tx.db.selectFrom('sso_providers').select('issuer').executeTakeFirst()
  if (provider?.issuer !== answer.issuer) return false
  return answer.binding === null
    ? (await boundPerson(tx, answer)) === answer.userId
    : mail_set_at <= answer.madeAt
}

/**
 * Binds a person to who they are at the provider, as evidence. The provider reached them, so from here on they may
 * sign as with a password made through a link, but for whom the operator bound. The tie keeps by which of the company's
 * accesses it came: that of the mail, or of the password that was given.
 *
 * @returns false where the subject or the person is bound to another already
 */
export async function bindPerson(
  tx: Tx,
  binding: { userId: number; issuer: string; subject: string; by: 'mail' | 'password' | 'operator' },
  evidence: { at: Date; detail?: { address: string; device: string } },
): Promise<boolean> {
  const { userId, issuer, subject, by } = binding
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('sso_subjects')
    .values({
      company_id: tx.company,
      issuer,
      subject,
      user_id: userId,
      bound_by: by,
      bound_at: evidence.at,
      access_id:
        by === 'mail' ? await newestAccess(tx.db, userId) : await accessOfSession(tx.db, userId, null),
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  // Two first trips of one person may be under way together.
  if (numInsertedOrUpdatedRows !== 1n) return (await boundPerson(tx, binding)) === userId
  if (by !== 'operator')
    await tx.db
      .updateTable('users')
      .set({ may_sign_since: evidence.at })
      .where('id', '=', userId)
      .where('may_sign_since', 'is', null)
      .execute()
  await recordEvent(tx, {
    subject: { kind: 'credential', id: userId },
    act: 'sso_bound',
    actorId: by === 'operator' ? null : userId,
    at: evidence.at,
    data: { issuer, subject, by },
    ...(evidence.detail && { detail: evidence.detail }),
  })
  return true
}
