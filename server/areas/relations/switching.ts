import { sql } from 'kysely'
import type { AnswerOf, ParsedOf } from '#contract/call.ts'
import type { relations } from '#contract/relations.ts'
import type { Context } from '#server/shared/context.ts'
import { passwordPolicyOf } from '#server/shared/identity/credentials.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { refuseWhileLocked } from '#server/shared/identity/lockout.ts'
import { parseBearer } from '#server/shared/identity/session.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { addDays } from '#server/shared/today.ts'
import { refuseClosedPortal } from '#server/areas/company/operations.ts'
import { openSession } from '#server/areas/session/operations.ts'
import { accountOf, refuseBySso } from './listing.ts'
import { endOne, ownCard, putTicket, readSwitchFacts, takeTicket } from './own-queries.ts'
import { type Account, noteUse, relatedById } from './queries.ts'
import { tell } from './telling.ts'

const ticketSeconds = 60

/** The target of a switch: the session's own user (its employee profile), or a related one. */
async function targetOf(
  ctx: Context,
  id: number,
): Promise<Account & { name: string; domain: string | null }> {
  const { services, session } = ctx
  if (id === session.userId) {
    const own = await ctx.read((tx) => ownCard(tx.db, id))
    return {
      company: session.company,
      userId: id,
      name: own.empresa.nombre,
      domain: own.aplicacion.dominio,
    }
  }
  const related = await relatedById(services.database.pool, accountOf(ctx), id)
  if (!related) refuse('NOT_FOUND')
  if (related.suspended) refuse('RELATION_SUSPENDED')
  return related
}

/**
 * Whether somebody may be switched to, as if they signed in there in this moment. A management session also wants a
 * password that has not expired: what is answered then is not a refusal but the way out.
 */
export async function checkSwitch(
  ctx: Context,
  target: Account,
  type: 1 | 2,
): Promise<AnswerOf<typeof relations.ask>[number]['vencida']> {
  const { services, request } = ctx
  await refuseWhileLocked(services, { ...target, address: request.address })
  return ctx.services.tenant(target.company).write(async (tx) => {
    await refuseClosedPortal(tx, services, request.address)
    const standing = await readSwitchFacts(tx, target.userId, type)
    if (!standing.holdsProfile) refuse('NO_PROFILE_FOR_SITE')
    if (standing.locked_at) refuse('USER_LOCKED')
    // An employee's profile is only shown the way to its own sign-in, which asks for all that follows.
    if (type === 1) return null
    if (standing.state === 'inactive') refuse('SWITCH_INACTIVE')
    if (standing.onlySso) refuse('SSO_ONLY')
    if (!standing.first_sign_in_done_at) refuse('SWITCH_FIRST_SIGN_IN')
    const politica = await passwordPolicyOf(tx)
    if (politica.caducidad < 0) return null
    const made = standing.password_changed_at ?? new Date(0)
    if (services.clock().getTime() - made.getTime() <= politica.caducidad * 86_400_000) return null
    return { politica, desde: addDays(made.toISOString().slice(0, 10), politica.caducidad) }
  })
}

/** Checks a switch and leaves its ticket, for this session, this user, this profile and a minute. */
export async function askToSwitch(
  ctx: Context,
  { id, id_perfil_tipo: type }: ParsedOf<typeof relations.ask>,
): Promise<AnswerOf<typeof relations.ask>> {
  await refuseBySso(ctx)
  if (id === ctx.session.userId && type === 2) refuse('SWITCH_HERE')
  const target = await targetOf(ctx, id)
  const vencida = await checkSwitch(ctx, target, type)
  if (vencida) ctx.code('PASSWORD_EXPIRED')
  else {
    const until = new Date(ctx.services.clock().getTime() + ticketSeconds * 1000)
    await ctx.write((tx) =>
      putTicket(tx, { session: ctx.session.id, company: target.company, user: id, type, until }),
    )
  }
  return [
    {
      id,
      empresa: { id: target.company, nombre: target.name },
      aplicacion: { dominio: target.domain },
      id_perfil_tipo: type,
      vencida,
    },
  ]
}

/**
 * Consumes a ticket. What let it be left is weighed again: a minute is enough to be locked out. The other session
 * opens by the one door of all sessions, restricted where its second factor lacks, and this one ends.
 */
export async function enter(ctx: Context, userId: number): Promise<AnswerOf<typeof relations.enter>> {
  const { services, session, request, evidence } = ctx
  await refuseBySso(ctx)
  const ticket = await ctx.write((tx) => takeTicket(tx, session.id, userId, services.clock()))
  if (!ticket) refuse('SWITCH_TICKET')
  const target = await targetOf(ctx, userId)
  const type = ticket.type === 1 ? 1 : 2
  if (await checkSwitch(ctx, target, type)) refuse('SWITCH_TICKET')
  if (type === 1) return { jwt: null, user: null, permissions: [] }
  const { address, device } = request
  const opened = await ctx.services.tenant(target.company).write(async (tx) => {
    const made = await openSession(tx, services, {
      userId,
      site: 's',
      method: 'switch',
      address,
      device,
      until: session.expiresAt,
    })
    return { ...made, permissions: made.user.restriccion ? [] : await actionsOf(tx, made.jwt) }
  })
  await endOwn(ctx)
  if (await noteUse(services.database.pool, target, services.clock())) {
    const { detail } = evidence
    const own = await ctx.read((tx) => ownCard(tx.db, session.userId))
    await tell(services, accountOf(ctx), { act: 'relation_used', other: target.name, detail })
    await tell(services, target, { act: 'relation_used', other: own.empresa.nombre, detail })
  }
  return opened
}

/** Ends the session that another one follows. */
export async function endOwn(ctx: Context): Promise<void> {
  const { services, session, evidence } = ctx
  const now = services.clock()
  await ctx.write(async (tx) => {
    if (!(await endOne(tx, session.id, now))) return
    await recordEvent(tx, {
      subject: { kind: 'session', id: session.id },
      act: 'signed_out',
      ...evidence,
      at: now,
      data: { by: 'switch' },
    })
  })
}

async function actionsOf(tx: Tx, jwt: string): Promise<number[]> {
  const hash = parseBearer(`Bearer ${jwt}`)?.hash ?? ''
  const { rows } = await sql<{ actions: number[] }>`select actions from app.session_of(${hash})`.execute(
    tx.db,
  )
  return (rows[0]?.actions ?? []).toSorted((a, b) => a - b)
}
