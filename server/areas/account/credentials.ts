import type { account } from '#contract/account/account.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { Profile, Restriction } from '#contract/session/session.ts'
import type { Context, PublicContext } from '#server/shared/context.ts'
import { credentialsOf, noteOwnChange } from '#server/shared/identity/credentials.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { fold } from '#server/shared/text/fold.ts'
import { clearFailures } from '#server/shared/identity/lockout.ts'
import { profileOf } from '#server/shared/identity/profile.ts'
import type { Services } from '#server/shared/services.ts'
import { getSettings } from '#server/shared/settings.ts'
import { isSsoSession } from '#server/shared/identity/session.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { easeRestriction } from '#server/areas/session/operations.ts'
import { linkByToken, useLink } from '#server/shared/identity/links.ts'
import { provePassword, recordConsent } from './operations.ts'
import { checkNewPassword, faultsOf, passwordRulesOf, putPassword } from './passwords.ts'
import { changesSince, openingOf } from './queries.ts'

/**
 * Finishes the first sign-in, or one by a printed code: a password of one's own, unless the link that led here already
 * made one, and the answer to electronic documents where there is none yet. Who refuses reads and downloads, and is not
 * asked to sign.
 */
export async function finishFirstSignIn(
  ctx: Context,
  input: ParsedOf<typeof account.firstLogin>,
): Promise<Profile> {
  const { services, session } = ctx
  if (session.restriction !== 'ingreso') refuse('FIRST_LOGIN_DONE')
  const { rules, user, opening } = await ctx.read(async (tx) => ({
    rules: await passwordRulesOf(tx, session.userId),
    user: await credentialsOf(tx.db, session.userId),
    opening: await openingOf(tx.db, session.id),
  }))
  // Employees are asked once; a user without an employee profile receives no documents.
  const asked = session.audience === 'e' && !opening.decided
  if (asked && input.consent === undefined) refuse('CONSENT_REQUIRED', 'consent')
  const byCode = opening.method === 'printed_code'
  // A person who signs in through a provider needs no password.
  const ownAlready = opening.method === 'sso' || (user.password_origin === 'link' && !byCode)
  if (!ownAlready && input.pass === undefined) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'pass')
  const hash = input.pass === undefined ? null : await checkNewPassword(input.pass, input.repass ?? '', rules)
  return ctx.act(async (tx) => {
    const { userId: id, id: sessionId } = session
    const origin = byCode ? 'printed_code' : 'own'
    const { version } = rules
    if (hash) await putPassword(tx, services, { id, sessionId, hash, origin, version }, ctx.evidence)
    const restriction = await endFirstSignIn(ctx, tx, asked ? input.consent : undefined)
    return profileOf(tx.db, { ...session, restriction })
  })
}

async function endFirstSignIn(ctx: Context, tx: Tx, consent?: boolean): Promise<Restriction | null> {
  const now = ctx.services.clock()
  const { userId } = ctx.session
  await tx.db
    .updateTable('users')
    .set({ first_sign_in_done_at: now })
    .where('id', '=', userId)
    .where('first_sign_in_done_at', 'is', null)
    .execute()
  if (consent !== undefined) await recordConsent(tx, ctx, consent ? 'given' : 'refused')
  return easeRestriction(tx, ctx.services, ctx.session)
}

/**
 * Changes one's own password; all other sessions and open links end. Ends an expired password's restriction.
 *
 * @throws {Refusal} SESSION_WITHOUT_PASSWORD in a session that single sign-on opened, which has no password to prove
 */
export async function changePassword(
  ctx: Context,
  input: ParsedOf<typeof account.changePassword>,
): Promise<void> {
  const { services, session } = ctx
  if (session.restriction !== null && session.restriction !== 'contrasena') refuse('SESSION_RESTRICTED')
  if (await ctx.read((tx) => isSsoSession(tx.db, session.id))) refuse('SESSION_WITHOUT_PASSWORD')
  // Read before the proof: a change that comes after it finds the credential of another version.
  const rules = await ctx.read((tx) => passwordRulesOf(tx, session.userId))
  await provePassword(ctx, input.oldpass, 'oldpass', 'PRESENT_PASSWORD_WRONG')
  await ctx.read((tx) => refuseTooMany(tx, services, session.userId))
  const hash = await checkNewPassword(input.pass, input.repass, rules)
  await ctx.write(async (tx) => {
    const { userId: id, id: sessionId } = session
    const { version } = rules
    const copy = input.send_mail ?? false
    await noteOwnChange(tx, id)
    await putPassword(tx, services, { id, sessionId, hash, origin: 'own', version, copy }, ctx.evidence)
    if (session.restriction === 'contrasena') await easeRestriction(tx, services, session)
  })
}

