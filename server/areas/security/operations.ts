import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { fold } from '#server/shared/text/fold.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { endSessions, hasFactor } from '#server/areas/session/operations.ts'
import { proofOf } from './queries.ts'
import { noteFactor } from './telling.ts'

export { type FactorProof, proveByFactor } from './proof.ts'

/** Minutes in which a proof of the second factor is enough for what changes the factors. */
export const proofMinutes = 10

/**
 * Refuses a session that did not prove its second factor within the last minutes, before a factor is added or
 * removed or the account's mail changes. Who has none has nothing to prove.
 * @throws {Refusal} MFA_PROOF_REQUIRED
 */
export async function requireProof(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  session: { id: number; userId: number },
): Promise<void> {
  if (!(await hasFactor(tx.db, session.userId))) return
  const { factor_at: at } = await proofOf(tx.db, session.id)
  if (!at || services.clock().getTime() - at.getTime() > proofMinutes * 60_000) refuse('MFA_PROOF_REQUIRED')
}

/**
 * Lets the codes that went to a person's former mail go to the new one. Only for a change that the person asked for
 * after {@link requireProof}, and for taking it back; never for one that somebody else made.
 */
export async function followMail(
  tx: Tx,
  userId: number,
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  const own = await tx.db
    .selectFrom('factors')
    .select(['id', 'mail'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'mail')
    .execute()
  for (const { id, mail } of own) {
    if (mail !== null && from !== null && fold(mail) === fold(from))
      await tx.db.updateTable('factors').set({ mail: to }).where('id', '=', id).execute()
  }
}

/**
 * Takes every second factor and recovery code of somebody who lost them, and ends their sessions; they are told by
 * mail. Whose right it is to ask for that is the caller's matter: HR for who administers nothing, the operator.
 */
export async function resetFactors(
  tx: Tx,
  services: Services,
  userId: number,
  evidence: { actorId: number | null; detail?: Context['evidence']['detail'] },
): Promise<void> {
  await tx.db.deleteFrom('factors').where('user_id', '=', userId).execute()
  await tx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.db.deleteFrom('factor_counts').where('user_id', '=', userId).execute()
  await endSessions(tx, services, userId, null)
  await noteFactor(tx, services, userId, { act: 'factor_reset', mail: 'factor_reset', ...evidence })
}
