import { type NotNull, sql } from 'kysely'
import type { ParsedOf } from '#contract/call.ts'
import type { publicationNotices, ReminderWanted } from '#contract/reminders.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import type { Db } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import {
  countAllPublished,
  countPublished,
  documentsOf,
  hasPublished,
  publishedProcesses,
} from '#server/areas/processes/operations.ts'
import { begin } from './asking.ts'
import { countMeant, lockReminders, noticeIsRunning, reachesNobody } from './queries.ts'

/** Publications with how much of them nobody has read, and when that was last told. */
export function showNotices({ read, session }: Context, input: ParsedOf<typeof publicationNotices.list>) {
  const limits = rowsOf(input)
  return read(async ({ db }) => {
    const { rows, total } = await listNotices(db, session, limits)
    return { data: rows, pagination: paginationOf(total, input) }
  })
}

/** A page of the publications with how many have not read them, and how many there are, in one statement. */
export async function listNotices(
  db: Db,
  session: Viewer,
  { limit, offset }: { limit: number; offset: number },
) {
  const page = publishedProcesses(db, session)
    .orderBy('processes.created_at', 'desc')
    .orderBy('processes.id', 'desc')
    .limit(limit)
    .offset(offset)
    .select([
      'processes.id',
      'processes.created_at',
      'document_types.name as tipo',
      'processes.period as periodo',
      'publications.label as etiqueta',
      'processes.finished_at as publicado',
    ])
  // The documents of a publication are counted after the page is cut.
  const rows = await db
    .selectFrom(page.as('page'))
    .leftJoinLateral(
      documentsOf(db, session, sql.ref('page.id'))
        .where('documents.state', '=', 'published')
        .select(({ fn }) => [
          fn.countAll<number>().as('documentos'),
          fn.countAll<number>().filterWhere('documents.first_read_at', 'is', null).as('sin_leer'),
        ])
        .as('standing'),
      (on) => on.onTrue(),
    )
    .orderBy('page.created_at', 'desc')
    .orderBy('page.id', 'desc')
    .selectAll('page')
    .select([
      'standing.documentos',
      'standing.sin_leer',
      sql<Date | null>`(select max(n.created_at) from reminders n
          where n.kind = 'unread' and (n.wanted ->> 'proceso')::bigint = page.id)`.as('avisado'),
      countPublished(db, session).as('total'),
    ])
    .$narrowType<{ documentos: NotNull; sin_leer: NotNull }>()
    .execute()
  return { rows, total: rows[0]?.total ?? (offset > 0 ? await countAllPublished(db, session) : 0) }
}

const unreadOf = (proceso: number): ReminderWanted => ({ proceso, vencidos: false })

/** Counts the people whom a notice would reach now. */
export function countNotice(
  { read, session, services }: Context,
  { id }: ParsedOf<typeof publicationNotices.count>,
) {
  return read(async (tx) => {
    if (!(await hasPublished(tx.db, session, id))) refuse('NOT_FOUND')
    return countMeant(tx.db, session, 'unread', unreadOf(id), services.clock())
  })
}

/** Tells again, by mail, those who have not read what a publication brought. */
export function sendNotice(ctx: Context, { id }: ParsedOf<typeof publicationNotices.send>) {
  return ctx.act(async (tx) => {
    await lockReminders(tx)
    if (!(await hasPublished(tx.db, ctx.session, id))) refuse('NOT_FOUND')
    if (await noticeIsRunning(tx.db, id)) refuse('REMINDER_UNDER_WAY')
    const counted = await countMeant(tx.db, ctx.session, 'unread', unreadOf(id), ctx.services.clock())
    if (reachesNobody(counted)) refuse('REMINDER_NOBODY')
    const reminder = await begin(tx, ctx, 'unread', unreadOf(id), { every: null, until: null })
    const { process_id } = await tx.db
      .selectFrom('reminder_runs')
      .where('reminder_id', '=', reminder)
      .select('process_id')
      .executeTakeFirstOrThrow()
    return { proceso: process_id }
  })
}
