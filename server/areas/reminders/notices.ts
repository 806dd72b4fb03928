import { type NotNull, sql } from 'kysely'
import type { ParsedOf } from '#contract/call.ts'
import { publishingKinds } from '#contract/processes.ts'
import type { publicationNotices, ReminderWanted } from '#contract/reminders.ts'
import type { Context } from '../../shared/context.ts'
import { refuse } from '../../shared/errors.ts'
import { farthestRow, paginationOf, rowsOf } from '../../shared/list.ts'
import type { Session } from '../../shared/session.ts'
import type { Db } from '../../shared/tenancy.ts'
import { visibleEmployees, visibleTypes } from '../../shared/visibility.ts'
import { begin } from './asking.ts'
import { countMeant } from './queries.ts'

/** Publications that a viewer may know of and that have published something. */
function publications(db: Db, viewer: Session) {
  return db
    .selectFrom('processes')
    .where('processes.kind', 'in', publishingKinds)
    .where('processes.step', 'in', ['publishing', 'done'])
    .where('processes.done', '>', 0)
    .where((where) =>
      where.or([
        where('processes.type_id', 'is', null),
        sql<boolean>`${visibleTypes(viewer, 'processes.type_id')}`,
      ]),
    )
}

/** Publications with how much of them nobody has read, and when that was last told. */
export function showNotices({ read, session }: Context, input: ParsedOf<typeof publicationNotices.list>) {
  const { limit, offset } = rowsOf(input)
  return read(async (tx) => {
    const counted = publications(tx.db, session)
      .select(sql.lit(1).as('one'))
      .limit(farthestRow + 1)
    const { total } = await tx.db
      .selectFrom(counted.as('counted'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const rows = await publications(tx.db, session)
      .leftJoin('document_types', 'document_types.id', 'processes.type_id')
      .leftJoin('publications', 'publications.process_id', 'processes.id')
      .orderBy('processes.created_at', 'desc')
      .orderBy('processes.id', 'desc')
      .limit(limit)
      .offset(offset)
      .select([
        'processes.id',
        'document_types.name as tipo',
        'processes.period as periodo',
        'publications.label as etiqueta',
        'processes.finished_at as publicado',
        sql<Date | null>`(select max(n.created_at) from reminders n
          where n.kind = 'unread' and (n.wanted ->> 'proceso')::bigint = processes.id)`.as('avisado'),
      ])
      .execute()
    const data = []
    for (const row of rows) data.push({ ...row, ...(await readOf(tx.db, session, row.id)) })
    return { data, pagination: paginationOf(total, input) }
  })
}

function readOf(db: Db, viewer: Session, process: number) {
  return db
    .selectFrom('documents')
    .where('documents.process_item_id', 'in', (from) =>
      from.selectFrom('process_items').select('process_items.id').where('process_id', '=', process),
    )
    .where('documents.state', '=', 'published')
    .where(visibleEmployees(viewer, 'documents.employee_id'))
    .where(visibleTypes(viewer, 'documents.type_id'))
    .select(({ fn }) => [
      fn.countAll<number>().as('documentos'),
      fn.countAll<number>().filterWhere('documents.first_read_at', 'is', null).as('sin_leer'),
    ])
    .$narrowType<{ documentos: NotNull }>()
    .executeTakeFirstOrThrow()
}

const unreadOf = (proceso: number): ReminderWanted => ({ proceso, vencidos: false })

/** Whom a notice would reach now. */
export function countNotice(
  { read, session, services }: Context,
  { id }: ParsedOf<typeof publicationNotices.count>,
) {
  return read(async (tx) => {
    const found = await publications(tx.db, session)
      .where('processes.id', '=', id)
      .select('processes.id')
      .executeTakeFirst()
    if (!found) refuse('NOT_FOUND')
    return countMeant(tx.db, session, 'unread', unreadOf(id), services.clock())
  })
}

/** Tells again, by mail, those who have not read what a publication brought. */
export function sendNotice(ctx: Context, { id }: ParsedOf<typeof publicationNotices.send>) {
  return ctx.act(async (tx) => {
    const found = await publications(tx.db, ctx.session)
      .where('processes.id', '=', id)
      .select('processes.id')
      .executeTakeFirst()
    if (!found) refuse('NOT_FOUND')
    const counted = await countMeant(tx.db, ctx.session, 'unread', unreadOf(id), ctx.services.clock())
    if (counted.con_correo === 0) refuse('REMINDER_NOBODY')
    const reminder = await begin(tx, ctx, 'unread', unreadOf(id), { every: null, until: null })
    const { process_id } = await tx.db
      .selectFrom('reminder_runs')
      .where('reminder_id', '=', reminder)
      .select('process_id')
      .executeTakeFirstOrThrow()
    return { proceso: process_id }
  })
}
