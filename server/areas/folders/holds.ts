import { sql } from 'kysely'
import { countedAtMost, type FolderHolds } from '#contract/folders/settings.ts'
import type { Context } from '#server/shared/context.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { visibleEmployees, visibleTypes } from '#server/shared/visibility.ts'
import { blocksOf, folderDetail, hasDocuments, keepsStatements } from './settings-queries.ts'

/** The reasons that prevent archiving a folder within reach, with the people to ask. */
export async function holdsOf(tx: Tx, ctx: Context, folderId: number): Promise<FolderHolds> {
  await folderDetail(tx.db, ctx.session, folderId)
  const types = await tx.db
    .selectFrom('document_types')
    .select('id')
    .where('folder_id', '=', folderId)
    .execute()
  const ids = types.map(({ id }) => id)
  const { rows } = await sql<{ documents: number; filters: number }>`select
    (select count(*)::int from (select from documents d where d.type_id = any(${ids}::bigint[])
      and ${visibleEmployees(ctx.session, 'd.employee_id')} and ${visibleTypes(ctx.session, 'd.type_id')}
      limit ${countedAtMost}) counted) as documents,
    (select count(*)::int from (select from user_folder_filters f where f.folder_id = ${folderId}
      limit ${countedAtMost}) counted) as filters`.execute(tx.db)
  const users = await tx.db
    .selectFrom('user_folder_filters as filter')
    .innerJoin('users', 'users.id', 'filter.user_id')
    .innerJoin('employees', 'employees.id', 'users.id')
    .where('filter.folder_id', '=', folderId)
    .where(visibleEmployees(ctx.session, 'users.id'))
    .select(['users.id as idUsuario', sql<string>`users.sort_name`.as('nombre')])
    .orderBy('users.sort_name')
    .orderBy('users.id')
    .limit(50)
    .execute()
  return {
    documentos: rows[0]?.documents ?? 0,
    guarda: await hasDocuments(tx.db, ids),
    filtros: rows[0]?.filters ?? 0,
    usuarios: users,
    autogestion: await keepsStatements(tx.db, ids),
    bloqueo: (await blocksOf(tx.db)).some(
      (block) => block.folder_id === folderId || block.blocked_folder_id === folderId,
    ),
  }
}
