import { type NotNull, sql } from 'kysely'
import { documentWord } from '#contract/documents/documents.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Db } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { countAllPublished, countPublished, documentsOf, publishedProcesses } from './follow-up-queries.ts'

/** Publications that have published something, with who began each. */
function publications(db: Db, viewer: Viewer) {
  return publishedProcesses(db, viewer).innerJoin('users', 'users.id', 'processes.created_by')
}

const columns = [
  'processes.id',
  'document_types.name as tipo',
  'processes.period as periodo',
  'publications.label as etiqueta',
  'publications.file_name as archivo',
  'users.sort_name as quien',
  'publications.undone_at as deshecha',
  'processes.finished_at',
] as const

/**
 * A page of the publications, each with how much of it stands within reach, and how many there are, in one statement.
 * The documents of a publication are counted after the page is cut.
 */
export async function listUndoable(
  db: Db,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
) {
  const page = publications(db, viewer)
    .select(columns)
    .select('processes.created_at')
    .orderBy('processes.created_at', 'desc')
    .orderBy('processes.id', 'desc')
    .limit(limit)
    .offset(offset)
  const rows = await db
    .selectFrom(page.as('page'))
    .leftJoinLateral(
      documentsOf(db, viewer, sql.ref('page.id'))
        .select(({ fn }) => [
          fn.countAll<number>().filterWhere('documents.state', '=', 'published').as('documentos'),
          fn.min('documents.published_at').as('publicado'),
        ])
        .as('standing'),
      (on) => on.onTrue(),
    )
    .orderBy('page.created_at', 'desc')
    .orderBy('page.id', 'desc')
    .selectAll('page')
    .select(['standing.documentos', 'standing.publicado', countPublished(db, viewer).as('total')])
    .$narrowType<{ quien: NotNull; documentos: NotNull }>()
    .execute()
  return { rows, total: rows[0]?.total ?? (offset > 0 ? await countAllPublished(db, viewer) : 0) }
}

/** One publication. */
export function findUndoable(db: Db, viewer: Session, id: number) {
  return publications(db, viewer)
    .where('processes.id', '=', id)
    .select(columns)
    .$narrowType<{ quien: NotNull }>()
    .executeTakeFirst()
}

const read = sql<boolean>`documents.first_read_at is not null`
const signed = sql<boolean>`documents.signing in ('conforme', 'no_conforme')`
const isKnown = sql<boolean>`(${read} or ${signed})`

/** Counts a publication's documents within reach by reading and signing. */
export function countStanding(db: Db, viewer: Session, process: number) {
  return documentsOf(db, viewer, process)
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .select((select) => {
      const { fn } = select
      const standing = fn.countAll<number>().filterWhere('documents.state', '=', 'published')
      return [
        standing.as('documentos'),
        standing.filterWhere(select.and([select.not(read), select.not(signed)])).as('sin_leer'),
        standing.filterWhere(select.and([read, select.not(signed)])).as('leidos'),
        standing.filterWhere(signed).as('firmados'),
        fn.countAll<number>().filterWhere('documents.state', '=', 'cancelled').as('anulados'),
        fn
          .count<number>('documents.employee_id')
          .distinct()
          .filterWhere('documents.state', '=', 'published')
          .filterWhere('users.mail_key', 'is not', null)
          .filterWhere(sql<boolean>`(${read} or ${signed})`)
          .as('correos'),
        fn.min('documents.published_at').as('publicado'),
      ]
    })
    .executeTakeFirstOrThrow()
}

/** All that stands of a publication, whoever may see it. */
export async function countAllStanding(db: Db, process: number): Promise<number> {
  const { n } = await db
    .selectFrom('documents')
    .where('documents.state', '=', 'published')
    .where('documents.process_item_id', 'in', (from) =>
      from.selectFrom('process_items').select('process_items.id').where('process_id', '=', process),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The documents that an undo would cancel, with their employees. */
export function findUndoableDocuments(db: Db, viewer: Session, process: number, withKnown: boolean) {
  return documentsOf(db, viewer, process)
    .where('documents.state', '=', 'published')
    .$if(!withKnown, (query) => query.where((where) => where.not(isKnown)))
    .orderBy('documents.id')
    .select(['documents.id', 'documents.employee_id'])
    .execute()
}

/** Those of some documents that still stand, held until the transaction ends, each with whether it was read or signed. */
export function lockStanding(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('documents')
    .select(['id', isKnown.as('known')])
    .where('id', 'in', ids)
    .where('state', '=', 'published')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** A page of what was read or signed, by name, and how many there are. */
export async function listKnown(
  db: Db,
  viewer: Session,
  process: number,
  { limit, offset }: { limit: number; offset: number },
) {
  const all = documentsOf(db, viewer, process)
    .where('documents.state', '=', 'published')
    .where((where) => where.or([read, signed]))
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await all
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .innerJoin('employees', 'employees.id', 'documents.employee_id')
    .orderBy('users.sort_name')
    .orderBy('documents.id')
    .limit(limit)
    .offset(offset)
    .select([
      'documents.id',
      'users.sort_name as colaborador',
      'employees.cuil',
      'documents.signing',
      'documents.first_read_at as leido',
      'documents.signed_at as firmado',
    ])
    .$narrowType<{ colaborador: NotNull }>()
    .execute()
  const data = rows.map((row) => ({ ...row, estado: documentWord('published', row.signing, row.leido) }))
  return { data, total }
}

/** The undoing of a publication that is under way. */
export function runningUndo(db: Db, publication: number) {
  return undosOf(db, publication)
    .where('processes.status', '=', 'in_progress')
    .select(['processes.id', 'processes.done as hechos', 'processes.total'])
    .executeTakeFirst()
}

/** The newest undoing of a publication that ended, with how much it annulled, and why. */
export function lastUndo(db: Db, publication: number) {
  return undosOf(db, publication)
    .innerJoin('users', 'users.id', 'processes.created_by')
    .where('processes.status', '=', 'successful')
    .orderBy('processes.id', 'desc')
    .limit(1)
    .select([
      'processes.done as documentos',
      'processes.finished_at as fecha',
      'users.sort_name as quien',
      sql<string>`processes.options ->> 'reason'`.as('motivo'),
    ])
    .$narrowType<{ quien: NotNull; fecha: NotNull }>()
    .executeTakeFirst()
}

function undosOf(db: Db, publication: number) {
  return db
    .selectFrom('processes')
    .where('processes.kind', '=', 'undo_publication')
    .where(sql<number>`(processes.options ->> 'publication')::bigint`, '=', publication)
}
