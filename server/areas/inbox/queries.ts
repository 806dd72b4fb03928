import type { NotNull } from 'kysely'
import { farthestRow } from '#server/shared/list.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { visibleDocuments } from '#server/shared/reading/documents.ts'
import type { Viewer } from '#server/shared/visibility.ts'

function waiting(db: Db, viewer: Viewer) {
  return (
    visibleDocuments(db, viewer, ['waiting_approval'])
      // A massive publication is released as a whole, by an approval of its own.
      .where('documents.process_item_id', 'is', null)
  )
}

/** Documents that people within reach sent and that nobody has decided, the oldest first. */
export function waitingDocuments(
  db: Db,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
) {
  return waiting(db, viewer)
    .innerJoin('employees', 'employees.id', 'documents.employee_id')
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .innerJoin('document_types', 'document_types.id', 'documents.type_id')
    .innerJoin('folders', 'folders.id', 'document_types.folder_id')
    .select([
      'documents.id',
      'documents.employee_id as id_colaborador',
      'users.sort_name as colaborador',
      'employees.cuil',
      'document_types.name as tipo',
      'folders.name as carpeta',
      'documents.period as periodo',
      'documents.file_name as archivo',
      'documents.created_at as enviado',
    ])
    .orderBy('documents.created_at')
    .orderBy('documents.id')
    .limit(limit)
    .offset(offset)
    .$narrowType<{ colaborador: NotNull }>()
    .execute()
}

/** How many there are, to one beyond what a list pages to. */
export async function countWaiting(db: Db, viewer: Viewer): Promise<number> {
  const { n } = await db
    .selectFrom(
      waiting(db, viewer)
        .select('documents.id')
        .limit(farthestRow + 1)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
