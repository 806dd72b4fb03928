import type { ownAccount } from '#contract/account/own.ts'
import { mailChangeHours, mailUndoHours } from '#contract/account/own.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Context, PublicContext } from '#server/shared/context.ts'
import { credentialsOf, noteOwnChange } from '#server/shared/identity/credentials.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { fold } from '#server/shared/text/fold.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Services } from '#server/shared/services.ts'
import { hashOf } from '#server/shared/identity/session.ts'
import { cancelLinks, isOpenLink, useLink } from '#server/shared/identity/links.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { endSessions } from '#server/areas/session/operations.ts'
import { putFreeAddress } from './access.ts'
import { changeByToken, type FoundChange, isTaken, openLink, voidPassword } from './mail-change-queries.ts'
import { type FoundObjection, objectionByToken, objectToAddress } from './objection.ts'
import { provePassword } from './operations.ts'
import { followMail, requireProof } from '#server/areas/security/operations.ts'

const hour = 3_600_000
const resetHours = 1

/**
 * Asks for another address of one's own, with the password: it is in force when the link mailed to it is opened,
 * and no sooner, so that nobody takes an address that they don't read. A newer asking ends the one before.
 * @throws {Refusal} PRESENT_PASSWORD_WRONG a wrong password; MAIL_SAME; MAIL_TAKEN; SSO_SESSION; MFA_PROOF_REQUIRED
 */
export async function askMailChange(
  ctx: Context,
  { email, pass }: { email: string; pass: string },
): Promise<AnswerOf<typeof ownAccount.changeMail>> {
  const { services, session } = ctx
  await provePassword(ctx, pass, 'pass', 'PRESENT_PASSWORD_WRONG')
  const now = services.clock()
  const expires = new Date(now.getTime() + mailChangeHours * hour)
  return ctx.write(async (tx) => {
    // Codes may go to this address, so a second factor is proved first.
    await requireProof(tx, services, session)
    const user = await credentialsOf(tx.db, session.userId)
    if (fold(email) === user.mail_key) refuse('MAIL_SAME', 'email')
    if (await isTaken(tx.db, email, user.id)) refuse('MAIL_TAKEN', 'email')
    await cancelLinks(tx.db, [user.id], ['in', ['mail_change']], now)
    const { id, token } = await openLink(tx, user, 'mail_change', expires, now)
    await tx.db
      .insertInto('mail_changes')
      .values({
        company_id: tx.company,
        user_id: user.id,
        former: user.mail,
        mail: email,
        confirm_link_id: id,
        asked_at: now,
      })
      .execute()
    await recordEvent(tx, {
      subject: { kind: 'credential', id: user.id },
      act: 'mail_change_asked',
      actorId: user.id,
      at: now,
      detail: { ...ctx.evidence.detail, text: JSON.stringify({ was: user.mail, is: email }) },
    })
    await queueMail(tx, services, {
      event: 'mail_confirm',
      userId: user.id,
      to: email,
      language: user.language,
      variables: { nombre: user.first_name, usuario: user.username, horas: String(mailChangeHours) },
      secretLink: linkTo(services, session.audience, token),
    })
    return { correo: email, vence: expires.toISOString() }
  })
}

/** Gives up what waits: its link dies. */
export function dropMailChange(ctx: Context): Promise<Record<string, never>> {
  return ctx.write(async (tx) => {
    await cancelLinks(tx.db, [ctx.session.userId], ['in', ['mail_change']], ctx.services.clock())
    return {}
  })
}

/** Returns the change that a link about an address would make, and its person. The link stays unused. */
export function checkMailLink({ services }: PublicContext, token: string) {
  return inItsCompany(services, token, async (tx) => {
    const change = await found(tx, services, token)
    const user = await credentialsOf(tx.db, change.user_id)
    const { first_name: nombre, username: usuario, company: empresa } = user
    return { ...effectOf(change), nombre, usuario, empresa }
  })
}

function effectOf(change: FoundChange | FoundObjection) {
  if (!('kind' in change)) return { tipo: 'objetar' as const, correo: change.former }
  const { kind, former, mail } = change
  return kind === 'mail_undo'
    ? { tipo: 'deshacer' as const, correo: former ?? '' }
    : { tipo: 'confirmar' as const, correo: mail }
}

/** Uses a link: the new address is in force, or the former one again. It works once. */
export function useMailLink(
  { services, request }: PublicContext,
  token: string,
): Promise<AnswerOf<typeof ownAccount.useMailLink>> {
  return inItsCompany(services, token, async (tx) => {
    const change = await found(tx, services, token)
    if (!(await useLink(tx.db, change.link_id, services.clock()))) refuse('LINK_EXPIRED', 'token')
    const detail = { address: request.address, device: request.device }
    const evidence = { actorId: change.user_id, detail }
    if (!('kind' in change)) {
      const clave = await objectToAddress(tx, services, change, evidence)
      return { tipo: 'objetar' as const, correo: change.former, sitio: 'e' as const, clave }
    }
    return change.kind === 'mail_undo'
      ? undo(tx, services, change, evidence)
      : confirm(tx, services, change, evidence)
  })
}

