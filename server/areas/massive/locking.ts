import { massiveActs } from '#contract/massive/publication.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { lockProcess } from '#server/shared/processes/lifecycle.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { type FoundPublication, findPublication } from './queries.ts'

/**
 * A publication within reach at a step where the act is possible, held until the transaction ends: acts on the
 * receipts of one publication come one after the other.
 *
 * @throws {Refusal} NOT_FOUND, MASSIVE_STEP_CHANGED
 */
export async function lockedPublication(
  tx: Tx,
  ctx: Pick<Context, 'session'>,
  id: number,
  act: keyof typeof massiveActs,
): Promise<FoundPublication> {
  await lockProcess(tx, id)
  const found = await findPublication(tx.db, ctx.session, id)
  if (!found) refuse('NOT_FOUND')
  const steps: readonly string[] = massiveActs[act]
  if (!steps.includes(found.step) || found.status !== 'in_progress') refuse('MASSIVE_STEP_CHANGED')
  return found
}
