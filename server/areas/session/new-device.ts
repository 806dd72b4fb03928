import { zoneName } from '#locales/zone-name.ts'
import type { Services } from '#server/shared/services.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { deviceName } from '#server/shared/identity/device.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Tx } from '#server/shared/tenancy.ts'

/** Days after which a browser that wasn't seen is new again. */
const knownDays = 180

/**
 * Mails a person whose account was just opened with a browser and system that no session of theirs named in the
 * last 180 days. The very first sign-in is no news, nor is an update of a known browser; an address says nothing,
 * since phones change it all day. Nothing is kept in the browser for it.
 */
export async function noteNewDevice(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  opened: { sessionId: number; userId: number; device: string; address: string },
): Promise<void> {
  const { sessionId, userId, device, address } = opened
  const earlier = tx.db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .where('created_at', '>', new Date(services.clock().getTime() - knownDays * 86_400_000))
  const same = await earlier.select('id').where('device', '=', device).limit(1).executeTakeFirst()
  if (same) return
  const others = await earlier.select('device').distinct().limit(100).execute()
  if (others.length === 0) return
  const name = deviceName(device, 'es')
  if (name !== null && others.some((other) => deviceName(other.device, 'es') === name)) return
  const user = await credentialsOf(tx.db, userId)
  if (!user.mail) return
  const { zone } = await tx.db.selectFrom('companies').select('zone').executeTakeFirstOrThrow()
  await queueMail(tx, services, {
    event: 'new_device',
    userId,
    to: user.mail,
    language: user.language,
    variables: {
      nombre: user.first_name,
      dispositivo: deviceName(device, user.language) ?? '—',
      direccion: address,
      cuando: whenText(services.clock(), zone, user.language),
    },
  })
}

/** An instant as "22/11/2026 16:54, hora de Argentina". */
function whenText(at: Date, timeZone: string, language: 'es' | 'pt'): string {
  const tag = language === 'pt' ? 'pt-BR' : 'es-AR'
  const day = new Intl.DateTimeFormat(tag, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone })
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'short', hourCycle: 'h23', timeZone })
  return `${day.format(at)} ${time.format(at)}, ${zoneName(at, timeZone, tag)}`
}