async function confirm(tx: Tx, services: Services, change: FoundChange, evidence: Context['evidence']) {
  const now = services.clock()
  const user = await credentialsOf(tx.db, change.user_id)
  // It was asked for with the password, in a session: whoever owns the account goes on owning it.
  await noteOwnChange(tx, user.id)
  await putFreeAddress(tx, user, change.mail, now)
  await followMail(tx, user.id, { from: user.mail, to: change.mail })
  // Links mailed to the former address no longer work; links that undo earlier changes stay.
  await cancelLinks(tx.db, [user.id], ['in', ['invitation', 'reset', 'mail_change']], now)
  const undoLink = user.mail ? await openUndo(tx, services, user, now) : null
  await tx.db
    .updateTable('mail_changes')
    .set({ done_at: now, former: user.mail, undo_link_id: undoLink })
    .where('id', '=', change.id)
    .execute()
  await recordEvent(tx, {
    subject: { kind: 'credential', id: user.id },
    act: 'mail_changed',
    actorId: user.id,
    at: now,
    data: { own: true },
    detail: { ...evidence.detail, text: JSON.stringify({ was: user.mail, is: change.mail }) },
  })
  const sitio = user.is_management ? ('s' as const) : ('e' as const)
  return { tipo: 'confirmar' as const, correo: change.mail, sitio, clave: null }
}

/** Tells the former address, with the way back. Answers the link's id. */
async function openUndo(tx: Tx, services: Services, user: User, now: Date): Promise<number> {
  const expires = new Date(now.getTime() + mailUndoHours * hour)
  const { id, token } = await openLink(tx, user, 'mail_undo', expires, now)
  await queueMail(tx, services, {
    event: 'mail_changed_own',
    userId: user.id,
    to: user.mail ?? '',
    language: user.language,
    variables: { nombre: user.first_name, usuario: user.username, horas: String(mailUndoHours) },
    secretLink: linkTo(services, user.is_management ? 's' : 'e', token),
  })
  return id
}

/**
 * Takes a change back: whoever made it knew the password, so all sessions end, the password opens nothing any more,
 * and the link's reader makes a new one at once. Changes that were made on top of this one go with it, and so does whoever
 * came in by the provider since.
 */
async function undo(tx: Tx, services: Services, change: FoundChange, evidence: Context['evidence']) {
  const now = services.clock()
  const user = await credentialsOf(tx.db, change.user_id)
  const mail = change.former
  if (!mail) refuse('LINK_EXPIRED', 'token')
  await putFreeAddress(tx, user, mail, now)
  await followMail(tx, user.id, { from: user.mail, to: mail })
  await voidPassword(tx, user, now)
  await dropBindingsSince(tx, change)
  await endSessions(tx, services, user.id, null)
  await cancelLinks(tx.db, [user.id], ['in', ['invitation', 'reset', 'printed_code', 'mail_change']], now)
  await dropUndosSince(tx, change, now)
  await tx.db.updateTable('mail_changes').set({ undone_at: now }).where('id', '=', change.id).execute()
  await recordEvent(tx, {
    subject: { kind: 'credential', id: user.id },
    act: 'mail_change_undone',
    actorId: user.id,
    at: now,
    detail: { ...evidence.detail, text: JSON.stringify({ was: user.mail, is: mail }) },
  })
  const restored = await credentialsOf(tx.db, user.id)
  const { token } = await openLink(tx, restored, 'reset', new Date(now.getTime() + resetHours * hour), now)
  const sitio = user.is_management ? ('s' as const) : ('e' as const)
  return { tipo: 'deshacer' as const, correo: mail, sitio, clave: token }
}

type User = Awaited<ReturnType<typeof credentialsOf>>

/** Ways back of this change's followers lead to addresses of whoever made them. */
async function dropUndosSince(tx: Tx, change: FoundChange, now: Date): Promise<void> {
  await tx.db
    .updateTable('credential_links')
    .set({ cancelled_at: now })
    .where(isOpenLink())
    .where('id', 'in', (from) =>
      from
        .selectFrom('mail_changes')
        .select('undo_link_id')
        .where('user_id', '=', change.user_id)
        .where('id', '>=', change.id)
        .where('undo_link_id', 'is not', null)
        .$castTo<{ undo_link_id: number }>(),
    )
    .execute()
}

/** The provider knows somebody since by an address of whoever made the change. */
async function dropBindingsSince(tx: Tx, change: FoundChange): Promise<void> {
  await tx.db
    .deleteFrom('sso_subjects')
    .where('user_id', '=', change.user_id)
    .where('bound_at', '>=', (from) =>
      from
        .selectFrom('mail_changes')
        .select('done_at')
        .where('id', '=', change.id)
        .$castTo<{ done_at: Date }>(),
    )
    .execute()
}

async function found(tx: Tx, services: Services, token: string): Promise<FoundChange | FoundObjection> {
  const [hash, now] = [hashOf(token), services.clock()]
  return (
    (await changeByToken(tx.db, hash, now)) ??
    (await objectionByToken(tx.db, hash, now)) ??
    refuse('LINK_EXPIRED', 'token')
  )
}

function linkTo({ config }: Services, site: 's' | 'e', token: string): string {
  return `${config.publicUrl}/${site}/ingreso#correo.${token}`
}

async function inItsCompany<T>(services: Services, token: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const company = /^([1-9]\d{0,14})\./.exec(token)?.[1]
  if (!company) refuse('LINK_EXPIRED', 'token')
  return services.tenant(Number(company)).write(work)
}
