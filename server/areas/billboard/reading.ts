import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { postForReader } from './queries.ts'
import { dayOf, note } from './saving.ts'

/**
 * Writes down that the caller has read and understood a post; asked again, the first time stands.
 *
 * @throws {Refusal} NOT_FOUND: it isn't for them, or isn't shown today; POST_ASKS_NOTHING
 */
export async function readPost(ctx: Context, tx: Tx, id: number): Promise<{ id: number; leido: Date }> {
  const { userId } = ctx.session
  const post = (await postForReader(tx.db, userId, dayOf(ctx), id)) ?? refuse('NOT_FOUND')
  if (!post.asks_reading) refuse('POST_ASKS_NOTHING')
  const made = await tx.db
    .insertInto('post_readings')
    .values({ company_id: tx.company, post_id: id, user_id: userId, at: ctx.services.clock() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('at')
    .executeTakeFirst()
  if (made) await note(ctx, tx, id, 'acknowledged', {})
  const { at: leido } =
    made ??
    (await tx.db
      .selectFrom('post_readings')
      .where('post_id', '=', id)
      .where('user_id', '=', userId)
      .select('at')
      .executeTakeFirstOrThrow())
  return { id, leido }
}
