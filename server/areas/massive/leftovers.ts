import { sql } from 'kysely'
import type { ParsedOf } from '#contract/call.ts'
import type { massive } from '#contract/massive/massive.ts'
import { modeFacts } from '#contract/massive/modes.ts'
import { leftoverDays } from '#contract/massive/publication.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvents } from '#server/shared/evidence/events.ts'
import { findLeftovers, leftForLater, leftoversUntil } from '#server/shared/processes/leftovers.ts'
import { beginProcess, lockProcess } from '#server/shared/processes/lifecycle.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { visibleEmployees } from '#server/shared/visibility.ts'
import { captured, type Reader } from './creating.ts'
import { shownPublication } from './preview/showing.ts'
import { findPublication, visiblePublications } from './queries.ts'

/** Notices that hold for each receipt of a file, and so for those that were left of it. */
const lastingNotices: readonly string[] = ['MASSIVE_OTHER_EMPLOYER']

/**
 * Opens the review of the receipts that a publication left for later, as a publication of their own. Where somebody has
 * opened it already, that one is answered: of two who go on at once, both get the same.
 */
export function resumeLeftovers(ctx: Context, { id }: ParsedOf<typeof massive.resume>) {
  const { session, services } = ctx
  return ctx.act(async (tx) => {
    await lockProcess(tx, id)
    const of = await findPublication(tx.db, session, id)
    if (!of) refuse('NOT_FOUND')
    const now = services.clock()
    const left = await findLeftovers(tx.db, session, of, now)
    if (!left) {
      const until = leftoversUntil(of)
      if (until && until <= now) refuse('MASSIVE_LEFTOVERS_TOO_OLD', undefined, { dias: leftoverDays })
      refuse('MASSIVE_NO_LEFTOVERS')
    }
    if (left.proceso !== null) {
      if (!(await findPublication(tx.db, session, left.proceso))) refuse('MASSIVE_LEFTOVERS_TAKEN')
      return shownPublication(tx, ctx, left.proceso)
    }
    if (!(await captured(tx.db, session, of.type_id))) refuse('PROCESS_TYPE_GONE')
    const made = await beginProcess(tx, {
      kind: 'massive',
      step: 'preview',
      by: session.userId,
      at: now,
      type: of.type_id,
      period: of.period,
      total: left.cantidad,
    })
    const { userId, profileKind, seesConfidential, zone } = session
    const viewer: Reader = { userId, profileKind, seesConfidential, zone }
    await tx.db
      .insertInto('publications')
      .values({
        company_id: tx.company,
        process_id: made,
        continues: id,
        // Files that came back signed are published as they are.
        mode: modeFacts[of.mode].goesOut && of.outgoing_file_id !== null ? 'publish' : of.mode,
        type_version: of.type_version,
        viewer: JSON.stringify(viewer),
        label: of.label,
        file_name: of.file_name,
        file_size: of.file_size,
        received: of.file_size,
        notify: of.notify,
        notices: JSON.stringify(of.notices.filter(({ code }) => lastingNotices.includes(code))),
      })
      .execute()
    const moved = await moveLeftovers(tx, ctx, id, made)
    await recordEvents(tx, [
      {
        subject: { kind: 'publication', id: made },
        act: 'begun',
        ...ctx.evidence,
        at: now,
        data: { mode: of.mode, type: of.type_id, period: of.period, continues: id, receipts: moved },
      },
      {
        subject: { kind: 'publication', id },
        act: 'leftovers_taken',
        ...ctx.evidence,
        at: now,
        data: { receipts: moved, to: made },
      },
    ])
    return shownPublication(tx, ctx, made)
  })
}

