import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Profile } from '#contract/session/session.ts'
import type { DB } from '#server/db/schema.ts'
import { companyBySlug, usersNamed } from '#server/shared/across.ts'
import { noteAdministrator } from './analytics.ts'
import type { PublicContext } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { holdPassword } from '#server/shared/identity/credentials.ts'
import { hashPassword, isOutdated, verifyPassword } from '#server/shared/identity/hashing.ts'
import {
  clearFailures,
  failed,
  failedUnknown,
  giveUserBack,
  holdBack,
  lookAt,
  refuseLocked,
  takeUserAttempt,
  type Trier,
} from '#server/shared/identity/lockout.ts'
import type { CountedAttempt, Wrong } from '#server/shared/identity/throttle.ts'
import { profileOf } from '#server/shared/identity/profile.ts'
import type { Services } from '#server/shared/services.ts'
import { newBearer } from '#server/shared/identity/session.ts'
import { typedName } from '#server/shared/identity/typed-name.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { monthsBefore, today } from '#server/shared/today.ts'
import { refuseClosedPortal, ssoOfferOf } from '#server/areas/company/operations.ts'
import { dropDevicesOf, dropDevicesOfSessions } from '#server/areas/push/operations.ts'
import { noteNewDevice } from './new-device.ts'
import { asPrintedCode, openCode, useCode } from './printed-codes.ts'
import { formerStay, passesLock, profileForSite } from './queries.ts'
import { restrictionOf } from './restriction.ts'

export { makePrintedCodes } from './printed-codes.ts'
export { hasFactor, requirementOf } from './queries.ts'
export { easeRestriction, restrictionOf } from './restriction.ts'

export interface Credentials {
  user: string
  password: string
  company?: string | undefined
  site: 's' | 'e'
}

/** Names shared by more users than this need their company: each costs a hash. */
const candidatesAtMost = 5

/** A user of a name whom a password fits, with the attempt; `link` is the printed code that it was, where it was one. */
type Fitting = Awaited<ReturnType<typeof usersNamed>>[number] & {
  taken: CountedAttempt
  link: number | null
}

/**
 * The users that a name and a password fit, one or several. A wrong password is refused like an unknown name and costs
 * the same, and so does a name that means two people of a company. Attempts count for the person, whichever of their
 * names was typed.
 * @throws {Refusal} WRONG_CREDENTIALS
 */
export async function usersFitting(
  { services, request }: PublicContext,
  { user, password, company }: Omit<Credentials, 'site'>,
): Promise<[Fitting, ...Fitting[]]> {
  const name = typedName(user)
  // One more than are tried shows that there are too many.
  const atMost = candidatesAtMost + 1
  const named = await usersNamed(services.database.pool, name, { company, atMost })
  const candidates = named.length > candidatesAtMost ? [] : named
  const code = asPrintedCode(password)
  const printed = (company: number, userId: number) =>
    services
      .tenant(company)
      .read(async (db) => (code ? openCode(db, services, { company, userId, code }) : null))
  const fitting: Fitting[] = []
  const tried: { trier: Trier; taken: CountedAttempt }[] = []
  const takeBack = async () => {
    for (const { trier, taken } of tried) await giveUserBack(services, trier, taken)
  }
  const look = async () => {
    for (const candidate of candidates) {
      const trier = { company: candidate.company_id, userId: candidate.id, address: request.address }
      const taken = await takeUserAttempt(services, trier)
      tried.push({ trier, taken })
      if (!taken.mayLook) continue
      if (await verifyPassword(candidate.password_hash, password))
        fitting.push({ ...candidate, taken, link: null })
      else if (code) {
        const link = await printed(candidate.company_id, candidate.id)
        if (link !== null) fitting.push({ ...candidate, taken, link })
      }
    }
  }
  await lookAt(look, takeBack)
  const [match, ...others] = fitting
  if (match) {
    await takeBack()
    return [match, ...others]
  }
  const wrong: Wrong[] = []
  for (const { trier, taken } of tried) wrong.push(await failed(services, trier, taken))
  const meant = candidates.map((one) => one.company_id)
  if (meant.length === 0) {
    const lookAtNobody = async () => {
      await verifyPassword(null, password)
      if (code) await printed(0, 0)
    }
    wrong.push(await failedUnknown(services, { name: name.bare, address: request.address }, lookAtNobody))
    const chosen = company && (await companyBySlug(services.database.pool, company))
    if (chosen) meant.push(chosen.id)
  }
  await holdBack(services, wrong, request.address, meant)
  const meantUsers = tried.map(({ trier: { company, userId } }) => ({ company, user: userId }))
  services.log.info({ users: meantUsers }, 'a sign-in failed')
  refuse('WRONG_CREDENTIALS', 'password')
}

