import type { Restriction } from '#contract/session/session.ts'
import { credentialsOf, passwordPolicyOf } from '#server/shared/identity/credentials.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { hasFactor, profileForSite, requirementOf } from './queries.ts'

/**
 * The next step between this person and an unrestricted session: first the second factor that they have, then the
 * first sign-in or a new password, last a second factor that their profile requires and they don't have yet.
 *
 * @param session its profile (without one, the management profile), and whether the factor was proved
 */
export async function restrictionOf(
  tx: Tx,
  userId: number,
  now: Date,
  method?: string,
  session: { profileId?: number; proved?: boolean } = {},
): Promise<Restriction | null> {
  const profileId = session.profileId ?? (await profileForSite(tx.db, userId, 's'))?.profile_id
  const factor = session.proved ? null : await factorAsked(tx, { now, userId, profileId })
  if (factor === 'prove') return 'segundo_factor'
  const user = await credentialsOf(tx.db, userId)
  if (!user.first_sign_in_done_at) return 'ingreso'
  // Single sign-on opened the session without a password, so its age doesn't matter.
  if (method !== 'sso') {
    const { caducidad } = await passwordPolicyOf(tx)
    const age = now.getTime() - (user.password_changed_at?.getTime() ?? 0)
    if (caducidad >= 0 && age > caducidad * 86_400_000) return 'contrasena'
  }
  return factor && 'segundo_factor'
}

/** Computes a session's restriction again after a step was taken, stores it and returns it. */
export async function easeRestriction(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  session: { id: number; userId: number; profileId: number },
): Promise<Restriction | null> {
  const { method, factor_at } = await tx.db
    .selectFrom('sessions')
    .select(['method', 'factor_at'])
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow()
  const restriction = await restrictionOf(tx, session.userId, services.clock(), method, {
    profileId: session.profileId,
    proved: factor_at !== null,
  })
  await tx.db.updateTable('sessions').set({ restriction }).where('id', '=', session.id).execute()
  return restriction
}

/**
 * The step that second factors require of somebody who signs in under a profile: 'prove' where they have one, 'add'
 * where they have none and the profile's term is over, null otherwise.
 */
async function factorAsked(
  tx: Tx,
  { now, userId, profileId }: { now: Date; userId: number; profileId: number | undefined },
): Promise<'prove' | 'add' | null> {
  if (await hasFactor(tx.db, userId)) return 'prove'
  if (profileId === undefined) return null
  const { required, from } = await requirementOf(tx.db, profileId)
  return required && (from === null || from <= now) ? 'add' : null
}
