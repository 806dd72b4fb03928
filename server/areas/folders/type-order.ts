import { sql } from 'kysely'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { holdFolders } from './folder-acts.ts'
import { typesFor } from './queries.ts'
import { typeDetail } from './settings-queries.ts'

/**
 * Puts a type before another of its folder, or last. Types beyond reach keep their place among the others.
 *
 * @throws {Refusal} TYPE_GONE_FROM_FOLDER the other is not in the folder, or out of reach
 */
export function placeType(ctx: Context, { id, antes }: { id: number; antes: number | null }) {
  return ctx.act(async (tx) => {
    await holdFolders(tx)
    const { idCarpeta: folderId } = await typeDetail(tx.db, ctx.session, id)
    const seen = await typesFor(tx.db, ctx.session, { folderId })
    if (antes === id || (antes !== null && !seen.some((type) => type.idSubCarpeta === antes)))
      refuse('TYPE_GONE_FROM_FOLDER', 'antes')
    const rows = await tx.db
      .selectFrom('document_types')
      .select('id')
      .where('folder_id', '=', folderId)
      .where('archived_at', 'is', null)
      .orderBy('position')
      .orderBy('name')
      .execute()
    const before = rows.map((row) => row.id)
    const others = before.filter((one) => one !== id)
    const at = antes === null ? others.length : others.indexOf(antes)
    const from = before.indexOf(id)
    if (at === from) return {}
    await sql`update document_types t set position = placed.n
      from unnest(${others.toSpliced(at, 0, id)}::bigint[]) with ordinality placed(id, n)
      where t.id = placed.id and t.position <> placed.n`.execute(tx.db)
    await recordEvent(tx, {
      subject: { kind: 'document_type', id },
      act: 'ordered',
      ...ctx.evidence,
      at: ctx.services.clock(),
      data: { orden: [from + 1, at + 1] },
    })
    return {}
  })
}
