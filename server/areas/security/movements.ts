import { sql, type SqlBool } from 'kysely'
import type { AnswerOf } from '#contract/call.ts'
import { movementsShown, type security } from '#contract/security/security.ts'
import type { Context } from '#server/shared/context.ts'
import { deviceName } from '#server/shared/identity/device.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'

type Movement = AnswerOf<typeof security.movements>[number]

const days = 90
/** More than a page of each kind, so that movements of the same instant as a page's last one are included. */
const asked = movementsShown + 20

/** From when to before when. */
interface Span {
  since: Date
  before: Date
}

/**
 * Sign-ins at the portal, changes of second factors, and exports, the newest first. A page includes every movement of
 * its last instant, so that the next page can begin before it.
 */
export async function listMovements(
  { session, services, request, read }: Context,
  { antes }: { antes?: string | undefined },
): Promise<Movement[]> {
  const now = services.clock()
  const span = {
    since: new Date(now.getTime() - days * 86_400_000),
    before: antes ? new Date(antes) : new Date(now.getTime() + 60_000),
  }
  const found = await read(async (tx) => [
    ...(await signIns(tx.db, session, span)),
    ...(await acts(tx.db, session, span)),
    ...(await exports(tx.db, session, span)),
  ])
  const sorted = found.sort((one, other) => other.fecha.getTime() - one.fecha.getTime())
  const last = sorted[movementsShown - 1]?.fecha.getTime() ?? 0
  return sorted
    .filter(({ fecha }) => fecha.getTime() >= last)
    .map(({ fecha, device, ...facts }) => ({
      ...facts,
      fecha: fecha.toISOString(),
      dispositivo: device === null ? null : deviceName(device, request.language),
    }))
}

type Found = Omit<Movement, 'fecha' | 'dispositivo'> & { fecha: Date; device: string | null }

async function signIns(db: Db, viewer: Viewer, { since, before }: Span): Promise<Found[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.created_at as fecha', 'sessions.device', nameOf('users').as('quien')])
    .where('sessions.audience', '=', 's')
    .where('sessions.created_at', '>', since)
    .where('sessions.created_at', '<', before)
    .where(visibleEmployees(viewer, 'sessions.user_id'))
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(asked)
    .execute()
  return rows.map((row) => ({ ...row, hecho: 'signed_in', a: null, cantidad: null }))
}

async function acts(db: Db, viewer: Viewer, { since, before }: Span): Promise<Found[]> {
  const rows = await db
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.actor_id')
    .leftJoin('users as about', (on) =>
      on.onRef('about.id', '=', 'events.subject_id').on('events.subject_kind', '=', 'credential'),
    )
    .leftJoin('profiles', (on) =>
      on.onRef('profiles.id', '=', 'events.subject_id').on('events.subject_kind', '=', 'setting'),
    )
    .leftJoin('event_details', 'event_details.event_id', 'events.id')
    .select([
      'events.at as fecha',
      'events.act as hecho',
      'event_details.device',
      nameOf('users').as('quien'),
      sql<string | null>`case when events.subject_kind = 'setting' then profiles.name
        when events.subject_kind = 'approval' then (select person.first_name || ' ' || person.last_name
          from approvals asked join users person on person.id = asked.employee_id where asked.id = events.subject_id)
        when events.subject_id is distinct from events.actor_id then ${nameOf('about')} end`.as('a'),
    ])
    .where('events.act', 'in', securityActs)
    .where('events.at', '>', since)
    .where('events.at', '<', before)
    .where(
      sql<SqlBool>`case events.subject_kind
        when 'credential' then ${visibleEmployees(viewer, 'events.subject_id')}
        when 'approval' then exists (select from approvals asked where asked.id = events.subject_id
          and ${visibleEmployees(viewer, 'asked.employee_id')})
        else true end`,
    )
    .orderBy('events.at', 'desc')
    .orderBy('events.id', 'desc')
    .limit(asked)
    .$narrowType<{ hecho: Movement['hecho'] }>()
    .execute()
  return rows.map((row) => ({ ...row, cantidad: null }))
}

/** The index of these events is made for them: word for word, as the migration has them. */
const securityActs = [
  'factor_added',
  'factor_removed',
  'factor_reset',
  'factor_locked',
  'recovery_codes_made',
  'recovery_code_used',
  'mfa_required',
  'mfa_not_required',
  'locked',
  'approved_by_time',
] as const

/** Each document of an export is an event of its own: those of one person within an hour are one line. */
async function exports(db: Db, viewer: Viewer, { since, before }: Span): Promise<Found[]> {
  const rows = await db
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.actor_id')
    .select((of) => [
      of.fn.max('events.at').as('fecha'),
      of.fn.countAll<number>().as('count'),
      nameOf('users').as('quien'),
    ])
    .where('events.act', '=', 'exported')
    .where('events.at', '>', since)
    .where(visibleEmployees(viewer, 'users.id'))
    .groupBy(['users.id', 'users.first_name', 'users.last_name', sql`date_trunc('hour', events.at)`])
    .having((of) => of.fn.max('events.at'), '<', before)
    .orderBy('fecha', 'desc')
    .limit(asked)
    .execute()
  return rows.map(({ fecha, quien, count }) => ({
    fecha,
    quien,
    hecho: 'exported',
    a: null,
    cantidad: count,
    device: null,
  }))
}

/** The open sessions at the portal, the one used last first. */
export async function listSessions(
  { session, services, request, read }: Context,
  rows: { limit: number; offset: number },
): Promise<{ data: AnswerOf<typeof security.sessions>['data']; total: number }> {
  const now = services.clock()
  const seenAfter = new Date(now.getTime() - session.idleMinutes * 60_000)
  return read(async (tx) => {
    const open = tx.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .innerJoin('profiles', 'profiles.id', 'sessions.profile_id')
      .where('sessions.audience', '=', 's')
      .where('sessions.ended_at', 'is', null)
      .where('sessions.expires_at', '>', now)
      .where('sessions.seen_at', '>', seenAfter)
      .where(visibleEmployees(session, 'sessions.user_id'))
    const { total } = await open
      .select((of) => of.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const found = await open
      .select([
        'sessions.id',
        'sessions.created_at as desde',
        'sessions.seen_at as visto',
        'sessions.device',
        'sessions.address as direccion',
        'sessions.factor_at',
        'profiles.name as perfil',
        nameOf('users').as('nombre'),
      ])
      .orderBy('sessions.seen_at', 'desc')
      .orderBy('sessions.id', 'desc')
      .limit(rows.limit)
      .offset(rows.offset)
      .execute()
    return {
      total: total,
      data: found.map(({ device, factor_at, desde, visto, ...facts }) => ({
        ...facts,
        desde: desde.toISOString(),
        visto: visto.toISOString(),
        dispositivo: device === null ? null : deviceName(device, request.language),
        factor: factor_at !== null,
        propia: facts.id === session.id,
      })),
    }
  })
}

function nameOf(table: 'users' | 'about') {
  return sql<string>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`
}
