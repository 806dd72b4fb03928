import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { ParsedOf } from '#contract/call.ts'
import { devicesAtMost, type push, type PushDevice, type PushEvent } from '#contract/push.ts'
import type { Context } from '#server/shared/context.ts'
import { deviceName, deviceType } from '#server/shared/identity/device.ts'
import { refuse } from '#server/shared/errors.ts'
import { type ActOf, recordEvent } from '#server/shared/evidence/events.ts'
import type { Services } from '#server/shared/services.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { mayCall } from './allowed.ts'
import { pushJob } from './delivery.ts'
import { canEncryptTo } from './encrypting.ts'
import { ownKey } from './own-key.ts'

const kinds = { desktop: 'computadora', mobile: 'telefono', tablet: 'tableta' } as const
const columns = ['id', 'device', 'created_at', 'last_success_at', 'endpoint_hash'] as const

/** The person's own devices, the newest first, and the key that a browser subscribes with. */
export async function showMine(ctx: Context) {
  const { point } = await ownKey(ctx.services)
  const rows = await ctx.read((tx) =>
    tx.db
      .selectFrom('push_subscriptions')
      .where('user_id', '=', ctx.session.userId)
      .select(columns)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  )
  return { clave: point, dispositivos: rows.map((row) => present(ctx, row)) }
}

interface Row {
  id: number
  device: string | null
  created_at: Date
  last_success_at: Date | null
  endpoint_hash: string
}

function present({ request }: Context, row: Row): PushDevice {
  const type = deviceType(row.device)
  return {
    id: row.id,
    dispositivo: deviceName(row.device, request.language),
    tipo: type ? kinds[type] : null,
    creado: row.created_at.toISOString(),
    ultimo: row.last_success_at?.toISOString() ?? null,
    huella: row.endpoint_hash,
  }
}

/**
 * Subscribes this device for this person. A browser has one subscription, which belongs to the last person who turned
 * it on.
 */
export function addDevice(ctx: Context, { endpoint, p256dh, auth }: ParsedOf<typeof push.add>) {
  const { session, services, request } = ctx
  if (!mayCall(endpoint, services.config.pushHosts)) refuse('PUSH_ADDRESS_NOT_ALLOWED', 'endpoint')
  const keys = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') }
  if (!canEncryptTo(keys)) refuse('PUSH_KEYS_WRONG', 'p256dh')
  return ctx.act(async (tx) => {
    const row = {
      ...keys,
      user_id: session.userId,
      session_id: session.id,
      device: request.device.slice(0, 300) || null,
      created_at: services.clock(),
      last_success_at: null,
    }
    const kept = await tx.db
      .insertInto('push_subscriptions')
      .values({ ...row, company_id: tx.company, endpoint, endpoint_hash: hashOf(endpoint) })
      .onConflict((on) => on.columns(['company_id', 'endpoint_hash']).doUpdateSet(row))
      .returning(columns)
      .executeTakeFirstOrThrow()
    await sql`delete from push_subscriptions where id in (select id from push_subscriptions
      where user_id = ${session.userId} order by created_at desc, id desc offset ${devicesAtMost})`.execute(
      tx.db,
    )
    await note(ctx, tx, 'device_notices_on')
    return present(ctx, kept)
  })
}

/** Turns one of one's own off. @throws {Refusal} NOT_FOUND for what isn't */
export function removeDevice(ctx: Context, id: number): Promise<Record<string, never>> {
  return ctx.act(async (tx) => {
    const gone = await tx.db
      .deleteFrom('push_subscriptions')
      .where('id', '=', id)
      .where('user_id', '=', ctx.session.userId)
      .returning('id')
      .executeTakeFirst()
    if (!gone) refuse('NOT_FOUND')
    await note(ctx, tx, 'device_notices_off')
    return {}
  })
}

/** Turns the device of an address off, as signing out there does. */
export function removeThisDevice(ctx: Context, endpoint: string): Promise<Record<string, never>> {
  return ctx.act(async (tx) => {
    const gone = await tx.db
      .deleteFrom('push_subscriptions')
      .where('endpoint_hash', '=', hashOf(endpoint))
      .where('user_id', '=', ctx.session.userId)
      .returning('id')
      .executeTakeFirst()
    if (gone) await note(ctx, tx, 'device_notices_off')
    return {}
  })
}

