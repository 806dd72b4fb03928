import { sql } from 'kysely'
import { uploadTemplates } from '#contract/folders/settings.ts'
import type { PaperState } from '#contract/uploads.ts'
import type { Db } from '#server/shared/tenancy.ts'

const templates = JSON.stringify(uploadTemplates)

/**
 * Document types that employees may send: those with a number of sheets, their own or their folder's, in a folder that
 * employees see. Forms are sent as forms, and payslips by nobody but the company.
 */
export function offeredTypes(db: Db, id?: number) {
  return db
    .selectFrom('document_types as type')
    .innerJoin('folders', 'folders.id', 'type.folder_id')
    .leftJoin(
      sql<{
        id: number
        max_files: number
        min_files: number
      }>`jsonb_to_recordset(${templates}::jsonb)`.as<'template'>(
        sql`template(id bigint, max_files int, min_files int)`,
      ),
      'template.id',
      'folders.template_id',
    )
    .where('type.archived_at', 'is', null)
    .where('folders.archived_at', 'is', null)
    .where('folders.visible', '=', true)
    .where('type.is_form', '=', false)
    .where('type.is_salary', '=', false)
    .where(sql<boolean>`coalesce(type.upload_pages_max, template.max_files) is not null`)
    .$if(id !== undefined, (query) => query.where('type.id', '=', id ?? 0))
    .select([
      'type.id',
      'type.name as tipo',
      'type.has_period as con_periodo',
      'type.several_a_period',
      'type.version',
      'folders.name as carpeta',
      sql<number>`coalesce(type.upload_pages_max, template.max_files)`.as('maximo'),
      sql<number>`coalesce(type.upload_pages_min, template.min_files, 1)`.as('minimo'),
    ])
    .orderBy('folders.position')
    .orderBy('folders.name')
    .orderBy('type.position')
    .orderBy('type.name')
}
export type OfferedRow = Awaited<ReturnType<typeof offeredType>> & object

export function offeredType(db: Db, id: number) {
  return offeredTypes(db, id).executeTakeFirst()
}

/** Whether somebody works for the company now. */
export async function isActive(db: Db, employee: number): Promise<boolean> {
  const found = await db.selectFrom('employees').select('state').where('id', '=', employee).executeTakeFirst()
  return found?.state === 'active'
}

/** The outcome of a paper, as its sender is told. */
const paperState = sql<PaperState>`case
  when documents.state = 'cancelled' then 'anulado'
  when documents.state not in ('waiting_approval', 'rejected') then 'aprobado'
  when documents.state = 'rejected' and approval.state = 'withdrawn' then 'retirado'
  when documents.state = 'rejected' then 'rechazado'
  when approval.state = 'returned' then 'devuelto'
  else 'en_espera' end`

