/**
 * The date (ISO) of an instant in a zone: a company's 'today'. Validity, month windows and schedules use it, never the
 * server's own zone.
 */
export function today(zone: string, now: Date): string {
  return dateIn(zone).format(now)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function dateIn(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    // The Swedish locale formats dates as ISO does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
    formats.set(zone, format)
  }
  return format
}

/** A date moved by whole days, ISO in and out. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The first day of the month that lies `months` after the month of a date, ISO in and out. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/**
 * The same day of the month that lies `months` before a date's; where that month is shorter its last. ISO in and out.
 */
export function monthsBefore(date: string, months: number): string {
  const last = addDays(addMonths(date, 1 - months), -1)
  const same = last.slice(0, 8) + date.slice(8)
  return same < last ? same : last
}
