import { sql } from 'kysely'
import { refuse, violatedConstraint } from '#server/shared/errors.ts'
import type { Author } from '#server/shared/evidence/events.ts'
import type { credentialsOf } from '#server/shared/identity/credentials.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { accessWait, objectionHours } from '#server/shared/reading/access.ts'
import type { Services } from '#server/shared/services.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { dropApproval } from '#server/areas/approvals/operations.ts'
import { isTaken, openLink } from './mail-change-queries.ts'

/*
 * Every way by which an address, a code, a link or a password comes into an account, and whether signing waits for it:
 *
 * - the address of a new employee, an import or an administrator that the operator adds: the first one, no
 * - another address by Human Resources, in an edit or at a rehire: `noteCompanyMail`, yes
 * - another address by the operator, for somebody who administers: yes, until a second person has seen them
 * - the same for somebody to whom no link was ever mailed and no code printed: no, it is as at hiring
 * - a printed code that was used: `putPassword`, yes, whatever address or link comes after it
 * - another address by the person, confirmed by the link mailed to it: no, nor does it end what waits
 * - the former address, put back by the person's own change undone or by an objection: no, nor does it end what waits
 * - a password by a mailed link (invitation, forgotten, sent by Human Resources or by the operator): what the account's
 *   newest access says
 * - a password in a session, by the one before: what the session's own way in says
 * - a tie to the provider of single sign-on by the mail that it vouches for: the newest access; by the password: that
 *   of the password; by the operator: never signs by itself
 * - imports never change an address, and nobody sets another's password
 */

type User = Awaited<ReturnType<typeof credentialsOf>>

/** Days for which the link to object works: the term counts from the sending, which may be late. */
const linkDays = 7

/** Puts an address in force, with its author: the person, somebody else, or the operator as null. */
export async function putAddress(
  tx: Tx,
  user: User,
  address: { mail: string | null; by: number | null; at: Date },
): Promise<void> {
  await tx.db
    .updateTable('users')
    .set({
      mail: address.mail,
      mail_set_by: address.by,
      mail_set_at: address.at,
      credential_version: user.credential_version + 1,
    })
    .where('id', '=', user.id)
    .execute()
}

/** Somebody else may have taken the address since; the unique constraint decides. */
export async function putFreeAddress(tx: Tx, user: User, mail: string, at: Date): Promise<void> {
  if (await isTaken(tx.db, mail, user.id)) refuse('MAIL_TAKEN', 'email')
  await putAddress(tx, user, { mail, by: user.id, at }).catch((error: unknown) => {
    if (violatedConstraint(error) === 'users_company_id_mail_key_key') refuse('MAIL_TAKEN', 'email')
    throw error
  })
}

/**
 * Records that the company put an address in place of another, or beside a code, and mails the link to object to the
 * last address that it didn't put. `user` is as before the change. An address put before any link was mailed is a first
 * one, as at hiring, and leaves no record.
 *
 * @returns the address that may object; null where there is none
 */
export async function noteCompanyMail(
  tx: Tx,
  services: Services,
  user: User,
  evidence: Author,
): Promise<string | null> {
  const waiting = await waitingAccess(tx, services, user.id)
  if (!waiting && !(await wasOpenedToAnybody(tx.db, user))) return null
  const now = services.clock()
  const former = waiting?.former_mail ?? user.mail
  // A mailbox that the operator replaces may be a stranger's by now.
  const mayObject = former !== null && evidence.actorId !== null
  const objection = mayObject ? await openObjection(tx, services, { ...user, mail: former }, now) : null
  const settings = await getSettings(tx)
  await tx.db
    .insertInto('company_accesses')
    .values({
      company_id: tx.company,
      user_id: user.id,
      kind: 'mail',
      put_by: evidence.actorId,
      put_at: now,
      former_mail: former,
      objection_link_id: objection?.link ?? null,
      objection_mail_id: objection?.mail ?? null,
      silence_opens: objection !== null && settings['signing.after_company_address'] === 'objection',
    })
    .execute()
  await dropApproval(tx, { evidence, services }, 'person_seen', user.id)
  return objection && former
}

async function openObjection(
  tx: Tx,
  services: Services,
  user: User & { mail: string },
  now: Date,
): Promise<{ link: number; mail: number }> {
  const expires = new Date(now.getTime() + linkDays * 86_400_000)
  const { id: link, token } = await openLink(tx, user, 'mail_objection', expires, now)
  const mail = await queueMail(tx, services, {
    event: 'mail_objection',
    userId: user.id,
    to: user.mail,
    language: user.language,
    variables: { nombre: user.first_name, empresa: user.company, horas: String(objectionHours) },
    secretLink: `${services.config.publicUrl}/e/ingreso#correo.${token}`,
  })
  return { link, mail }
}

/** Whether a link was ever mailed or a code printed, a password made, or a provider's person found. */
async function wasOpenedToAnybody(db: Db, user: User): Promise<boolean> {
  if (user.password_hash) return true
  const { opened } = await db
    .selectNoFrom((is) =>
      is
        .or([
          is.exists(is.selectFrom('credential_links').select('id').where('user_id', '=', user.id)),
          is.exists(is.selectFrom('sso_subjects').select('subject').where('user_id', '=', user.id)),
        ])
        .$castTo<boolean>()
        .as('opened'),
    )
    .executeTakeFirstOrThrow()
  return opened
}

