/** Argentina keeps UTC−3 all year, so an instant of the demonstration is its local time with this offset. */
const OFFSET = '-03:00'
const MINUTE = 60_000

/** The demonstration's present: nothing in it is later. */
export const REFERENCE = '2026-11-06T18:00:00-03:00'

/** The month `count` months after `period` ('2026-10'); a negative count goes back. */
export function addMonths(period: string, count: number): string {
  const month = Number(period.slice(0, 4)) * 12 + Number(period.slice(5, 7)) - 1 + count
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
}

/** The last `count` whole months before `reference`, oldest first. */
export function closedMonths(reference: string, count: number): string[] {
  const current = localDate(reference).slice(0, 7)
  return Array.from({ length: count }, (_, index) => addMonths(current, index - count))
}

/** The third weekday of the month after `period`: the law (LCT art. 128) gives four working days to pay in. */
export function payDate(period: string): string {
  const month = addMonths(period, 1)
  const weekdays = Array.from({ length: 7 }, (_, index) => `${month}-0${index + 1}`).filter((date) => {
    const day = new Date(`${date}T12:00:00Z`).getUTCDay()
    return day !== 0 && day !== 6
  })
  return weekdays[2] ?? `${month}-05`
}

/** The local date of an instant. */
export function localDate(instant: string): string {
  return new Date(Date.parse(instant) - 180 * MINUTE).toISOString().slice(0, 10)
}

/** `minutes` after midnight of a local date, as an ISO instant with its offset; more than a day is allowed. */
export function instant(date: string, minutes: number, seconds = 0): string {
  const moment = Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE + seconds * 1000
  return new Date(moment).toISOString().slice(0, 19) + OFFSET
}

/** Whole years from one date to another. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

/** 2026-11-04 → 04/11/2026. */
export function shownDate(date: string): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
}

/** 2026-10 → 10/2026. */
export function shownPeriod(period: string): string {
  return `${period.slice(5, 7)}/${period.slice(0, 4)}`
}
