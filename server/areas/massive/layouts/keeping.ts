import type { Tx } from '#server/shared/tenancy.ts'
import { knownLayoutOf } from '../receipts/layouts.ts'
import { knownLayouts } from './kept.ts'

/** Keeps the layouts that a publication's file taught, now that it is published: of a known one as its next version. */
export async function keepLayouts(tx: Tx, process: number, now: Date): Promise<void> {
  const { learned, type_id: typeId } = await tx.db
    .selectFrom('publications')
    .innerJoin('processes', 'processes.id', 'publications.process_id')
    .select(['publications.learned', 'processes.type_id'])
    .where('publications.process_id', '=', process)
    .executeTakeFirstOrThrow()
  if (!learned || typeId === null) return
  // Two publications of one type that end together number their layouts one after the other.
  await tx.db.selectFrom('document_types').select('id').where('id', '=', typeId).forNoKeyUpdate().execute()
  const known = await knownLayouts(tx.db, typeId).select(['kept.layout', 'kept.taught']).execute()
  const sketches = known.map(({ taught }) => new Set(taught.sketch))
  // Versions that count no longer keep their numbers.
  const given = await tx.db
    .selectFrom('reading_layouts')
    .select(({ fn }) => ['layout', fn.max('version').as('version')])
    .where('type_id', '=', typeId)
    .groupBy('layout')
    .execute()
  const versions = new Map(given.map(({ layout, version }) => [layout, version]))
  let last = Math.max(0, ...versions.keys())
  const made = learned.map((taught) => {
    const layout = known[knownLayoutOf(taught.sketch, sketches) ?? -1]?.layout ?? ++last
    return {
      company_id: tx.company,
      type_id: typeId,
      layout,
      version: (versions.get(layout) ?? 0) + 1,
      process_id: process,
      people: taught.people,
      taught: JSON.stringify(taught),
      kept_at: now,
    }
  })
  // Two layouts of one file may both be like a known one: the first of them is it.
  const first = made.filter((one, at) => made.findIndex((other) => other.layout === one.layout) === at)
  if (first.length > 0) await tx.db.insertInto('reading_layouts').values(first).execute()
  await tx.db.updateTable('publications').set({ learned: null }).where('process_id', '=', process).execute()
}
