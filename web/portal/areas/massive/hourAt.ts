import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

/**
 * The instant (ISO, UTC) of a day (ISO) and an hour by a zone's clock; null where they are none. An hour is '09:30',
 * '9.30' or '930' as well: a phone's figures have no colon among them.
 */
export function hourAt(day: string, hour: string, zone: string): string | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/.exec(hour.trim()) ?? []
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !hours || !minutes) return null
  const at = dayjs.tz(`${day}T${hours.padStart(2, '0')}:${minutes}:00`, zone)
  return at.isValid() ? at.toISOString() : null
}

/** The day (ISO) and the hour ('09:30') that a zone's clock shows at an instant: what `hourAt` makes it of. */
export function clockOf(instant: string, zone: string): { day: string; hour: string } {
  const at = dayjs(instant).tz(zone)
  return { day: at.format('YYYY-MM-DD'), hour: at.format('HH:mm') }
}
