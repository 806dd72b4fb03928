import { randomBytes } from 'node:crypto'
import type { PasswordPolicy } from '#contract/account.ts'
import type { Context } from '../../shared/context.ts'
import { credentialsOf, passwordPolicyOf } from '../../shared/credentials.ts'
import { type Fault, Refusal, refuse } from '../../shared/errors.ts'
import { recordEvent } from '../../shared/events.ts'
import { fold } from '../../shared/fold.ts'
import { hashPassword, isOutdated, verifyPassword } from '../../shared/hashing.ts'
import { clearFailures, failed, refuseWhileLocked } from '../../shared/lockout.ts'
import { queueMail } from '../../shared/mail.ts'
import type { Services } from '../../shared/services.ts'
import { hashOf } from '../../shared/session.ts'
import { refuseSsoSession } from '../../shared/single-sign-on.ts'
import { type Tx, withTenant } from '../../shared/tenancy.ts'
import { addDays } from '../../shared/today.ts'
import { policyFaults } from './policy.ts'
import { formerHashes, personalMailOf, recordWords } from './queries.ts'

export { noteNewDevice } from './new-device.ts'

/** What the rules of a new password need to know of a user. */
export interface PasswordRules {
  policy: PasswordPolicy
  personal: (string | null)[]
  presentHash: string | null
  formerHashes: string[]
}

export interface OwnPasswordRules extends PasswordRules {
  /** Of the credential that they were read with: a password isn't put upon another than was looked at. */
  version: number
}

/** Gathers them; the checks, which hash, are made outside of any transaction. */
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
 * last; answers its hash.
 */
export async function checkNewPassword(pass: string, repass: string, rules: PasswordRules): Promise<string> {
  if (pass !== repass) refuse('00019', 'repass')
  const [fault, ...more] = await faultsOf(pass, rules)
  if (fault) throw new Refusal([fault, ...more], more.length > 0 ? '00141' : fault.code)
  if (rules.presentHash && (await verifyPassword(rules.presentHash, pass))) refuse('00119', 'pass')
  for (const former of rules.formerHashes) {
    if (await verifyPassword(former, pass)) {
      refuse('00026', 'pass', { cantidad: rules.policy.historialsinrepetir })
    }
  }
  return hashPassword(pass)
}

/** Makes the hash of a password that was just given again, where it was made with figures of another day. */
export async function renewHash(
  { database, jobs }: Services,
  user: { company_id: number; id: number; password_hash: string | null },
  password: string,
): Promise<void> {
  const { company_id: company, id, password_hash: old } = user
  if (!old || !isOutdated(old)) return
  const password_hash = await hashPassword(password)
  await withTenant(database.pool, jobs, company, (tx) =>
    tx.db
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', id)
      .where('password_hash', '=', old)
      .execute(),
  )
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
  /** Of {@link OwnPasswordRules}. */
  version: number
  /** Whether the notice goes to the personal mail too. */
  copy?: boolean
}

/**
 * Puts a new password in force: the former one goes to the history, every other session and every open link of
 * the person end, and they are told by mail. Signing opens with a password that a person made through a link that
 * reached them, or by giving such a one, so that nobody who set a mail or a password can sign for them.
 *
 * @throws {Refusal} '00148' where what opens the account changed since it was checked
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
  if (before.credential_version !== user.version) refuse('00148')
  // Whoever gives the password that their own link made is who the link reached, whatever mail was set since.
  const isPersonsOwn = user.origin === 'link' || (user.origin === 'own' && before.password_origin === 'link')
  if (before.password_hash) {
    await tx.db
      .insertInto('password_history')
      .values({ company_id: tx.company, user_id: user.id, hash: before.password_hash, created_at: now })
      .execute()
  }
  await tx.db
    .updateTable('users')
    .set({
      password_hash: user.hash,
      password_changed_at: now,
      password_origin: user.origin === 'own' ? (before.password_origin ?? 'own') : user.origin,
      credential_version: before.credential_version + 1,
      ...(isPersonsOwn && !before.may_sign_since && { may_sign_since: now }),
    })
    .where('id', '=', user.id)
    .execute()
  await endSessions(tx, services, user.id, user.sessionId)
  await tx.db
    .updateTable('credential_links')
    .set({ cancelled_at: now })
    .where('user_id', '=', user.id)
    // A way back to the former address stays: who took an account changes its password first.
    .where('kind', '<>', 'mail_undo')
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
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

/** Ends all sessions of a user but one. */
export async function endSessions(
  tx: Tx,
  services: Services,
  userId: number,
  but: number | null,
): Promise<void> {
  await tx.db
    .updateTable('sessions')
    .set({ ended_at: services.clock() })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(but !== null, (query) => query.where('id', '<>', but ?? 0))
    .execute()
}

const invitationDays = 7

/**
 * Makes a single-use link of seven days with which somebody new makes a password of their own, and mails it.
 */
export async function inviteUser(
  tx: Tx,
  services: Services,
  userId: number,
  evidence: Context['evidence'],
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
  })
}

