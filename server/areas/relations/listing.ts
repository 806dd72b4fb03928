import type { AnswerOf } from '#contract/call.ts'
import type { relations } from '#contract/relations.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { isSsoSession } from '#server/shared/identity/session.ts'
import { blocksOf } from '#server/areas/company/operations.ts'
import { ownCard } from './own-queries.ts'
import { type Account, othersOf } from './queries.ts'

/** The account of the session's user. */
export function accountOf({ session }: Context): Account {
  return { company: session.company, userId: session.userId }
}

/** A session that came from a provider proves nothing beyond the company that trusts it: it neither joins nor switches. */
export async function refuseBySso(ctx: Context): Promise<void> {
  if (await ctx.read((tx) => isSsoSession(tx.db, ctx.session.id))) refuse('SWITCH_NOT_BY_SSO')
}

/** The cards of a person: the session's own user first, then the others by company, closed portals last. */
export async function listRelated(ctx: Context): Promise<AnswerOf<typeof relations.related>> {
  const { services, request, session } = ctx
  const { own, bySso } = await ctx.read(async (tx) => ({
    own: await ownCard(tx.db, session.userId),
    bySso: await isSsoSession(tx.db, session.id),
  }))
  if (bySso) refuse('SWITCH_NOT_BY_SSO')
  const { mine, others, profiles } = await othersOf(services.database.pool, accountOf(ctx))
  const blocks = await blocksOf(
    services,
    others.map(({ company }) => company),
    request.address,
  )
  const cards = others.map(({ company, userId, username, name, country, domain, joinedAt, suspended }) => {
    const held = profiles.filter((one) => one.company === company && one.userId === userId)
    return {
      id: userId,
      usuario: username,
      empresa: { id: company, nombre: name },
      pais: country as typeof own.pais,
      perfiles: held.map(({ type, name: nombre }) => ({ id_perfil_tipo: type, nombre })),
      aplicacion: { dominio: domain },
      blocked_by_ip: blocks.get(company) === 'address',
      blockedByPayment: blocks.get(company) === 'payment',
      actual: false,
      pide_segundo_factor: held.some(({ type, mfa_required }) => type === 2 && mfa_required),
      relacion: { desde: joinedAt.toISOString(), suspendida: suspended },
    }
  })
  const last = ({ blocked_by_ip, blockedByPayment }: (typeof cards)[number]) =>
    blocked_by_ip ? 2 : blockedByPayment ? 1 : 0
  return [
    { ...own, relacion: mine ? { desde: mine.joinedAt.toISOString(), suspendida: mine.suspended } : null },
    ...cards.toSorted((one, other) => last(one) - last(other)),
  ]
}