/** Moves what was left for later, with what was joined to it, to the publication that goes on with it. */
async function moveLeftovers(tx: Tx, { session }: Context, from: number, to: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with recursive moved as (
      select item.id from publication_items item
      where item.process_id = ${from} and ${leftForLater}
        and (item.recipient_id is null or ${visibleEmployees(session, 'item.recipient_id')})
      union all
      select item.id from publication_items item join moved on item.merged_into = moved.id)
    select id from moved`.execute(tx.db)
  await moveItems(
    tx,
    rows.map(({ id }) => id),
    to,
  )
  return rows.length
}

/** Gives items, in their order, to another publication, with nothing done yet. */
async function moveItems(tx: Tx, ids: readonly number[], to: number): Promise<void> {
  if (ids.length === 0) return
  await sql`update process_items item set process_id = ${to}, n = numbered.n, state = 'pending', failure = null,
      claimed_by = null, claimed_until = null
    from (select id, (row_number() over (order by n))::int
        + (select coalesce(max(n), 0) from process_items where process_id = ${to}) as n
      from process_items where id = any(${ids})) numbered
    where item.id = numbered.id`.execute(tx.db)
  await tx.db
    .updateTable('publication_items')
    .set({ process_id: to })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute()
}

/**
 * Returns the receipts of a cancelled publication, undecided, to the one that had left them for later; not those of which
 * a document was made, which a second person rejected.
 */
export async function returnLeftovers(tx: Tx, process: number): Promise<void> {
  const { continues } = await tx.db
    .selectFrom('publications')
    .select('continues')
    .where('process_id', '=', process)
    .executeTakeFirstOrThrow()
  if (continues === null) return
  const rows = await tx.db
    .updateTable('publication_items')
    .set({
      decision: sql<'merged' | null>`case when decision = 'merged' then decision end`,
      decided_for: sql<number | null>`case when decision = 'merged' then decided_for end`,
    })
    .where('process_id', '=', process)
    .where(
      sql<boolean>`not exists (select from documents made where made.process_item_id = publication_items.id)`,
    )
    .returning('id')
    .execute()
  await moveItems(
    tx,
    rows.map(({ id }) => id),
    continues,
  )
  await sql`update process_items set state = 'excluded' where process_id = ${continues} and state = 'pending'`.execute(
    tx.db,
  )
}

/** Publications listed at most. */
const mostPending = 5

/**
 * Publications that wait for somebody to decide: those in review, and those that left receipts for later and that nobody
 * has gone on with. The newest first.
 */
export function listPending(ctx: Context) {
  const { session, services } = ctx
  const since = new Date(services.clock().getTime() - leftoverDays * 86_400_000)
  const counted = (fits: ReturnType<typeof sql<boolean>>) =>
    sql<number>`(select count(*)::int from publication_items item
      where item.process_id = processes.id and ${fits}
        and (item.recipient_id is null or ${visibleEmployees(session, 'item.recipient_id')}))`
  return ctx.read(async (tx) => {
    const rows = await visiblePublications(tx.db, session)
      .innerJoin('document_types as type', 'type.id', 'processes.type_id')
      .where((is) =>
        is.or([
          is.and([is('processes.status', '=', 'in_progress'), is('processes.step', '=', 'preview')]),
          is.and([
            is('processes.status', 'in', ['successful', 'completed_with_observations']),
            is('processes.finished_at', '>', since),
            is('publications.undone_at', 'is', null),
            sql<boolean>`exists (select from publication_items item
              where item.process_id = processes.id and ${leftForLater})`,
          ]),
        ]),
      )
      .orderBy('processes.created_at', 'desc')
      .limit(mostPending)
      .select([
        'processes.id',
        'processes.status',
        'processes.finished_at',
        'processes.period as periodo',
        'type.name as tipo',
        'publications.label as etiqueta',
        counted(
          sql<boolean>`item.standing = 'open' and (processes.status = 'in_progress' or item.file_id is not null)`,
        ).as('excepciones'),
        counted(sql<boolean>`item.standing = 'ready'`).as('listos'),
      ])
      .execute()
    return rows.map(({ status, finished_at, ...row }) => ({
      ...row,
      hasta: leftoversUntil({ status, finished_at })?.toISOString() ?? null,
    }))
  })
}