/** A password that was made and left in a day, over and over, would bring back the one that history refuses. */
async function refuseTooMany(tx: Tx, services: Services, userId: number): Promise<void> {
  const { 'password.changes_a_day': cantidad } = await getSettings(tx)
  const dayAgo = new Date(services.clock().getTime() - 86_400_000)
  if ((await changesSince(tx.db, userId, dayAgo)) >= cantidad)
    refuse('PASSWORD_CHANGED_TOO_OFTEN', 'pass', { cantidad })
}

/**
 * Returns the person of a mailed link, so that its page can greet them, and the faults of the password that is being
 * typed there. The link stays unused.
 */
export async function checkLink(
  { services }: PublicContext,
  { token, pass }: ParsedOf<typeof account.checkLink>,
) {
  const { rules, ...known } = await inLinksCompany(services, token, async (tx) => {
    const link = await linkByToken(tx, services, token)
    if (!link) refuse('LINK_EXPIRED', 'token')
    const user = await credentialsOf(tx.db, link.user_id)
    return {
      rules: await passwordRulesOf(tx, link.user_id),
      email: user.mail ?? '',
      usuario: user.username,
      nombre: user.first_name,
      empresa: user.company,
      tipo: link.kind === 'invitation' ? ('invitacion' as const) : ('restablecer' as const),
    }
  })
  const faults = pass ? await faultsOf(pass, rules) : []
  return { ...known, politica: rules.policy, codigos: faults.map(({ code }) => code) }
}

/** The form of the call that sets a password: the other asks for a link. */
export interface Reset {
  email: string
  token: string
  pass: string
  repass: string
}

/**
 * Sets the password by a mailed link. The link dies, and so do all sessions and other links; wrong passwords from
 * here are forgotten. Where the person's own mail was reached, they may sign from here on.
 */
export async function resetByLink(context: PublicContext, input: Reset) {
  const { services, request } = context
  const { link, rules } = await inLinksCompany(services, input.token, async (tx) => {
    const found = await linkByToken(tx, services, input.token)
    if (!found || found.mail_key !== fold(input.email)) refuse('LINK_EXPIRED', 'token')
    // A link that an administrator made doesn't count as one of the person's own changes.
    if (found.kind === 'reset' && found.created_by === null) await refuseTooMany(tx, services, found.user_id)
    return { link: found, rules: await passwordRulesOf(tx, found.user_id) }
  })
  const hash = await checkNewPassword(input.pass, input.repass, rules)
  const done = await inLinksCompany(services, input.token, async (tx) => {
    // Somebody else may have used it while the password was being hashed.
    if (!(await useLink(tx.db, link.id, services.clock()))) refuse('LINK_EXPIRED', 'token')
    const evidence = { actorId: link.user_id, detail: { address: request.address, device: request.device } }
    await recordEvent(tx, {
      subject: { kind: 'credential', id: link.user_id },
      act: 'link_used',
      ...evidence,
      at: services.clock(),
      data: { kind: link.kind },
    })
    const { version } = rules
    const put = { id: link.user_id, sessionId: null, hash, origin: 'link', version } as const
    await putPassword(tx, services, put, evidence)
    const user = await credentialsOf(tx.db, link.user_id)
    return {
      company: tx.company,
      usuario: user.username,
      empresa: user.slug,
      sitio: user.is_management ? ('s' as const) : ('e' as const),
    }
  })
  await clearFailures(services, { company: done.company, userId: link.user_id, address: request.address })
  return done
}

async function inLinksCompany<T>(
  services: PublicContext['services'],
  token: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const company = /^([1-9]\d{0,14})\./.exec(token)?.[1]
  if (!company) refuse('LINK_EXPIRED', 'token')
  return services.tenant(Number(company)).write(work)
}