/**
 * Signs in by name and password. The password says which users of that name are meant: one signs in, several
 * answer with their companies.
 */
export async function signIn(
  context: PublicContext,
  { site, ...credentials }: Credentials,
): Promise<{ jwt: string; user: Profile } | { empresas: { slug: string; nombre: string }[] }> {
  const { services, request } = context
  const [match, ...others] = await usersFitting(context, credentials)
  if (others.length > 0)
    return { empresas: [match, ...others].map(({ slug, name }) => ({ slug, nombre: name })) }

  const who = { company: match.company_id, userId: match.id, address: request.address }
  // A mailed code or a passkey passes a lock: that proof clears the count of wrong passwords.
  const provesElse = await services.tenant(match.company_id).read((db) => passesLock(db, match.id))
  if (match.taken.locked && !provesElse) await refuseLocked(services, match.taken)
  if (match.locked_at) refuse('USER_LOCKED', 'user')
  if (!provesElse) await clearFailures(services, who)
  const hash = match.link === null ? await renewHash(services, match, credentials.password) : null
  const { address, device } = request
  return services.tenant(match.company_id).write(async (tx) => {
    const { id: userId, link } = match
    if (link !== null && !(await useCode(tx, services, userId, link, { address, device })))
      refuse('WRONG_CREDENTIALS', 'password')
    if (link === null && hash !== (await holdPassword(tx, userId))) refuse('WRONG_CREDENTIALS', 'password')
    const method = link === null ? 'password' : 'printed_code'
    return openSession(tx, services, { userId, site, method, address, device })
  })
}

/**
 * Hashes a password anew that was just given, where its hash was made with outdated parameters. Returns the hash that opens
 * the account, unless somebody changed the password meanwhile.
 */
async function renewHash(
  { tenant, config }: Services,
  user: { company_id: number; id: number; password_hash: string | null },
  password: string,
): Promise<string | null> {
  const { company_id: company, id, password_hash: old } = user
  const cost = config.guessCost.password
  if (!old || !isOutdated(old, cost)) return old
  const password_hash = await hashPassword(password, cost)
  const inForce = await tenant(company).write(async (tx) => {
    // The same password opens the account as before: no relation of it rests.
    await sql`select set_config('app.renews_hash_of', ${String(id)}, true)`.execute(tx.db)
    const { numUpdatedRows } = await tx.db
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', id)
      .where('password_hash', '=', old)
      .executeTakeFirst()
    return numUpdatedRows === 1n ? password_hash : holdPassword(tx, id)
  })
  // Another sign-in by the same password may have been faster.
  return inForce === password_hash || (await verifyPassword(inForce, password)) ? inForce : old
}

/**
 * Opens a session of one user at one site, restricted while the first sign-in is not finished or the password is
 * past its days.
 * @throws {Refusal} NO_PROFILE_FOR_SITE; PORTAL_BLOCKED or COMPANY_ADDRESS_NOT_ALLOWED at a portal that is closed to this
 * address; SSO_ONLY where only single sign-on opens; FORMER_EMPLOYEE at the employees' site once the months after the end of
 * the last stay are over, in which somebody can still be published to
 */