/** Papers that an employee sent, in every state, the newest first. */
export function papersOf(db: Db, employee: number) {
  return db
    .selectFrom('documents')
    .innerJoin('document_types as type', 'type.id', 'documents.type_id')
    .innerJoin('folders', 'folders.id', 'type.folder_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('approvals')
          .leftJoinLateral(
            (inner) =>
              inner
                .selectFrom('approval_decisions as decision')
                .innerJoin('users', 'users.id', 'decision.user_id')
                .whereRef('decision.approval_id', '=', 'approvals.id')
                .select(['decision.at', 'decision.comment', 'decision.act', 'users.sort_name'])
                .orderBy('decision.id', 'desc')
                .limit(1)
                .as('last'),
            (on) => on.onTrue(),
          )
          .leftJoin('approval_steps as step', (join) =>
            join.onRef('step.approval_id', '=', 'approvals.id').on('step.state', '=', 'open'),
          )
          .leftJoin('workflow_groups as group', (join) =>
            join.on(sql<boolean>`step.named = 'group:' || "group".id
              and exists (select from app.undecided(step.approval_id, step.n))`),
          )
          .where('approvals.kind', '=', 'document')
          .whereRef('approvals.subject_id', '=', 'documents.id')
          .select([
            'group.name as grupo',
            'approvals.state',
            'last.at',
            'last.comment',
            'last.act',
            'last.sort_name',
          ])
          .orderBy('approvals.id', 'desc')
          .limit(1)
          .as('approval'),
      (on) => on.onTrue(),
    )
    .leftJoin('document_revisions as revision', (on) =>
      on.onRef('revision.document_id', '=', 'documents.id').onRef('revision.n', '=', 'documents.revision'),
    )
    .leftJoin('files', 'files.id', 'revision.file_id')
    .where('documents.employee_id', '=', employee)
    .where('documents.source', '=', 'employee')
    .select([
      'documents.id',
      'documents.type_id as id_tipo',
      'documents.revision',
      'type.name as tipo',
      'folders.name as carpeta',
      'documents.period as periodo',
      paperState.as('estado'),
      'documents.pages as hojas',
      sql<Date>`case when documents.revision = 1 then documents.created_at else revision.created_at end`.as(
        'enviado',
      ),
      'documents.expires_on as vence',
      'documents.replaces_id as en_lugar_de',
      'approval.grupo',
      sql<Date | null>`case when approval.state <> 'pending' then approval.at end`.as('decidido'),
      sql<string | null>`case when approval.state <> 'pending' then approval.sort_name end`.as('quien'),
      sql<string | null>`case when approval.state in ('returned', 'rejected') then approval.comment end`.as(
        'motivo',
      ),
      sql<boolean>`coalesce(files.state = 'kept', false) and documents.state <> 'cancelled'`.as('se_ve'),
    ])
    .$narrowType<{ enviado: Date }>()
}

/** One of a person's own papers; undefined for another's, exactly as for nobody's. */
export function paperOf(db: Db, employee: number, id: number) {
  return papersOf(db, employee).where('documents.id', '=', id).executeTakeFirst()
}

/** Sheets that a person put up and has not sent, in the order asked for. */
export async function sheetsOf(db: Db, userId: number, ids: readonly number[]) {
  const rows = await db
    .selectFrom('upload_pages as sheet')
    .innerJoin('files', 'files.id', 'sheet.file_id')
    .where('sheet.user_id', '=', userId)
    .where('sheet.id', '=', sql<number>`any(${ids})`)
    .select([
      'sheet.id',
      'sheet.kind',
      'sheet.pages',
      'sheet.width',
      'sheet.height',
      'sheet.signed',
      'sheet.size',
      'files.key',
    ])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
export type SheetRow = Awaited<ReturnType<typeof sheetsOf>>[number]

/** A paper with these very bytes that the person sent before and that nobody rejected; undefined where there is none. */
export function samePaper(db: Db, employee: number, sha256: string) {
  return db
    .selectFrom('document_revisions as revision')
    .innerJoin('documents', 'documents.id', 'revision.document_id')
    .innerJoin('document_types as type', 'type.id', 'documents.type_id')
    .where('revision.sha256', '=', sha256)
    .where('documents.employee_id', '=', employee)
    .where('documents.source', '=', 'employee')
    .where('documents.state', 'in', ['waiting_approval', 'published'])
    .select(['type.name as tipo', 'revision.created_at as enviado'])
    .orderBy('revision.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The number of the next document of a type in a month; null where the month takes no other. `except` doesn't count. */
export async function nextSequence(
  db: Db,
  place: { employee: number; type: { id: number; several_a_period: boolean }; period: string | null },
  except = 0,
): Promise<number | null> {
  const { employee, type, period } = place
  if (period === null) return 1
  const { last } = await db
    .selectFrom('documents')
    .where('employee_id', '=', employee)
    .where('type_id', '=', type.id)
    .where('period', '=', period)
    .where('state', 'not in', ['cancelled', 'rejected'])
    .where('id', '<>', except)
    .select(({ fn }) => fn.max('sequence').as('last'))
    .executeTakeFirstOrThrow()
  if (last !== null && !type.several_a_period) return null
  return (last ?? 0) + 1
}
