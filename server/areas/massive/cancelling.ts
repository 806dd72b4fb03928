import type { Context } from '../../shared/context.ts'
import { recordEvent } from '../../shared/events.ts'
import { lockedPublication } from './deciding.ts'
import { shownPublication } from './showing.ts'

/**
 * Gives a publication up. Whatever works on it finds it over and stops; its file, and what was split off, are swept
 * a week later. What was published already stays, and the process says so.
 */
export function cancelPublication(ctx: Context, { id }: { id: number }) {
  return ctx.act(async (tx) => {
    const of = await lockedPublication(tx, ctx, id, 'cancel')
    const published = await tx.db
      .selectFrom('process_items')
      .innerJoin('documents', 'documents.process_item_id', 'process_items.id')
      .select('process_items.id')
      .where('process_items.process_id', '=', id)
      .where('documents.state', '=', 'published')
      .limit(1)
      .executeTakeFirst()
    await tx.db
      .updateTable('processes')
      .set({
        step: 'done',
        status: published ? 'completed_with_observations' : 'cancelled',
        finished_at: ctx.services.clock(),
      })
      .where('id', '=', id)
      .execute()
    await tx.db
      .updateTable('publications')
      .set({ waiting: false, upload_id: null, received_at: ctx.services.clock() })
      .where('process_id', '=', id)
      .execute()
    await recordEvent(tx, {
      subject: { kind: 'publication', id },
      act: 'cancelled',
      ...ctx.evidence,
      at: ctx.services.clock(),
      data: { step: of.step },
    })
    return shownPublication(tx, ctx, id)
  })
}
