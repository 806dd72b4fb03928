import type { NotNull } from 'kysely'
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
  const { hidden, reached } = await namedDocuments(db, viewer, named)
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
        nombrado: reached.get(document ?? 0) ?? null,
        revision: revision ?? null,
        dia: day ?? null,
      })),
  }
}

/**
 * Documents by id: those that exist and are out of the viewer's reach, and the names of the others. A document whose row
 * is gone is in neither.
 */
async function namedDocuments(db: Db, viewer: Viewer, ids: readonly number[]) {
  if (ids.length === 0) return { hidden: new Set<number>(), reached: new Map<number, never>() }
  const existing = await db.selectFrom('documents').select('id').where('id', 'in', ids).execute()
  const rows = await visibleDocuments(db, viewer)
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .innerJoin('document_types', 'document_types.id', 'documents.type_id')
    .where('documents.id', 'in', ids)
    .select([
      'documents.id',
      'document_types.name as tipo',
      'documents.period as periodo',
      'users.sort_name as colaborador',
    ])
    .$narrowType<{ colaborador: NotNull }>()
    .execute()
  const reached = new Map(rows.map(({ id, ...names }) => [id, names]))
  return { hidden: new Set(existing.map(({ id }) => id).filter((id) => !reached.has(id))), reached }
}
