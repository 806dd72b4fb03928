import { zoneName } from '#locales/zone-name.ts'
import { RefusalError } from '../calls/wire.ts'
import { useWords } from './useWords.ts'

/** Returns a function that describes an error: the server's own message, where there is one. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useWords()
  return (error) => {
    if (!(error instanceof RefusalError)) return t('error.desconocido')
    if (error.status === 0) return t('error.sinRespuesta')
    return error.message || t('error.desconocido')
  }
}

/** dd/mm/yyyy of a wire date (`2026-10-31`), or of an instant in a zone. */
export function dateText(value: string, zone?: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value.split('-').reverse().join('/')
  return parts(value, zone, { day: '2-digit', month: '2-digit', year: 'numeric' })
}

/**
 * dd/mm/yyyy hh:mm of an instant in the company's zone, with its offset where the reader's own clock is of another
 * ('04/11/2026 23:30 −03:00'). With seconds where it is evidence, which has the zone's name beside it.
 */
export function instantText(value: string, zone: string, seconds = false): string {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const time = parts(value, zone, seconds ? { ...clock, second: '2-digit' } : clock)
  const offset = offsetOf(value, zone)
  const foreign = !seconds && offset !== offsetOf(value)
  return `${dateText(value, zone)} ${time}${foreign ? ` ${offset}` : ''}`
}

/** '−03:00' of a zone, or of the reader's own, at an instant. */
function offsetOf(value: string, zone?: string): string {
  const offset =
    new Intl.DateTimeFormat('en', { ...(zone && { timeZone: zone }), timeZoneName: 'longOffset' })
      .formatToParts(new Date(value))
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return offset.replace('GMT', '').replace('-', '−') || '+00:00'
}

/** The zone's own name at that instant, with its offset: 'hora de Argentina (−03:00)'. */
export function zoneText(value: string, zone: string): string {
  return `${zoneName(new Date(value), zone, document.documentElement.lang)} (${offsetOf(value, zone)})`
}

/** 'octubre 2026' of a wire date that is a month's first day. */
export function monthText(value: string): string {
  const [year, month] = value.split('-')
  const name = new Intl.DateTimeFormat(document.documentElement.lang, { month: 'long', timeZone: 'UTC' })
  return `${name.format(new Date(`${year}-${month}-01T12:00:00Z`))} ${year}`
}

/** The same within a sentence: 'octubre de 2026'. */
export function monthInSentence(value: string): string {
  return monthText(value).replace(' ', ' de ')
}

/** Figures by the language: 2.400 or 1.275,5. */
export function numberText(value: number, digits?: number): string {
  return new Intl.NumberFormat(document.documentElement.lang, {
    useGrouping: 'always',
    ...(digits !== undefined && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  }).format(value)
}

/** '42 kB', '10 MB': of bytes, a megabyte being 1,048,576. */
export function sizeText(bytes: number): string {
  const [figure, unit] =
    bytes < 1_048_576 ? [Math.max(1, Math.round(bytes / 1024)), 'kB'] : [bytes / 1_048_576, 'MB']
  return `${numberText(Math.round(figure * 10) / 10)} ${unit}`
}

function parts(value: string, zone: string | undefined, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('es-AR', { ...options, ...(zone && { timeZone: zone }) }).format(
    new Date(value),
  )
}