function note(ctx: Context, tx: Tx, act: ActOf<'session'>): Promise<number> {
  return recordEvent(tx, {
    subject: { kind: 'session', id: ctx.session.id },
    act,
    at: ctx.services.clock(),
    ...ctx.evidence,
  })
}

function hashOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex')
}

/** Ends the subscriptions that were made in sessions that end. */
export async function dropDevicesOfSessions(tx: Tx, sessions: readonly number[]): Promise<void> {
  if (sessions.length === 0) return
  await tx.db
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sql<number>`any(${sessions}::bigint[])`)
    .execute()
}

/** Turns off the devices of somebody, or of everybody, that were turned on at a site or, without one, at either. */
export async function dropDevicesAt(
  tx: Tx,
  { userId, site }: { userId: number | null; site: 's' | 'e' | null },
): Promise<void> {
  await tx.db
    .deleteFrom('push_subscriptions')
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? 0))
    .$if(site !== null, (query) =>
      query.where('session_id', 'in', (from) =>
        from
          .selectFrom('sessions')
          .select('id')
          .where('audience', '=', site ?? 's'),
      ),
    )
    .execute()
}

/** Turns off all devices of a user but those of one session, as their sessions are ended. */
export async function dropDevicesOf(tx: Tx, userId: number, but: number | null): Promise<void> {
  await tx.db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .$if(but !== null, (query) => query.where('session_id', '<>', but ?? 0))
    .execute()
}

/**
 * Whether a device would tell somebody, of whom `user` is a column: they turned one on, and it told nothing of the kind
 * since.
 */
export function reachedOnDevice(user: string, event: PushEvent, notSince: Date): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from push_subscriptions s where s.user_id = ${sql.ref(user)})
    and not exists (select from push_notices n where n.user_id = ${sql.ref(user)} and n.event = ${event}
      and n.created_at > ${notSince}))`
}

/** A push notification. `name` is its deduplication key: one per user and name. */
interface Told {
  event: PushEvent
  name: string
  people: readonly number[]
  /** Leaves out people whom a device has notified of the same kind since then. */
  notSince?: Date
}

/**
 * From nine in the evening until seven in the morning of the company's zone nobody's device makes a sound: the instant at
 * which these hours end, null outside of them.
 */
async function endOfQuietHours(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ ends: Date | null }>`
    select case when extract(hour from here) >= 21 or extract(hour from here) < 7
      then (date_trunc('day', here - interval '7 hours') + interval '1 day 7 hours') at time zone zone end as ends
    from (select zone, ${now}::timestamptz at time zone zone as here from companies) as company`.execute(db)
  return rows[0]?.ends ?? null
}

/**
 * Tells people on their devices, in the caller's transaction: it is sent if that commits. Who turned nothing on is
 * passed over; a mail, and whether they have one, is another matter. In quiet hours it waits for their end.
 */
export async function tellOnDevices(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { event, name, people, notSince }: Told,
): Promise<void> {
  if (people.length === 0) return
  const { rows } = await sql<{ user_id: number }>`
    insert into push_notices (company_id, user_id, name, event, created_at)
    select distinct s.company_id, s.user_id, ${name}, ${event}, ${clock()}::timestamptz
    from push_subscriptions s where s.user_id = any(${people})
      and not exists (select from push_notices n where n.user_id = s.user_id and n.event = ${event}
        and n.created_at > ${notSince ?? null}::timestamptz)
    on conflict do nothing returning user_id`.execute(tx.db)
  if (rows.length === 0) return
  const devices = await tx.db
    .selectFrom('push_subscriptions')
    .where(
      'user_id',
      'in',
      rows.map((row) => row.user_id),
    )
    .select('id')
    .execute()
  const startAfter = await endOfQuietHours(tx.db, clock())
  for (const { id } of devices)
    tx.enqueue(pushJob, { device: id, event, name }, { ...(startAfter && { startAfter }) })
}
