import type { account } from '#contract/account.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { Profile } from '#contract/session.ts'
import type { Context, PublicContext } from '../../shared/context.ts'
import { credentialsOf, passwordPolicyOf } from '../../shared/credentials.ts'
import { refuse } from '../../shared/errors.ts'
import { recordEvent } from '../../shared/events.ts'
import { fold } from '../../shared/fold.ts'
import { profileOf } from '../../shared/profile.ts'
import { type Tx, withTenant } from '../../shared/tenancy.ts'
import {
  checkNewPassword,
  linkByToken,
  passwordRulesOf,
  provePassword,
  putPassword,
  recordConsent,
} from './operations.ts'
import { changesSince, openingOf } from './queries.ts'

const changesADay = 3

/**
 * Finishes the first sign-in, or one by a printed code: a password of one's own, unless the link that led here
 * already made one, and the answer to electronic documents where there is none yet. Who refuses reads and downloads, and is not asked to sign.
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
  // Employees are asked once; who has no employee profile receives no documents.
  const asked = session.audience === 'e' && !opening.decided
  if (asked && input.consent === undefined) refuse('CONSENT_REQUIRED', 'consent')
  const byCode = opening.method === 'printed_code'
  const ownAlready = user.password_origin === 'link' && !byCode
  if (!ownAlready && input.pass === undefined) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'pass')
  const hash = input.pass === undefined ? null : await checkNewPassword(input.pass, input.repass ?? '', rules)
  return ctx.act(async (tx) => {
    const { userId: id, id: sessionId } = session
    const origin = byCode ? 'printed_code' : 'own'
    if (hash) await putPassword(tx, services, { id, sessionId, hash, origin }, ctx.evidence)
    await endFirstSignIn(ctx, tx, asked ? input.consent : undefined)
    return profileOf(tx.db, { ...session, restriction: null })
  })
}

async function endFirstSignIn(ctx: Context, tx: Tx, consent?: boolean) {
  const now = ctx.services.clock()
  const { userId, id } = ctx.session
  await tx.db
    .updateTable('users')
    .set({ first_sign_in_done_at: now })
    .where('id', '=', userId)
    .where('first_sign_in_done_at', 'is', null)
    .execute()
  await tx.db.updateTable('sessions').set({ restriction: null }).where('id', '=', id).execute()
  if (consent === undefined) return
  await recordConsent(tx, ctx, consent ? 'given' : 'refused')
}

/** Changes one's own password; all other sessions and open links end. Ends an expired password's restriction. */
export async function changePassword(
  ctx: Context,
  input: ParsedOf<typeof account.changePassword>,
): Promise<void> {
  const { services, session } = ctx
  if (session.restriction === 'ingreso') refuse('SESSION_RESTRICTED')
  await provePassword(ctx, input.oldpass, 'oldpass', '00017')
  const now = services.clock()
  const { rules, changes } = await ctx.read(async (tx) => ({
    rules: await passwordRulesOf(tx, session.userId),
    changes: await changesSince(tx.db, session.userId, new Date(now.getTime() - 86_400_000)),
  }))
  if (changes >= changesADay) refuse('00144', 'pass', { cantidad: changesADay })
  const hash = await checkNewPassword(input.pass, input.repass, rules)
  await ctx.write(async (tx) => {
    await putPassword(
      tx,
      services,
      { id: session.userId, sessionId: session.id, hash, origin: 'own' },
      ctx.evidence,
    )
    await tx.db.updateTable('sessions').set({ restriction: null }).where('id', '=', session.id).execute()
  })
}

/** Whom a mailed link is for, so that its page can greet them; the link stays whole. */
export async function checkLink({ services }: PublicContext, token: string) {
  return inLinksCompany(services, token, async (tx) => {
    const link = await linkByToken(tx, services, token)
    if (!link) refuse('00146', 'token')
    const user = await credentialsOf(tx.db, link.user_id)
    return {
      email: user.mail ?? '',
      usuario: user.username,
      nombre: user.first_name,
      empresa: user.company,
      tipo: link.kind === 'invitation' ? ('invitacion' as const) : ('restablecer' as const),
      politica: await passwordPolicyOf(tx),
    }
  })
}

/**
 * Sets the password by a mailed link. The link dies, and so do all sessions and other links. The link reached the
 * person's own mail, so from here on they may sign.
 */
export async function resetByLink(context: PublicContext, input: ParsedOf<typeof account.resetPassword>) {
  const { services, request } = context
  const { link, rules } = await inLinksCompany(services, input.token, async (tx) => {
    const found = await linkByToken(tx, services, input.token)
    if (!found || found.mail_key !== fold(input.email)) refuse('00146', 'token')
    return { link: found, rules: await passwordRulesOf(tx, found.user_id) }
  })
  const hash = await checkNewPassword(input.pass, input.repass, rules)
  return inLinksCompany(services, input.token, async (tx) => {
    const used = await tx.db
      .updateTable('credential_links')
      .set({ used_at: services.clock() })
      .where('id', '=', link.id)
      .where('used_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .executeTakeFirst()
    // Somebody else used it while the password was being hashed.
    if (used.numUpdatedRows === 0n) refuse('00146', 'token')
    const evidence = { actorId: link.user_id, detail: { address: request.address, device: request.device } }
    await recordEvent(tx, {
      subject: { kind: 'credential', id: link.user_id },
      act: 'link_used',
      ...evidence,
      at: services.clock(),
      data: { kind: link.kind },
    })
    await putPassword(tx, services, { id: link.user_id, sessionId: null, hash, origin: 'link' }, evidence)
    const user = await credentialsOf(tx.db, link.user_id)
    return {
      usuario: user.username,
      empresa: user.slug,
      sitio: user.is_management ? ('s' as const) : ('e' as const),
    }
  })
}

async function inLinksCompany<T>(
  services: PublicContext['services'],
  token: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const company = /^([1-9]\d{0,14})\./.exec(token)?.[1]
  if (!company) refuse('00146', 'token')
  return withTenant(services.database.pool, services.jobs, Number(company), work)
}
