import type { PasswordPolicy } from '#contract/account/account.ts'
import type { Context } from '#server/shared/context.ts'
import { credentialsOf, passwordPolicyOf } from '#server/shared/identity/credentials.ts'
import { type Fault, Refusal, refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { fold } from '#server/shared/text/fold.ts'
import { hashPassword, verifyPassword } from '#server/shared/identity/hashing.ts'
import { cancelLinks } from '#server/shared/identity/links.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { endSessions } from '#server/areas/session/operations.ts'
import { accessOfSession, newestAccess, noteUsedCode } from './access.ts'
import { policyFaults } from './policy.ts'
import { formerHashes, personalMailOf, recordWords } from './queries.ts'

/** The facts of a user that the rules of a new password need. */
export interface PasswordRules {
  policy: PasswordPolicy
  personal: (string | null)[]
  presentHash: string | null
  formerHashes: string[]
}

export interface OwnPasswordRules extends PasswordRules {
  /** The credential's version at reading: a new password replaces only that credential. */
  version: number
}

/** Reads the facts; the checks, which hash, are made outside of any transaction. */
export async function passwordRulesOf(tx: Tx, userId: number): Promise<OwnPasswordRules> {
  const policy = await passwordPolicyOf(tx)
  const user = await credentialsOf(tx.db, userId)
  return {
    policy,
    personal: [
      user.username,
      user.first_name,
      user.last_name,
      user.mail,
      user.dni,
      user.cuil,
      user.company,
      ...(await recordWords(tx.db, userId)),
    ],
    presentHash: user.password_hash,
    formerHashes: await formerHashes(tx.db, userId, policy.historialsinrepetir),
    version: user.credential_version,
  }
}

/**
 * Refuses a new password that differs from its repeat, breaks the policy, equals the present one or one of the
 * last; returns its hash.
 */
export async function checkNewPassword(pass: string, repass: string, rules: PasswordRules): Promise<string> {
  if (pass !== repass) refuse('PASSWORD_REPEAT_DIFFERS', 'repass')
  const [fault, ...more] = await faultsOf(pass, rules)
  if (fault) throw new Refusal([fault, ...more], more.length > 0 ? 'PASSWORD_BREAKS_POLICY' : undefined)
  if (rules.presentHash && (await verifyPassword(rules.presentHash, pass)))
    refuse('PASSWORD_UNCHANGED', 'pass')
  for (const former of rules.formerHashes) {
    if (await verifyPassword(former, pass)) {
      refuse('PASSWORD_USED_BEFORE', 'pass', { cantidad: rules.policy.historialsinrepetir })
    }
  }
  return hashPassword(pass)
}

/** The faults by {@link policyFaults}, for the live check of a password while it is typed. */
export function faultsOf(pass: string, rules: Pick<PasswordRules, 'policy' | 'personal'>): Promise<Fault[]> {
  return policyFaults(pass, rules.policy, rules.personal)
}

/** Where a password came from: the person's own act in a session or by their link, or after a printed code. */
export type PasswordOrigin = 'link' | 'printed_code' | 'own'

/** A new password that was checked and hashed, and the credential that it takes the place of. */
export interface CheckedPassword {
  id: number
  /** The session that goes on; null where none does. */
  sessionId: number | null
  hash: string
  origin: PasswordOrigin
  /** The version in {@link OwnPasswordRules}. */
  version: number
  /** Whether the notice goes to the personal mail too. */
  copy?: boolean
}

/**
 * Puts a new password in force: the former one goes to the history, every other session and every open link of
 * the person end, and they are told by mail. Signing opens with a password that a person made through a link that
 * reached them, or by giving such a one; where the company put the address or the code, it waits (see `access.ts`).
 *
 * @throws {Refusal} PASSWORD_CHANGED_MEANWHILE where what opens the account changed since it was checked
 */
export async function putPassword(
  tx: Tx,
  services: Services,
  user: CheckedPassword,
  evidence: Context['evidence'],
): Promise<void> {
  const now = services.clock()
  await tx.db.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute()
  const before = await credentialsOf(tx.db, user.id)
  if (before.credential_version !== user.version) refuse('PASSWORD_CHANGED_MEANWHILE')
  // Somebody who knows the password made through the link is the person it reached, whatever mail was set since.
  const isPersonsOwn = user.origin === 'link' || (user.origin === 'own' && before.password_origin === 'link')
  if (before.password_hash) {
    await tx.db
      .insertInto('password_history')
      .values({ company_id: tx.company, user_id: user.id, hash: before.password_hash, created_at: now })
      .execute()
  }
  const access = await accessOf(tx, services, user, evidence)
  if (access !== null && before.password_access_id === null && before.password_hash)
    await tx.db
      .updateTable('company_accesses')
      .set({ former_password_hash: before.password_hash })
      .where('id', '=', access)
      .execute()
  await tx.db
    .updateTable('users')
    .set({
      password_hash: user.hash,
      password_access_id: access,
      password_changed_at: now,
      password_origin: user.origin === 'own' ? (before.password_origin ?? 'own') : user.origin,
      credential_version: before.credential_version + 1,
      ...(isPersonsOwn && !before.may_sign_since && { may_sign_since: now }),
    })
    .where('id', '=', user.id)
    .execute()
  await endSessions(tx, services, user.id, user.sessionId)
  // Ways back to a former address or account stay: who took an account changes its password first.
  await cancelLinks(tx.db, [user.id], ['not in', ['mail_undo', 'mail_objection', 'bank_objection']], now)
  await recordEvent(tx, {
    subject: { kind: 'credential', id: user.id },
    act: 'password_changed',
    ...evidence,
    at: now,
    data: { origin: user.origin },
  })
  if (!before.password_hash) return
  const personal = user.copy ? await personalMailOf(tx.db, user.id) : null
  const sameMail = personal !== null && fold(personal) === before.mail_key
  for (const to of [before.mail, sameMail ? null : personal]) {
    if (!to) continue
    await queueMail(tx, services, {
      event: 'password_changed',
      userId: user.id,
      to,
      language: before.language,
      variables: { nombre: before.first_name },
    })
  }
}

/** The newest of the company's accesses that a new password came by; null for the person's own. */
function accessOf(
  tx: Tx,
  services: Services,
  { id, sessionId, origin }: CheckedPassword,
  evidence: Context['evidence'],
): Promise<number | null> {
  if (origin === 'printed_code') return noteUsedCode(tx, services, id, evidence)
  return origin === 'link' ? newestAccess(tx.db, id) : accessOfSession(tx.db, id, sessionId)
}
