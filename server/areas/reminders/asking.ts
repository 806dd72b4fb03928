import { actions } from '#contract/actions.ts'
import type { ParsedOf } from '#contract/call.ts'
import {
  reminderWanted,
  type ReminderWanted,
  type reminders,
  type ScheduledReminder,
} from '#contract/reminders.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import {
  countMeant,
  findReminder,
  findRemindingViewer,
  type FoundReminder,
  goesBeyond,
  hasTerms,
  listReminders,
  listUnreached,
  lockReminders,
  namesOf,
  reachesNobody,
  runningReminder,
  type ReminderKind,
} from './queries.ts'
import { nextRun } from './due.ts'
import { beginRun } from './run.ts'

/** Reminders of the company with what they did. */
export function showReminders({ read, session }: Context, input: ParsedOf<typeof reminders.list>) {
  const limits = rowsOf(input)
  return read(async (tx) => {
    const { rows, total } = await listReminders(tx.db, limits)
    return { data: await present(tx, session, rows), pagination: paginationOf(total, input) }
  })
}

/** Counts the people whom a reminder would reach now. */
export function countReminder({ read, session, services }: Context, input: ParsedOf<typeof reminders.count>) {
  return read(async (tx) => ({
    ...(await countMeant(tx.db, session, 'signature', input, services.clock())),
    plazos: await hasTerms(tx.db, session),
    en_curso: (await runningReminder(tx.db)) ?? null,
  }))
}

/** A page of the people whom a reminder would not reach. */
export function showUnreached(
  { read, session, services }: Context,
  input: ParsedOf<typeof reminders.unreached>,
) {
  const { page: _, perPage: __, ...wanted } = input
  return read(async (tx) => {
    const { data, total } = await listUnreached(tx.db, session, wanted, services.clock(), rowsOf(input))
    return { data, pagination: paginationOf(total, input) }
  })
}

/**
 * Reminds now, and where days are given goes on by itself until nobody is left to sign or the last day has passed.
 */
export function createReminder(ctx: Context, input: ParsedOf<typeof reminders.create>) {
  const { cada_dias, hasta, ...wanted } = input
  const { session, services } = ctx
  return ctx.act(async (tx) => {
    const now = services.clock()
    if (hasta && !cada_dias) refuse('REMINDER_UNTIL_ALONE', 'hasta')
    if (hasta && hasta < today(session.zone, now)) refuse('REMINDER_UNTIL_PAST', 'hasta')
    await lockReminders(tx)
    if (await runningReminder(tx.db)) refuse('REMINDER_UNDER_WAY')
    const counted = await countMeant(tx.db, session, 'signature', wanted, now)
    if (reachesNobody(counted) && (!cada_dias || counted.documentos === 0)) refuse('REMINDER_NOBODY')
    const id = await begin(tx, ctx, 'signature', wanted, { every: cada_dias ?? null, until: hasta ?? null })
    const found = await findReminder(tx.db, id)
    const [shown] = found ? await present(tx, session, [found]) : []
    if (!shown) throw new Error('a reminder that was just made is gone')
    return shown
  })
}

/** Keeps what is asked for and begins its first run. */
export async function begin(
  tx: Tx,
  { session, services, evidence }: Context,
  kind: ReminderKind,
  wanted: ReminderWanted,
  { every, until }: { every: number | null; until: string | null },
): Promise<number> {
  const now = services.clock()
  const next = every ? nextRun(now, every, now) : null
  const goesOn = next !== null && (until === null || today(session.zone, next) <= until)
  const { id } = await tx.db
    .insertInto('reminders')
    .values({
      company_id: tx.company,
      kind,
      wanted: JSON.stringify(wanted),
      every_days: every,
      until,
      profile_id: session.profileId,
      created_by: session.userId,
      created_at: now,
      next_at: goesOn ? next : null,
      ...(!goesOn && { ended_at: now, ended_for: every ? ('last_day' as const) : ('once' as const) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const process = await beginRun(tx, { id, kind, created_by: session.userId }, now)
  await recordEvent(tx, {
    subject: { kind: 'process', id: process },
    act: kind === 'signature' ? 'reminder_asked' : 'notice_asked',
    at: now,
    data: { reminder: id, every, until },
    ...evidence,
  })
  return id
}

/**
 * Stops one that goes on: its maker, or somebody who reaches all that it is about.
 *
 * @throws {Refusal} NOT_FOUND, REMINDER_ENDED, PROCESS_NOT_YOURS
 */
export function cancelReminder(ctx: Context, { id }: ParsedOf<typeof reminders.cancel>) {
  const { session, services } = ctx
  return ctx.act(async (tx) => {
    await tx.db.selectFrom('reminders').select('id').where('id', '=', id).forUpdate().execute()
    const found = await findReminder(tx.db, id)
    if (!found) refuse('NOT_FOUND')
    if (!found.next_at) refuse('REMINDER_ENDED')
    const now = services.clock()
    const maker =
      found.created_by === session.userId
        ? null
        : await findRemindingViewer(tx.db, found, actions.signatureReminder)
    const about = { kind: 'signature', wanted: reminderWanted.parse(found.wanted), now } as const
    if (maker && (await goesBeyond(tx.db, session, { maker, ...about }))) refuse('PROCESS_NOT_YOURS')
    await tx.db
      .updateTable('reminders')
      .set({ next_at: null, ended_at: now, ended_by: session.userId, ended_for: 'cancelled' })
      .where('id', '=', id)
      .execute()
    if (found.last)
      await recordEvent(tx, {
        subject: { kind: 'process', id: found.last.process_id },
        act: 'reminder_stopped',
        at: now,
        data: { reminder: id },
        ...ctx.evidence,
      })
    const after = await findReminder(tx.db, id)
    const [shown] = await present(tx, session, [after ?? found])
    if (!shown) throw new Error('a reminder that was just found is gone')
    return shown
  })
}

async function present(
  tx: Tx,
  viewer: Context['session'],
  rows: readonly FoundReminder[],
): Promise<ScheduledReminder[]> {
  const wanted = rows.map((row) => reminderWanted.parse(row.wanted))
  const names = await namesOf(tx.db, viewer, wanted)
  const named = (ids: readonly number[] | undefined, of: ReadonlyMap<number, string>) =>
    (ids ?? []).flatMap((id) => of.get(id) ?? [])
  return rows.map((row, at) => {
    const { tipo, sector, periodo, proceso, documento, vencidos } = wanted[at] ?? { vencidos: false }
    return {
      id: row.id,
      pedido: {
        tipos: named(tipo, names.types),
        periodo: periodo ?? null,
        sectores: named(sector, names.sectors),
        proceso: proceso ?? null,
        vencidos,
        documentos: documento?.length ?? null,
      },
      cada_dias: row.every_days,
      hasta: row.until,
      creado: row.created_at.toISOString(),
      creado_por: row.sort_name ?? '',
      proximo: row.next_at?.toISOString() ?? null,
      terminado: row.ended_at?.toISOString() ?? null,
      termino: row.ended_for,
      veces: row.runs,
      enviados: row.mailed,
      ultimo: row.last && {
        proceso: row.last.process_id,
        fecha: new Date(row.last.at).toISOString(),
        enviados: row.last.mailed,
        sin_correo: row.last.without_mail,
        ya_avisados: row.last.recently,
        documentos: row.last.documents,
        en_curso: row.last.running,
      },
    }
  })
}