/**
 * Records that somebody came in by a printed code, and returns the access. A confirmation that was asked for before is
 * dropped: it would open signing to this code as well.
 */
export async function noteUsedCode(
  tx: Tx,
  services: Services,
  userId: number,
  evidence: Author,
): Promise<number> {
  await dropApproval(tx, { evidence, services }, 'person_seen', userId)
  const code = await tx.db
    .selectFrom('credential_links')
    .select(['created_by', 'created_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'printed_code')
    .where('used_at', 'is not', null)
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { id } = await tx.db
    .insertInto('company_accesses')
    .values({
      company_id: tx.company,
      user_id: userId,
      kind: 'printed_code',
      put_by: code.created_by,
      put_at: code.created_at,
      silence_opens: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The newest access of an account, which a link to its address came by; null where the company put none. */
export async function newestAccess(db: Db, userId: number): Promise<number | null> {
  const found = await db
    .selectFrom('company_accesses')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}

/** The newest access that a person's way in came by: of their password, or of the provider that opened the session. */
export async function accessOfSession(
  db: Db,
  userId: number,
  sessionId: number | null,
): Promise<number | null> {
  const { access } = await db
    .selectFrom('users')
    .select((is) =>
      is
        .case()
        .when(
          is.exists(
            is
              .selectFrom('sessions')
              .select('sessions.id')
              .where('sessions.id', '=', sessionId)
              .where('sessions.method', '=', 'sso'),
          ),
        )
        .then(
          is
            .selectFrom('sso_subjects')
            .select('sso_subjects.access_id')
            .whereRef('sso_subjects.user_id', '=', 'users.id')
            .orderBy('sso_subjects.bound_at', 'desc')
            .limit(1),
        )
        .else(is.ref('users.password_access_id'))
        .end()
        .as('access'),
    )
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return access
}

/** The accesses up to `newest` that a way in came by, the oldest first, each with what it still waits for. */
export async function accessesUpTo(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  userId: number,
  newest: number,
) {
  const settings = await getSettings(tx)
  return tx.db
    .selectFrom('company_accesses as access')
    .leftJoin('mails as objection', 'objection.id', 'access.objection_mail_id')
    .leftJoin('users as putter', 'putter.id', 'access.put_by')
    .leftJoin('users as confirmer', 'confirmer.id', 'access.confirmed_by')
    .select([
      'access.id',
      'access.kind',
      'access.put_by',
      'putter.sort_name as put_by_name',
      'access.put_at',
      'access.former_mail',
      'access.former_password_hash',
      'access.objected_at',
      'access.confirmed_by',
      'confirmer.sort_name as confirmed_by_name',
      'access.confirmed_at',
      sql<Date | null>`case when access.silence_opens
        then objection.sent_at + make_interval(hours => ${objectionHours}) end`.as('silence_ends'),
      accessWait({
        now: services.clock(),
        printedCodeMaySign: settings['signing.printed_code_may_sign'],
      }).as('wait'),
    ])
    .where('access.user_id', '=', userId)
    .where('access.id', '<=', newest)
    .orderBy('access.id')
    .execute()
}
export type CompanyAccess = Awaited<ReturnType<typeof accessesUpTo>>[number]

/** The way by which an account was opened, as the evidence of signatures, readings and consents records it. */
export interface WayIn {
  /** The person's own link, or what the company put there after hiring. */
  credential: 'own' | 'printed_code' | 'company_address'
  /** The company's access of that name; null for one's own. */
  access: AccessFacts | null
}

/** The person who put an address or printed a code, the time, and what opened signing all the same. */
export type AccessFacts = {
  kind: CompanyAccess['kind']
  by: number | null
  at: string
  opened: 'silence' | 'second_person' | 'setting' | null
  openedBy: number | null
}

/** The way in of an account that was opened by these accesses: a printed code before any address that came after it. */
export function wayInBy(accesses: readonly CompanyAccess[]): WayIn {
  const access = accesses.findLast(({ kind }) => kind === 'printed_code') ?? accesses.at(-1)
  if (!access) return { credential: 'own', access: null }
  const { kind, put_by: by, put_at, confirmed_by, wait } = access
  const allowed = kind === 'printed_code' ? 'setting' : 'silence'
  const opened = confirmed_by ? 'second_person' : allowed
  return {
    credential: kind === 'printed_code' ? 'printed_code' : 'company_address',
    access: {
      kind,
      by,
      at: put_at.toISOString(),
      opened: wait === null ? opened : null,
      openedBy: confirmed_by,
    },
  }
}

/** The accesses that the way in of a person's session came by, the oldest first; none where it was their own. */
export async function accessesOfSession(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  userId: number,
  sessionId: number | null,
): Promise<CompanyAccess[]> {
  const newest = await accessOfSession(tx.db, userId, sessionId)
  return newest === null ? [] : accessesUpTo(tx, services, userId, newest)
}

/** The newest access that still waits, whoever came in by it. */
async function waitingAccess(tx: Tx, services: Services, userId: number): Promise<CompanyAccess | undefined> {
  const newest = await newestAccess(tx.db, userId)
  if (newest === null) return undefined
  const all = await accessesUpTo(tx, services, userId, newest)
  return all.findLast(({ kind, wait }) => kind === 'mail' && wait !== null)
}
