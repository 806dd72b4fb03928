import { longestAway } from '#contract/deputies.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { printedDay } from '#server/shared/text/printed.ts'
import { canBeNamed, deputizedBy, deputyOf, isChain, mayStandIn } from './queries.ts'

/** Somebody's deputy, and whom they stand in for. */
export async function shownStanding({ session, services }: Context, tx: Tx, user: number) {
  const day = today(session.zone, services.clock())
  return {
    suplente: (await deputyOf(tx.db, user, day)) ?? null,
    suple_a: await deputizedBy(tx.db, user, day),
    decide: await canBeNamed(tx.db, user),
  }
}

/**
 * Names somebody's deputy in place of the former. Who is named is told by mail, and so is who is stood in for, where
 * another person names the deputy.
 *
 * @throws {Refusal} DEPUTY_SELF, DEPUTY_DAYS, DEPUTY_NOT_ABLE, DEPUTY_CHAIN
 */
export async function nameDeputy(
  ctx: Context,
  tx: Tx,
  user: number,
  { id_usuario: deputy, desde: from, hasta: to }: { id_usuario: number; desde: string; hasta: string },
): Promise<void> {
  const { session, services, evidence } = ctx
  const now = services.clock()
  const day = today(session.zone, now)
  if (deputy === user || deputy === session.userId) refuse('DEPUTY_SELF', 'id_usuario')
  if (to < from || to < day || daysBetween(from, to) > longestAway || daysBetween(day, from) > longestAway)
    refuse('DEPUTY_DAYS', 'hasta')
  // Two who name each other at once take turns, so that the second one sees the chain.
  await tx.db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [user, deputy])
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!(await mayStandIn(tx.db, deputy))) refuse('DEPUTY_NOT_ABLE', 'id_usuario')
  await endDeputy(ctx, tx, user)
  if (await isChain(tx.db, { user, deputy, from, to })) refuse('DEPUTY_CHAIN', 'id_usuario')
  const { id } = await tx.db
    .insertInto('deputies')
    .values({
      company_id: tx.company,
      user_id: user,
      deputy_id: deputy,
      from_day: from,
      to_day: to,
      named_by: session.userId,
      named_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordEvent(tx, {
    subject: { kind: 'deputy', id },
    act: 'named',
    at: now,
    data: { user, deputy, from, to },
    ...evidence,
  })
  await tell(ctx, tx, deputy, { user, deputy, from, to })
  if (user !== session.userId) await tell(ctx, tx, user, { user, deputy, from, to })
}

/** Ends somebody's deputy at once; nothing happens where there is none. */
export async function endDeputy({ services, evidence }: Context, tx: Tx, user: number): Promise<void> {
  const at = services.clock()
  const ended = await tx.db
    .updateTable('deputies')
    .set({ ended_at: at })
    .where('user_id', '=', user)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (ended)
    await recordEvent(tx, { subject: { kind: 'deputy', id: ended.id }, act: 'ended', at, ...evidence })
}

/** Mails the person who stands in, or the one who is stood in for. */
async function tell(
  { services }: Context,
  tx: Tx,
  to: number,
  { user, deputy, from, to: until }: { user: number; deputy: number; from: string; to: string },
): Promise<void> {
  const people = await tx.db
    .selectFrom('users')
    .where('id', 'in', [user, deputy])
    .select(['id', 'first_name', 'last_name', 'mail', languageOfUser().as('language')])
    .execute()
  const told = people.find(({ id }) => id === to)
  const other = people.find(({ id }) => id !== to)
  if (!told?.mail || !other) return
  await queueMail(tx, services, {
    event: to === deputy ? 'deputy_named' : 'deputy_for_you',
    userId: to,
    to: told.mail,
    language: told.language,
    variables: {
      nombre: told.first_name,
      otro: `${other.first_name} ${other.last_name}`,
      desde: printedDay(from),
      hasta: printedDay(until),
    },
  })
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}
