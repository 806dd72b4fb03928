import { type NotNull, sql, type SqlBool } from 'kysely'
import type { ParsedOf } from '#contract/call.ts'
import { processKinds } from '#contract/processes/kinds.ts'
import type { ProcessDetail, processes } from '#contract/processes/processes.ts'
import { addDays } from '#server/shared/today.ts'
import { countRows } from '#server/shared/list.ts'
import { peopleFound } from '#server/shared/text/search.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees, visibleTypes } from '#server/shared/visibility.ts'

export type ProcessFilters = ParsedOf<typeof processes.sheet>

/** Processes of the company that a viewer may know of: those of types that it doesn't see are not there. */
export function knownProcesses(db: Db, viewer: Viewer) {
  return db
    .selectFrom('processes')
    .where('processes.kind', 'in', processKinds)
    .where((where) =>
      where.or([
        where('processes.type_id', 'is', null),
        sql<SqlBool>`${visibleTypes(viewer, 'processes.type_id')}`,
      ]),
    )
}

/** Those that began within the range, and are of who is looked for. */
function wanted(db: Db, viewer: Session, { desde, hasta, buscar, clase, estado }: ProcessFilters) {
  const midnight = (day: string) => sql<Date>`(${day}::date::timestamp at time zone ${viewer.zone})`
  return knownProcesses(db, viewer)
    .where('processes.created_at', '>=', midnight(desde))
    .where('processes.created_at', '<', midnight(addDays(hasta, 1)))
    .$if(Boolean(buscar), (query) => query.where(peopleFound(buscar ?? '', 'processes.created_by', true)))
    .$if(Boolean(clase), (query) => query.where('processes.kind', 'in', clase ?? []))
    .$if(Boolean(estado), (query) => query.where('processes.status', 'in', estado ?? []))
}

/** Everything that a line of the list says, before it is put in words. */
function withFacts(query: ReturnType<typeof knownProcesses>, viewer: Session) {
  return query
    .innerJoin('users as maker', 'maker.id', 'processes.created_by')
    .leftJoin('users as holder', 'holder.id', 'processes.taken_by')
    .leftJoin('employees as made_by', 'made_by.id', 'processes.created_by')
    .leftJoin('document_types', 'document_types.id', 'processes.type_id')
    .leftJoin('publications', 'publications.process_id', 'processes.id')
    .leftJoin('employee_imports', 'employee_imports.process_id', 'processes.id')
    .select([
      'processes.id',
      'processes.kind',
      'processes.status',
      'processes.step',
      'processes.options',
      'processes.total',
      'processes.done',
      'processes.failed',
      'processes.period',
      'processes.created_at',
      'processes.started_at',
      'processes.finished_at',
      'processes.type_id',
      'processes.created_by',
      'processes.taken_by',
      'maker.first_name',
      'maker.last_name',
      'holder.sort_name as holder_name',
      'document_types.name as type_name',
      'document_types.folder_id',
      'publications.mode',
      'publications.label',
      'publications.file_name as publication_file',
      'publications.file_size',
      'publications.pages',
      'publications.read_milliseconds',
      'publications.waiting',
      'publications.notices',
      'publications.undone_at',
      'employee_imports.file_name as import_file',
      'employee_imports.findings',
      sql<
        string | null
      >`case when ${visibleEmployees(viewer, 'processes.created_by')} then made_by.cuil end`.as('cuil'),
    ])
    .$narrowType<{ first_name: NotNull; last_name: NotNull }>()
}

/** A page of the list and how many there are, counted to one beyond the farthest row. */
export async function listProcesses(
  db: Db,
  viewer: Session,
  filters: ProcessFilters,
  { limit, offset }: { limit: number; offset: number },
) {
  const total = await countRows(db, wanted(db, viewer, filters).select('processes.id'))
  const rows = await withFacts(wanted(db, viewer, filters), viewer)
    .orderBy('processes.created_at', 'desc')
    .orderBy('processes.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total }
}

/** One process that the viewer may know of. */
export function findProcess(db: Db, viewer: Session, id: number) {
  return withFacts(knownProcesses(db, viewer).where('processes.id', '=', id), viewer).executeTakeFirst()
}
export type FoundProcess = NonNullable<Awaited<ReturnType<typeof findProcess>>>

/** To whom its report was mailed, and when: who published, or went on with it. */
export function reportOf(db: Db, id: number) {
  return db
    .selectFrom('mails')
    .where('event', '=', 'publication_finished')
    .where('subject_kind', '=', 'process')
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .select(['to_address as para', 'created_at as enviado'])
    .executeTakeFirst()
}

/** The mails that a process sent to people, by delivery; null without any. */
export async function mailsSent(db: Db, id: number) {
  const sent = await db
    .selectFrom('mails')
    .where('process_id', '=', id)
    .select(({ fn }) => {
      const of = (state: 'sent' | 'failed' | 'queued') =>
        fn.countAll<number>().filterWhere('state', '=', state)
      return [of('sent').as('entregados'), of('failed').as('rebotados'), of('queued').as('en_camino')]
    })
    .executeTakeFirstOrThrow()
  return sent.entregados + sent.rebotados + sent.en_camino === 0 ? null : sent
}

/** When it reached each of its steps, the first first. */
export function stepsOf(db: Db, id: number) {
  return db
    .selectFrom('process_steps')
    .where('process_id', '=', id)
    .orderBy('id')
    .select(['step', 'at'])
    .execute()
}

/**
 * Receipts of a publication that are or were ready, with an open exception, and left out by somebody. Null where it
 * has none.
 */
export async function reviewOf(db: Db, id: number): Promise<ProcessDetail['revision']> {
  const found = await db
    .selectFrom('publication_items')
    .where('process_id', '=', id)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('standing', '=', 'ready').as('listos'),
      fn.countAll<number>().filterWhere('standing', '=', 'open').as('guardados'),
      fn.countAll<number>().filterWhere('standing', '=', 'excluded').as('excluidos'),
    ])
    .executeTakeFirstOrThrow()
  return found.listos + found.guardados + found.excluidos > 0 ? found : null
}

/** Those of some processes in which somebody is beyond a viewer's reach. */
export async function processesBeyondReach(
  db: Db,
  viewer: Session,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('process_items as item')
    .leftJoin('publication_items as receipt', 'receipt.id', 'item.id')
    .where('item.process_id', 'in', ids)
    .where((where) =>
      where.or([
        where.and([
          where('receipt.recipient_id', 'is not', null),
          where.not(visibleEmployees(viewer, 'receipt.recipient_id')),
        ]),
        sql<SqlBool>`exists (select from employees e where e.id = (item.data ->> 'employee')::bigint
          and not ${visibleEmployees(viewer, 'e.id')})`,
      ]),
    )
    .groupBy('item.process_id')
    .select('item.process_id as id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