/**
 * Makes a single-use link to the account's own mail, and answers its address. It carries `<company>.<secret>` in
 * its fragment, which no server log sees; only its hash is kept.
 */
export async function makeLink(
  tx: Tx,
  services: Services,
  link: {
    user: { id: number; mail_key: string | null }
    kind: 'invitation' | 'reset'
    hours: number
    site: 's' | 'e'
    createdBy: number | null
  },
): Promise<string> {
  const now = services.clock()
  const token = `${tx.company}.${randomBytes(32).toString('base64url')}`
  await tx.db
    .insertInto('credential_links')
    .values({
      company_id: tx.company,
      user_id: link.user.id,
      kind: link.kind,
      hash: hashOf(token),
      mail_key: link.user.mail_key,
      expires_at: new Date(now.getTime() + link.hours * 3_600_000),
      created_at: now,
      created_by: link.createdBy,
    })
    .execute()
  return `${services.config.publicUrl}/${link.site}/ingreso#${token}`
}

/** A user's mailed link by its token, when it is still good; else null. */
export async function linkByToken(tx: Tx, services: Services, token: string) {
  const link = await tx.db
    .selectFrom('credential_links')
    .innerJoin('users', (on) =>
      on
        .onRef('users.company_id', '=', 'credential_links.company_id')
        .onRef('users.id', '=', 'credential_links.user_id'),
    )
    .select([
      'credential_links.id',
      'credential_links.user_id',
      'credential_links.kind',
      'credential_links.created_by',
      'users.mail',
      'users.mail_key',
      'users.username',
      'users.first_name',
    ])
    .where('credential_links.hash', '=', hashOf(token))
    .where('credential_links.kind', 'in', ['invitation', 'reset'])
    .where('credential_links.used_at', 'is', null)
    .where('credential_links.cancelled_at', 'is', null)
    .where('credential_links.expires_at', '>', services.clock())
    // It dies with a change of mail.
    .whereRef('credential_links.mail_key', '=', 'users.mail_key')
    .executeTakeFirst()
  return link ?? null
}

/**
 * Proves the person again by their password, inside a session. A wrong one counts for the lock-out, in a
 * transaction of its own that survives the refusal.
 * @throws {Refusal} `code` when it is wrong, '00018' when locked, SSO_SESSION where no password opened the session
 */
export async function provePassword(
  ctx: Context,
  password: string,
  field = 'password',
  code: '401' | '00017' = '401',
): Promise<void> {
  const { services, session } = ctx
  const user = await ctx.read(async (tx) => {
    await refuseSsoSession(tx, session.id)
    return credentialsOf(tx.db, session.userId)
  })
  const who = { company: session.company, userId: session.userId, address: ctx.request.address }
  await refuseWhileLocked(services, who)
  if (await verifyPassword(user.password_hash, password)) return clearFailures(services, who)
  await failed(services, who)
  refuse(code, field)
}

/** What policyFaults finds, for the live check of a password while it is typed. */
export function faultsOf(pass: string, rules: Pick<PasswordRules, 'policy' | 'personal'>): Promise<Fault[]> {
  return policyFaults(pass, rules.policy, rules.personal)
}

/** The version of the text on electronic documents that a person answers, kept with their answer. */
export const consentText = '2026-11'

/** A person's own stand on electronic documents: the newest row is in force. */
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
  await recordEvent(tx, {
    subject: { kind: 'credential', id: userId },
    act: `consent_${decision}`,
    ...ctx.evidence,
    at: now,
    data: { text: consentText },
  })
}

/** Without letters and digits that look alike on paper. Twelve of these are 59 bits. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const codeLength = 12
const codeShape = new RegExp(`^[${codeAlphabet}]{${codeLength}}$`)

/** What somebody typed, as the code it may be; null for what can't be one. */
export function asPrintedCode(typed: string): string | null {
  const bare = typed.replace(/[\s-]/g, '').toUpperCase()
  return codeShape.test(bare) ? bare : null
}

/** The open code of a user, by what was typed; null where it isn't theirs, or is used, replaced or past its time. */
export async function openCode(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  userId: number,
  code: string,
): Promise<number | null> {
  const found = await tx.db
    .selectFrom('credential_links')
    .select('id')
    .where('hash', '=', hashOfCode(tx.company, userId, code))
    .where('kind', '=', 'printed_code')
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', services.clock())
    .executeTakeFirst()
  return found?.id ?? null
}

/** Uses a code up, as evidence; false where somebody was faster. */
export async function useCode(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  userId: number,
  link: number,
  detail: { address: string; device: string },
): Promise<boolean> {
  const now = services.clock()
  const { numUpdatedRows } = await tx.db
    .updateTable('credential_links')
    .set({ used_at: now })
    .where('id', '=', link)
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await recordEvent(tx, {
    subject: { kind: 'credential', id: userId },
    act: 'code_used',
    actorId: userId,
    at: now,
    detail,
  })
  return true
}

/** Company and person stand in the hash: the same letters open nobody else's account. */
export function hashOfCode(company: number, userId: number, code: string): string {
  return hashOf(`${company}.${userId}.${code}`)
}
