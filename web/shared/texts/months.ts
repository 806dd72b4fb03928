/** Arithmetic on wire dates: days 'yyyy-mm-dd' and months 'yyyy-mm', without a time zone. */

/** The day so many days after another, or before it where `by` is negative. */
export function addDays(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
}

/** The month so many months after that of a day or month, or before it where `by` is negative. */
export function addMonths(date: string, by: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7)
}

/** The month of a date and those before it, the newest first. */
export function monthsBack(latest: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => addMonths(latest, -n))
}

/** The first days of the months of a window, the newest first; none without a window. */
export function firstDaysWithin(window: { desde: string; hasta: string } | undefined): string[] {
  const days: string[] = []
  if (!window) return days
  for (let month = addMonths(window.hasta, 0); `${month}-01` >= window.desde; month = addMonths(month, -1))
    days.push(`${month}-01`)
  return days
}

/** The last day of the month of a date. */
export function lastDayOfMonth(date: string): string {
  return addDays(`${addMonths(date, 1)}-01`, -1)
}
