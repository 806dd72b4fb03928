import type { ParsedOf } from '#contract/call.ts'
import { type KnownLayout, mostLayouts, type typeLayouts } from '#contract/massive/layouts.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { requireType } from '#server/areas/folders/operations.ts'
import { knownLayouts, taughtFiles } from './kept.ts'

/** The layouts of a type within reach, the one published last first. */
export async function listLayouts(tx: Tx, ctx: Context, typeId: number): Promise<KnownLayout[]> {
  await requireType(tx, ctx, typeId)
  const found = await tx.db
    .selectFrom(
      knownLayouts(tx.db, typeId)
        .select(['kept.layout', 'kept.version', 'kept.people', 'kept.kept_at', 'kept.process_id'])
        .as('known'),
    )
    .leftJoin(taughtFiles(tx.db, ctx.session).as('file'), (join) =>
      join.onRef('file.process_id', '=', 'known.process_id'),
    )
    .select(['known.layout', 'known.version', 'known.people', 'known.kept_at', 'file.name'])
    .orderBy('known.kept_at', 'desc')
    .orderBy('known.layout')
    .limit(mostLayouts)
    .execute()
  return found.map(({ layout, version, people, name, kept_at }) => ({
    formato: layout,
    version,
    colaboradores: people,
    archivo: name,
    guardado: kept_at.toISOString(),
  }))
}

/**
 * Forgets all versions of a layout.
 *
 * @throws {Refusal} NOT_FOUND: the type has no such layout, or is out of reach
 */
export function forgetLayout(
  ctx: Context,
  { id, formato }: ParsedOf<typeof typeLayouts.forget>,
): Promise<KnownLayout[]> {
  return ctx.act(async (tx) => {
    await requireType(tx, ctx, id)
    const at = ctx.services.clock()
    const forgotten = await tx.db
      .updateTable('reading_layouts')
      .set({ forgotten_at: at })
      .where('type_id', '=', id)
      .where('layout', '=', formato)
      .where('forgotten_at', 'is', null)
      .returning('version')
      .execute()
    if (forgotten.length === 0) refuse('NOT_FOUND', 'formato')
    await recordEvent(tx, {
      subject: { kind: 'document_type', id },
      act: 'layout_forgotten',
      ...ctx.evidence,
      at,
      data: { layout: formato, versions: forgotten.length },
    })
    return listLayouts(tx, ctx, id)
  })
}
