/** A tax id in the notation of its country's papers. */
export function printedTaxId(taxId: string, country: string): string {
  if (country === 'AR') return taxId.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3')
  if (country === 'BR') return taxId.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
  if (country === 'CL') return taxId.replace(/^(\d{1,2})(\d{3})(\d{3})([\dK])$/, '$1.$2.$3-$4')
  return taxId
}

/** A day, ISO, as people write it in both languages: dd/mm/yyyy. */
export function printedDay(day: string): string {
  return day.split('-').toReversed().join('/')
}

/** A text with its {{facts}} filled in. */
export function filled(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => facts[name] ?? '')
}

/** `04/11/2026 09:12:40 −03:00`: the same in both languages, never without its zone. */
export function printedInstant(at: Date, zone: string): string {
  const parts = momentsIn(zone).formatToParts(at)
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  const offset = of('timeZoneName').replace('GMT', '').replace('-', '−') || '+00:00'
  return `${of('day')}/${of('month')}/${of('year')} ${of('hour')}:${of('minute')}:${of('second')} ${offset}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Writes instants of a zone, with its offset, as '31/10/2026, 14:05:09 GMT-03:00'. Cached by zone: making a formatter
 * takes longer than a signature.
 */
export function momentsIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  })
  formats.set(zone, format)
  return format
}

/** A verification code in groups of four, as it is printed and typed. */
export function printedCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}

/** An address with all letters but the first of its name masked: `j•••@correo.example`. */
export function maskedMail(mail: string): string {
  const at = mail.lastIndexOf('@')
  return `${mail.slice(0, Math.min(1, at))}•••${mail.slice(at)}`
}
