import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

/** The instant (ISO, UTC) of a day (ISO) and an hour ('09:30') by a zone's clock; null where they are none. */
export function hourAt(day: string, hour: string, zone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^([01]?\d|2[0-3]):[0-5]\d$/.test(hour)) return null
  const at = dayjs.tz(`${day}T${hour.padStart(5, '0')}:00`, zone)
  return at.isValid() ? at.toISOString() : null
}
