import { listText } from './listText.ts'

/** 'hace 6 días', 'ayer', 'hoy': how long ago an instant was, in whole days of a zone whose day is `today`. */
export function daysAgoText(value: string, zone: string, today: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(value))
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' }).format(days, 'day')
}

/** '13 años y 7 meses' from one wire date to another; below a month its days. */
export function spanText(from: string, to: string): string {
  const [a, b] = [from, to].map((day) => day.split('-').map(Number)) as [number[], number[]]
  const [year = 0, month = 0, day = 0] = b.map((part, at) => part - (a[at] ?? 0))
  const months = Math.max(0, 12 * year + month - (day < 0 ? 1 : 0))
  const language = document.documentElement.lang
  const unit = (value: number, name: 'year' | 'month' | 'day') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value)
  if (months === 0)
    return unit(Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)), 'day')
  const parts = [
    ...(months >= 12 ? [unit(Math.floor(months / 12), 'year')] : []),
    ...(months % 12 > 0 ? [unit(months % 12, 'month')] : []),
  ]
  return listText(parts, language)
}
