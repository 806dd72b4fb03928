import type { z } from 'zod'
import type { evidence } from '#contract/evidence.ts'
import { visibleDocuments } from '#server/shared/reading/documents.ts'
import type { Db } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { lastFinished } from './queries.ts'

type Differences = z.input<typeof evidence.differences.answer>

/** The differences of the last finished check. Those of documents out of the viewer's reach are counted, not listed. */
export async function listDifferences(db: Db, viewer: Viewer): Promise<Differences> {
  const last = await lastFinished(db)
  if (!last) return { revisado: null, total: 0, diferencias: [] }
  const { finished_at, progress } = last
  const named = progress.differences.flatMap(({ document }) => document ?? [])
  const hidden = await hiddenDocuments(db, viewer, named)
  return {
    revisado: finished_at,
    total: progress.total,
    diferencias: progress.differences
      .filter(({ document }) => document === undefined || !hidden.has(document))
      .map(({ kind, seal, event, document, revision, day }) => ({
        clase: kind,
        sello: seal ?? null,
        hecho: event ?? null,
        documento: document ?? null,
        revision: revision ?? null,
        dia: day ?? null,
      })),
  }
}

/** Those of the documents that exist and are out of the viewer's reach. A document whose row is gone is nobody's. */
async function hiddenDocuments(db: Db, viewer: Viewer, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const existing = await db.selectFrom('documents').select('id').where('id', 'in', ids).execute()
  const reached = await visibleDocuments(db, viewer)
    .where('documents.id', 'in', ids)
    .select('documents.id')
    .execute()
  const hidden = new Set(existing.map(({ id }) => id))
  for (const { id } of reached) hidden.delete(id)
  return hidden
}
