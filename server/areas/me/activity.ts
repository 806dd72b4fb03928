import type { z } from 'zod'
import type { me } from '#contract/me/me.ts'
import type { Context } from '#server/shared/context.ts'
import { deviceName } from '#server/shared/identity/device.ts'
import { onMyAccount, onMyDocuments, openSessions } from './activity-queries.ts'

/** Number of events shown, the newest first. */
const shown = 100

/**
 * The activity around a person's account and documents: views by administrators, changes of credentials, and open
 * sessions. The person's own acts show the device, those of others a name.
 */
export async function showActivity(ctx: Context): Promise<z.input<typeof me.activity.answer>> {
  const { session, services, request } = ctx
  const { sessions, happenings } = await ctx.read(async (tx) => ({
    sessions: await openSessions(tx.db, session.userId, services.clock(), session.idleMinutes),
    happenings: [
      ...(await onMyDocuments(tx.db, session.userId, shown)),
      ...(await onMyAccount(tx.db, session.userId, shown)),
    ],
  }))
  const device = (raw: string | null) => deviceName(raw, request.language)
  return {
    sesiones: sessions.map(({ id, dispositivo, ...facts }) => ({
      ...facts,
      dispositivo: device(dispositivo),
      actual: id === session.id,
    })),
    hechos: happenings
      .sort((one, other) => other.fecha.getTime() - one.fecha.getTime() || other.id - one.id)
      .slice(0, shown)
      .map(({ id, fecha, act, actor_id, quien, dispositivo, documento }) => {
        const own = actor_id === session.userId
        return {
          id,
          fecha,
          hecho: act,
          quien: own ? null : quien,
          propio: own,
          dispositivo: own ? device(dispositivo) : null,
          documento: documento ?? null,
        }
      }),
  }
}