export async function openSession(
  tx: Tx,
  services: Services,
  opening: {
    userId: number
    site: 's' | 'e'
    method: 'password' | 'link' | 'printed_code' | 'switch' | 'sso'
    address: string
    device: string
    /** Where it follows another session: its absolute end, which no switch puts off. */
    until?: Date
  },
): Promise<{ jwt: string; user: Profile }> {
  const { userId, site, method, address, device, until } = opening
  const now = services.clock()
  const profile = await profileForSite(tx.db, userId, site)
  if (!profile) refuse('NO_PROFILE_FOR_SITE', 'user')
  if (site === 's') await refuseClosedPortal(tx, services, address)
  if (method !== 'sso' && (await ssoOfferOf(tx.db)).unico) refuse('SSO_ONLY')
  // A printed code opens the form of a new password, and nothing else.
  const restriction =
    method === 'printed_code'
      ? 'ingreso'
      : await restrictionOf(tx, userId, now, method, { profileId: profile.profile_id })
  const settings = await getSettings(tx)
  if (site === 'e') await refuseFormer(tx, userId, now, settings['publishing.inactive_months'])
  const absolute = new Date(now.getTime() + settings['session.absolute_hours'] * 3_600_000)
  const { bearer, hash } = newBearer(tx.company)
  const { id } = await tx.db
    .insertInto('sessions')
    .values({
      company_id: tx.company,
      hash,
      user_id: userId,
      profile_id: profile.profile_id,
      audience: site,
      restriction,
      method,
      address,
      device,
      created_at: now,
      seen_at: now,
      expires_at: until && until < absolute ? until : absolute,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordEvent(tx, {
    subject: { kind: 'session', id },
    act: 'signed_in',
    actorId: userId,
    at: now,
    data: { site, method },
    detail: { address, device },
  })
  if (site === 's') noteAdministrator(tx, services, userId)
  await noteNewDevice(tx, services, { sessionId: id, userId, device, address })
  const user = await profileOf(tx.db, {
    id,
    userId,
    profileId: profile.profile_id,
    audience: site,
    restriction,
  })
  return { jwt: bearer, user }
}

async function refuseFormer(tx: Tx, userId: number, now: Date, meses: number): Promise<void> {
  const former = await formerStay(tx.db, userId)
  if (!former) return
  if (former.ended >= monthsBefore(today(former.zone, now), meses)) return
  refuse('FORMER_EMPLOYEE', 'user', { empresa: former.company, meses })
}

/** Ends the session of a bearer, and returns which; null where it has ended already. */
export async function signOut(
  { services }: PublicContext,
  bearer: { company: number; hash: string } | null,
): Promise<{ company: number; id: number; site: 's' | 'e' } | null> {
  if (!bearer) return null
  return services.tenant(bearer.company).write(async (tx) => {
    const [ended] = await endSessionsThat(tx, services.clock(), (is) => is('hash', '=', bearer.hash))
    if (!ended) return null
    await recordEvent(tx, {
      subject: { kind: 'session', id: ended.id },
      act: 'signed_out',
      actorId: ended.user_id,
      at: services.clock(),
    })
    return { company: bearer.company, id: ended.id, site: ended.audience }
  })
}

/**
 * Ends the sessions that fit, with the notices on the devices that were turned on in them, and returns them. One that has
 * ended keeps its end.
 */
export async function endSessionsThat(
  tx: Tx,
  at: Date,
  fits: (is: ExpressionBuilder<DB, 'sessions'>) => Expression<SqlBool>,
): Promise<{ id: number; user_id: number; audience: 's' | 'e' }[]> {
  const ended = await tx.db
    .updateTable('sessions')
    .set({ ended_at: at })
    .where(fits)
    .where('ended_at', 'is', null)
    .returning(['id', 'user_id', 'audience'])
    .execute()
  await dropDevicesOfSessions(
    tx,
    ended.map(({ id }) => id),
  )
  return ended
}

/** Ends all sessions of a user but one, and turns off their devices. */
export async function endSessions(
  tx: Tx,
  services: Services,
  userId: number,
  but: number | null,
): Promise<void> {
  await endSessionsThat(tx, services.clock(), (is) =>
    is.and([is('user_id', '=', userId), ...(but === null ? [] : [is('id', '<>', but)])]),
  )
  await dropDevicesOf(tx, userId, but)
}
