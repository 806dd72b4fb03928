import { sql } from 'kysely'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { noteFactor } from './telling.ts'

/** Wrong codes after which the session ends. */
export const wrongAtMost = 5
/** Wrong codes in a row, over several sign-ins, from which on each further round waits. */
const lockFrom = 2 * wrongAtMost
const firstLockMinutes = 15
const longestLockMinutes = 60
/** Mails after the first one, within the hour. */
export const resendsAtMost = 5
export const resendLockMinutes = 60

/**
 * Takes one of a person's attempts before a code is looked at, whatever session it comes from, so that many at once
 * are no more than so many one after the other. Answers how many were wrong in a row, this one included.
 * @throws {Refusal} MFA_LOCKED
 */
export async function takeAttempt({ services, session, write }: Context): Promise<number> {
  const now = services.clock()
  const taken = await write(async (tx) => {
    const next = sql<number>`factor_counts.wrong + 1`
    const { rows } = await sql<{ wrong: number }>`
      insert into factor_counts (company_id, user_id, wrong) values (${tx.company}, ${session.userId}, 1)
      on conflict (company_id, user_id) do update set wrong = ${next},
        wrong_until = case when ${next} >= ${lockFrom}::int and (${next}) % ${wrongAtMost}::int = 0
          then ${now}::timestamptz + make_interval(mins => least(${longestLockMinutes}::int,
            ${firstLockMinutes}::int * power(2, least((${next} - ${lockFrom}::int) / ${wrongAtMost}::int, 4))::int)) end
      where factor_counts.wrong_until is null or factor_counts.wrong_until <= ${now}::timestamptz
      returning factor_counts.wrong
    `.execute(tx.db)
    if (rows[0]) return { wrong: rows[0].wrong }
    const { wrong_until: until } = await tx.db
      .selectFrom('factor_counts')
      .select('wrong_until')
      .where('user_id', '=', session.userId)
      .executeTakeFirstOrThrow()
    return { until }
  })
  if (taken.wrong !== undefined) return taken.wrong
  return refuse('MFA_LOCKED', 'codigo', { minutos: minutesTo(taken.until, now) })
}

/**
 * A code was wrong: says how many attempts are left, or ends the session, of which the person is told by mail the
 * first time that they have to wait.
 * @throws {Refusal} MFA_CODE_WRONG, MFA_SIGN_IN_AGAIN
 */
export async function refuseWrong(
  { services, session, write, evidence }: Context,
  wrong: number,
): Promise<never> {
  const left = wrongAtMost - (wrong % wrongAtMost)
  if (left < wrongAtMost) refuse('MFA_CODE_WRONG', 'codigo', { quedan: left })
  await write(async (tx) => {
    const now = services.clock()
    await tx.db.updateTable('sessions').set({ ended_at: now }).where('id', '=', session.id).execute()
    await tx.db.deleteFrom('factor_challenges').where('session_id', '=', session.id).execute()
    await noteFactor(tx, services, session.userId, {
      act: 'factor_locked',
      mail: wrong === lockFrom ? 'factor_locked' : null,
      data: { wrong },
      ...evidence,
    })
  })
  return refuse('MFA_SIGN_IN_AGAIN', 'codigo')
}

/** Resets the counts after the person has proved themselves. */
export async function clearCounts(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('factor_counts').where('user_id', '=', userId).execute()
}

/**
 * Counts a mail with a code. The first one and five more may be sent within an hour; asking for yet another shuts
 * codes by mail for an hour, and voids the one that was out. Answers how many were sent again.
 * @throws {Refusal} MFA_RESEND_LOCKED
 */
export async function countMail({ services, session, write, evidence }: Context): Promise<number> {
  const now = services.clock()
  const counted = await write(async (tx) => {
    const row = await tx.db
      .selectFrom('factor_counts')
      .selectAll()
      .where('user_id', '=', session.userId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.sent_until && row.sent_until > now) return { until: row.sent_until }
    const since = row?.sent_since
    const fresh = !since || now.getTime() - since.getTime() > resendLockMinutes * 60_000
    const sent = fresh ? 1 : (row?.sent ?? 0) + 1
    const until = sent > resendsAtMost + 1 ? new Date(now.getTime() + resendLockMinutes * 60_000) : null
    const counts = until
      ? { sent: 0, sent_since: null, sent_until: until }
      : { sent, sent_since: fresh ? now : since, sent_until: null }
    await tx.db
      .insertInto('factor_counts')
      .values({ company_id: tx.company, user_id: session.userId, ...counts })
      .onConflict((on) => on.columns(['company_id', 'user_id']).doUpdateSet(counts))
      .execute()
    if (!until) return { sent }
    await voidMailedCodes(tx, session.userId)
    await noteFactor(tx, services, session.userId, {
      act: 'factor_locked',
      mail: 'factor_locked',
      data: { resends: sent - 1 },
      ...evidence,
    })
    return { until }
  })
  if (counted.sent !== undefined) return counted.sent - 1
  return refuse('MFA_RESEND_LOCKED', undefined, { minutos: minutesTo(counted.until, now) })
}

async function voidMailedCodes(tx: Tx, userId: number): Promise<void> {
  await tx.db
    .deleteFrom('factor_challenges')
    .where('kind', '=', 'mail')
    .where('session_id', 'in', (of) => of.selectFrom('sessions').select('id').where('user_id', '=', userId))
    .execute()
}

function minutesTo(until: Date | null, now: Date): number {
  return Math.max(1, Math.ceil(((until?.getTime() ?? 0) - now.getTime()) / 60_000))
}
