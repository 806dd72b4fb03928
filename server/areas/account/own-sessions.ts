import { sql } from 'kysely'
import { type AccountAct, accountActs, type deviceKind } from '#contract/account/own.ts'
import type { z } from 'zod'
import type { Context } from '#server/shared/context.ts'
import { deviceName, deviceType } from '#server/shared/identity/device.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvents } from '#server/shared/evidence/events.ts'
import { countRows, paginationOf, rowsOf } from '#server/shared/list.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { endSessionsThat } from '#server/areas/session/operations.ts'

const kinds = { desktop: 'computadora', mobile: 'telefono', tablet: 'tableta' } as const

/** The person's sessions that still live, at both sites, this one first and then the one seen last. */
export async function listSessions(ctx: Context) {
  const { session, services, request } = ctx
  const now = services.clock()
  const rows = await ctx.read((tx) =>
    livingSessions(tx.db, session.userId, now, session.idleMinutes)
      .select(['id', 'audience', 'device', 'address', 'created_at', 'seen_at'])
      .orderBy((is) => is('id', '=', session.id), 'desc')
      .orderBy('seen_at', 'desc')
      .limit(50)
      .execute(),
  )
  return rows.map((row) => ({
    id: row.id,
    sitio: row.audience,
    dispositivo: deviceName(row.device, request.language),
    tipo: kindOf(row.device),
    direccion: row.address,
    desde: row.created_at,
    visto: row.seen_at,
    actual: row.id === session.id,
  }))
}

function kindOf(device: string | null): z.infer<typeof deviceKind> | null {
  const type = deviceType(device)
  return type ? kinds[type] : null
}

/** Ends one of one's own. @throws {Refusal} NOT_FOUND for what isn't, or is over */
export async function endOne(ctx: Context, id: number): Promise<Record<string, never>> {
  if ((await endMine(ctx, (session) => session === id)) === 0) refuse('NOT_FOUND')
  return {}
}

/** Ends all of one's own but this one; returns how many. */
export async function endOthers(ctx: Context): Promise<{ cerradas: number }> {
  return { cerradas: await endMine(ctx, (session) => session !== ctx.session.id) }
}

function endMine(ctx: Context, chosen: (session: number) => boolean): Promise<number> {
  const { session, services } = ctx
  const at = services.clock()
  return ctx.write(async (tx) => {
    const open = await livingSessions(tx.db, session.userId, at, session.idleMinutes).select('id').execute()
    const ids = open.map(({ id }) => id).filter(chosen)
    if (ids.length === 0) return 0
    await endSessionsThat(tx, at, (is) => is('id', 'in', ids))
    await recordEvents(
      tx,
      ids.map((id) => ({ subject: { kind: 'session', id }, act: 'session_closed', at, ...ctx.evidence })),
    )
    return ids.length
  })
}

/** A person's sessions that are open: neither ended, nor past their life or their idle life. */
export function livingSessions(db: Db, userId: number, now: Date, idleMinutes: number) {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('seen_at', '>', new Date(now.getTime() - idleMinutes * 60_000))
}

/** A page of the events of one's own account and sessions, the newest first. */
export async function listActivity(ctx: Context, input: { page: number; perPage: number }) {
  const { session, request } = ctx
  const { limit, offset } = rowsOf(input)
  const { rows, total } = await ctx.read(async (tx) => ({
    rows: await mine(tx.db, session.userId)
      .leftJoin('event_details', (on) =>
        on
          .onRef('event_details.company_id', '=', 'events.company_id')
          .onRef('event_details.event_id', '=', 'events.id'),
      )
      .leftJoin('users', (on) =>
        on.onRef('users.company_id', '=', 'events.company_id').onRef('users.id', '=', 'events.actor_id'),
      )
      .select([
        'events.id',
        'events.at',
        'events.act',
        'events.actor_id',
        'event_details.device',
        'event_details.address',
        sql<string | null>`users.first_name || ' ' || users.last_name`.as('who'),
      ])
      .orderBy('events.id', 'desc')
      .limit(limit)
      .offset(offset)
      .$narrowType<{ act: AccountAct }>()
      .execute(),
    total: await countMine(tx.db, session.userId),
  }))
  const data = rows.map(({ id, at, act, actor_id, device, address, who }) => {
    const propio = actor_id === session.userId
    return {
      id,
      fecha: at,
      hecho: act,
      quien: propio ? null : who,
      propio,
      // Another person's device and address are private to them.
      dispositivo: propio ? deviceName(device, request.language) : null,
      direccion: propio ? address : null,
    }
  })
  return { data, pagination: paginationOf(total, input) }
}

/** Events about the account, and the person's acts on their sessions: two indexes, so two arms. */
function mine(db: Db, userId: number) {
  return db.selectFrom('events').where('events.id', 'in', (from) =>
    from
      .selectFrom('events as about')
      .select('about.id')
      .where('about.subject_kind', 'in', ['credential', 'employee'])
      .where('about.subject_id', '=', userId)
      .where('about.act', 'in', accountActs)
      .union(
        from
          .selectFrom('events as done')
          .select('done.id')
          .where('done.actor_id', '=', userId)
          .where('done.subject_kind', '=', 'session')
          .where('done.act', 'in', accountActs),
      ),
  )
}

async function countMine(db: Db, userId: number): Promise<number> {
  return countRows(db, mine(db, userId).select('events.id'))
}
