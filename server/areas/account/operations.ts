import type { Context } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { checkPassword } from '#server/shared/identity/lockout.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Services } from '#server/shared/services.ts'
import { isSsoSession } from '#server/shared/identity/session.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { addDays } from '#server/shared/today.ts'
import { makeLink } from '#server/shared/identity/links.ts'
import { accessesOfSession, wayInBy } from './access.ts'

export {
  accessesOfSession,
  accessOfSession,
  type CompanyAccess,
  newestAccess,
  noteCompanyMail,
  putAddress,
  type WayIn,
  wayInBy,
} from './access.ts'
export { livingSessions } from './own-sessions.ts'
export { canReach } from './queries.ts'
export { checkNewPassword, faultsOf, type PasswordRules, passwordRulesOf, putPassword } from './passwords.ts'

const invitationDays = 7

/**
 * Makes a single-use link of seven days with which somebody new makes a password of their own, and mails it.
 */
export async function inviteUser(
  tx: Tx,
  services: Services,
  userId: number,
  evidence: { actorId: number | null; detail: Context['evidence']['detail'] },
  /** The process that invites many. */
  process?: number,
): Promise<void> {
  const user = await credentialsOf(tx.db, userId)
  if (!user.mail) return
  const now = services.clock()
  const secretLink = await makeLink(tx, services, {
    user,
    kind: 'invitation',
    hours: invitationDays * 24,
    site: user.is_management ? 's' : 'e',
    createdBy: evidence.actorId,
  })
  await recordEvent(tx, { subject: { kind: 'credential', id: userId }, act: 'invited', ...evidence, at: now })
  await queueMail(tx, services, {
    event: 'new_user',
    userId,
    to: user.mail,
    language: user.language,
    variables: {
      nombre: user.first_name,
      usuario: user.username,
      empresa: user.company,
      vence: addDays(now.toISOString().slice(0, 10), invitationDays),
    },
    secretLink,
    ...(process !== undefined && { process }),
  })
}

/**
 * Proves the person again by their password, inside a session. A wrong one counts for the lock-out, in a
 * transaction of its own that survives the refusal.
 * @throws {Refusal} `wrong` for a wrong password, USER_LOCKED when locked, SSO_SESSION where no password opened the session
 */
export async function provePassword(
  ctx: Context,
  password: string,
  field = 'password',
  wrong: 'PASSWORD_WRONG' | 'PRESENT_PASSWORD_WRONG' = 'PASSWORD_WRONG',
): Promise<void> {
  const { services, session } = ctx
  const user = await ctx.read(async (tx) => {
    if (await isSsoSession(tx.db, session.id)) refuse('SSO_SESSION')
    return credentialsOf(tx.db, session.userId)
  })
  const who = { company: session.company, userId: session.userId, address: ctx.request.address }
  await checkPassword(services, who, { hash: user.password_hash, password }, () => refuse(wrong, field))
}

export { openLink } from './mail-change-queries.ts'
export { putAvatar, showAvatar, squareOf } from './avatar.ts'

/** The version of the text on electronic documents that a person answers, kept with their answer. */
export const consentText = '2026-11'

/**
 * Records a person's own consent to electronic documents, or its refusal; the newest row is in force. The evidence names
 * the company's address or code that opened the session, as it does for signatures.
 */
export async function recordConsent(
  tx: Tx,
  ctx: Pick<Context, 'session' | 'services' | 'evidence'>,
  decision: 'given' | 'refused' | 'withdrawn',
): Promise<void> {
  const now = ctx.services.clock()
  const { userId, language } = ctx.session
  await tx.db
    .insertInto('consents')
    .values({
      company_id: tx.company,
      user_id: userId,
      decision,
      text_version: consentText,
      language,
      decided_at: now,
    })
    .execute()
  const { credential, access } = wayInBy(await accessesOfSession(tx, ctx.services, userId, ctx.session.id))
  await recordEvent(tx, {
    subject: { kind: 'credential', id: userId },
    act: `consent_${decision}`,
    ...ctx.evidence,
    at: now,
    data: { text: consentText, credential, ...(access && { access }) },
  })
}
