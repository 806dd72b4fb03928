import { mostLayouts } from '#contract/massive/layouts.ts'
import type { Db } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { visiblePublications } from '../queries.ts'
import type { KeptLayout, LayoutTaught } from '../receipts/kept-layouts.ts'

declare module '#server/db/schema.ts' {
  interface JsonColumns {
    'publications.learned': LayoutTaught[]
    'reading_layouts.taught': LayoutTaught
  }
}

/** The newest version of each layout of a type that is neither forgotten nor of an undone publication. */
export function knownLayouts(db: Db, typeId: number) {
  return db
    .selectFrom('reading_layouts as kept')
    .innerJoin('publications', 'publications.process_id', 'kept.process_id')
    .where('kept.type_id', '=', typeId)
    .where('kept.forgotten_at', 'is', null)
    .where('publications.undone_at', 'is', null)
    .distinctOn('kept.layout')
    .orderBy('kept.layout')
    .orderBy('kept.version', 'desc')
}

/** The layouts by which a file is read that came at an instant: those kept until then, the newest ones. */
export async function layoutsAt(db: Db, typeId: number, at: Date): Promise<KeptLayout[]> {
  return db
    .selectFrom(
      knownLayouts(db, typeId)
        .where('kept.kept_at', '<=', at)
        .select(['kept.id', 'kept.taught', 'kept.kept_at'])
        .as('known'),
    )
    .select(['known.id', 'known.taught'])
    .orderBy('known.kept_at', 'desc')
    .limit(mostLayouts)
    .execute()
}

/** The layouts by which a file was read, with the name of the file that taught each, where the viewer may see that. */
export async function readBy(
  db: Db,
  viewer: Viewer,
  layouts: readonly number[],
): Promise<{ formato: number; archivo: string | null }[]> {
  if (layouts.length === 0) return []
  return db
    .selectFrom('reading_layouts as kept')
    .leftJoin(taughtFiles(db, viewer).as('file'), (join) =>
      join.onRef('file.process_id', '=', 'kept.process_id'),
    )
    .select(['kept.layout as formato', 'file.name as archivo'])
    .where('kept.id', 'in', layouts)
    .orderBy('kept.layout')
    .execute()
}

/** The names of the files of publications that a viewer may see. */
export function taughtFiles(db: Db, viewer: Viewer) {
  return visiblePublications(db, viewer).select(['publications.process_id', 'publications.file_name as name'])
}
