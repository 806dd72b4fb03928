import type { AnswerOf, ParsedOf } from '#contract/call.ts'
import type { relations } from '#contract/relations.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { holdPassword } from '#server/shared/identity/credentials.ts'
import { clearFailures, refuseLocked } from '#server/shared/identity/lockout.ts'
import { parseBearer } from '#server/shared/identity/session.ts'
import { openSession, restrictionOf, usersFitting } from '#server/areas/session/operations.ts'
import { refuseClosedPortal } from '#server/areas/company/operations.ts'
import { accountOf, refuseBySso } from './listing.ts'
import { foreignChangesOf, openedBy, ownCard, putProof, readSwitchFacts, takeProof } from './own-queries.ts'
import { type Account, putTogether, takeOut } from './queries.ts'
import { endOwn } from './switching.ts'
import { tell } from './telling.ts'

/** From the step-up in the one session to the second factor in the other. */
const proofMinutes = 10

/**
 * Relates a user of another company, by the only thing that proves that both are one person's: this session with its
 * step-up, and the other's password here and now. Where the other asks for a second factor as well, its session
 * begins in place of this one, and the relation waits for that factor.
 */
export async function join(
  ctx: Context,
  input: ParsedOf<typeof relations.join>,
): Promise<AnswerOf<typeof relations.join>> {
  const { services, request } = ctx
  await refuseBySso(ctx)
  const changes = await ctx.read((tx) => foreignChangesOf(tx.db, ctx.session.userId))
  const fitting = await usersFitting(ctx, input)
  const elsewhere = fitting.filter(({ company_id }) => company_id !== ctx.session.company)
  if (elsewhere.length === 0) refuse('RELATION_SAME_COMPANY', 'user')
  const [match, ...others] = elsewhere.filter(({ link }) => link === null)
  // A printed code opens only the form for a new password.
  if (!match) refuse('RELATION_FIRST_FINISH', 'password')
  if (others.length > 0)
    return { empresas: [match, ...others].map(({ slug, name }) => ({ slug, nombre: name })) }
  const { address, device } = request
  const other: Account = { company: match.company_id, userId: match.id }
  if (match.taken.locked) await refuseLocked(services, match.taken)
  if (match.locked_at) refuse('USER_LOCKED', 'user')
  await clearFailures(services, { ...other, address })
  const until = new Date(services.clock().getTime() + proofMinutes * 60_000)
  const begun = await services.tenant(other.company).write(async (tx) => {
    const { holdsProfile, onlySso } = await readSwitchFacts(tx, other.userId, 2)
    if (!holdsProfile) refuse('NO_PROFILE_FOR_SITE', 'user')
    await refuseClosedPortal(tx, services, address)
    if (onlySso) refuse('SSO_ONLY', 'user')
    if ((await holdPassword(tx, other.userId)) !== match.password_hash)
      refuse('WRONG_CREDENTIALS', 'password')
    const lacks = await restrictionOf(tx, other.userId, services.clock())
    if (!lacks) return null
    if (lacks !== 'segundo_factor') refuse('RELATION_FIRST_FINISH', 'user')
    const { userId } = other
    const made = await openSession(tx, services, { userId, site: 's', method: 'password', address, device })
    const { id: session } = await openedBy(tx, parseBearer(`Bearer ${made.jwt}`)?.hash ?? '')
    await putProof(tx, { session, company: ctx.session.company, user: ctx.session.userId, changes, until })
    return made
  })
  if (begun) {
    await endOwn(ctx)
    return begun
  }
  await relate(ctx, other, match.name)
  return { relacionado: { id: other.userId, empresa: { id: other.company, nombre: match.name } } }
}

/**
 * Completes what only lacked this session's second factor: the guard lets no restricted session come here. The first user's
 * step-up proves nothing any more where somebody else changed what opens that user since.
 */
export async function confirmJoin(ctx: Context): Promise<AnswerOf<typeof relations.confirm>> {
  await refuseBySso(ctx)
  const other = await ctx.write((tx) => takeProof(tx, ctx.session.id, ctx.services.clock()))
  if (!other) refuse('RELATION_TOO_LATE')
  const { card, changes } = await ctx.services.tenant(other.company).read(async (db) => ({
    card: await ownCard(db, other.userId),
    changes: await foreignChangesOf(db, other.userId),
  }))
  if (changes !== other.changes) refuse('RELATION_TOO_LATE')
  await relate(ctx, other, card.empresa.nombre)
  return { id: card.id, empresa: card.empresa }
}

async function relate(ctx: Context, other: Account, otherName: string): Promise<void> {
  const { services, session, evidence } = ctx
  const me = accountOf(ctx)
  if (!(await putTogether(services.database.pool, me, other, services.clock()))) refuse('RELATION_TOO_MANY')
  const own = await ctx.read((tx) => ownCard(tx.db, session.userId))
  const { detail } = evidence
  await tell(services, me, { act: 'related', other: otherName, detail })
  await tell(services, other, { act: 'related', other: own.empresa.nombre, detail })
}

/** Takes a related user, or one's own, out of the person's group. */
export async function cut(ctx: Context, target: Account): Promise<void> {
  const { services, evidence } = ctx
  const left = await takeOut(services.database.pool, target)
  if (left.length === 0) refuse('NOT_FOUND')
  const { detail } = evidence
  await tell(services, target, { act: 'relation_cut', detail })
  for (const each of left) await tell(services, each, { act: 'relation_cut', detail })
}
