import { sql } from 'kysely'
import { uploadTemplates } from '#contract/folders/settings.ts'
import type { DocumentType, Folder } from '#contract/folders/folders.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees, visibleTypes } from '#server/shared/visibility.ts'

/** Folders that hold a type within reach; without a folder filter, all. */
export async function foldersFor(db: Db, viewer: Viewer): Promise<Folder[]> {
  const chosen = sql`folders.id in (select f.folder_id from user_folder_filters f where f.user_id = ${viewer.userId})`
  const all = sql`not exists (select from user_folder_filters f where f.user_id = ${viewer.userId})`
  return db
    .selectFrom('folders')
    .select([
      'folders.id as idCarpeta',
      'folders.name as nombre',
      'folders.kind as tipo',
      'folders.visible',
      'folders.signable as firmable',
      'folders.ephemeral as efimero',
      'folders.template_id as idTemplate',
      'folders.position as orden',
      'folders.signing_priority as prioridadFirma',
      sql<
        number[]
      >`array(select b.blocked_folder_id from folder_blocks b where b.company_id = folders.company_id and b.folder_id = folders.id)`.as(
        'bloquea',
      ),
    ])
    .where('folders.archived_at', 'is', null)
    .where(viewer.profileKind === 'manager' ? sql<boolean>`${chosen}` : sql<boolean>`(${all} or ${chosen})`)
    .orderBy('folders.position')
    .orderBy('folders.name')
    .execute()
}

/** Whether a viewer sees every folder: without a folder filter, and not as a manager, who sees the chosen ones alone. */
export async function seesAllFolders(db: Db, { userId, profileKind }: Viewer): Promise<boolean> {
  if (profileKind === 'manager') return false
  const filter = await db
    .selectFrom('user_folder_filters')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return filter === undefined
}

/**
 * The types within reach, by folder and in its order. An upload whose pages a type doesn't say has those of its
 * folder's template; `own` leaves them as the type has them.
 */
export async function typesFor(
  db: Db,
  viewer: Viewer,
  only: { folderId?: number; typeId?: number; publishable?: boolean; inUse?: boolean; own?: boolean },
): Promise<DocumentType[]> {
  const rows = await db
    .selectFrom('document_types')
    .innerJoin('folders', (on) =>
      on
        .onRef('folders.company_id', '=', 'document_types.company_id')
        .onRef('folders.id', '=', 'document_types.folder_id'),
    )
    .innerJoin('document_type_versions as version', (on) =>
      on
        .onRef('version.company_id', '=', 'document_types.company_id')
        .onRef('version.type_id', '=', 'document_types.id')
        .onRef('version.version', '=', 'document_types.version'),
    )
    .select(({ eb }) => [
      eb('version.company_box', 'is not', null).$castTo<boolean>().as('posicion'),
      'document_types.id as idSubCarpeta',
      'folders.id as idCarpeta',
      'folders.name as carpeta',
      'document_types.name',
      'document_types.alias',
      'document_types.template_id as idTemplate',
      'document_types.generic as sinCodigo',
      'document_types.capture as parser',
      'document_types.is_form as eform',
      'document_types.has_xml as xml',
      'document_types.is_salary as recibo',
      'document_types.uses_ai as sendIa',
      'document_types.confidential as confidencial',
      'document_types.has_period as periodo',
      'folders.signable as firmable',
      'folders.visible',
      'document_types.upload_pages_max as max_files',
      'document_types.upload_pages_min as min_files',
      'folders.template_id as folderTemplate',
    ])
    .where('document_types.archived_at', 'is', null)
    .where('folders.archived_at', 'is', null)
    .where(visibleTypes(viewer, 'document_types.id'))
    .$if(only.folderId !== undefined, (query) => query.where('folders.id', '=', only.folderId ?? 0))
    .$if(only.typeId !== undefined, (query) => query.where('document_types.id', '=', only.typeId ?? 0))
    .$if(only.inUse === true, (query) =>
      query.where((where) =>
        where.exists(
          where
            .selectFrom('documents as d')
            .select('d.id')
            .whereRef('d.company_id', '=', 'document_types.company_id')
            .whereRef('d.type_id', '=', 'document_types.id')
            .where(visibleEmployees(viewer, 'd.employee_id')),
        ),
      ),
    )
    .$if(only.publishable === true, (query) => query.where('document_types.is_form', '=', false))
    .orderBy('folders.position')
    .orderBy('folders.name')
    .orderBy('document_types.position')
    .orderBy('document_types.name')
    .execute()
  return rows.map(({ folderTemplate, ...type }) => {
    if (only.own || type.max_files !== null || type.eform) return type
    const pages = uploadTemplates.find((template) => template.id === folderTemplate)
    return pages ? { ...type, max_files: pages.max_files, min_files: pages.min_files } : type
  })
}
