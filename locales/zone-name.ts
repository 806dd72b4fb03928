/**
 * A zone's everyday name at an instant, in a language: 'hora de Argentina'. Intl says 'hora estándar de Argentina' where
 * a zone has no summer time, and begins with a capital in Portuguese.
 */
export function zoneName(at: Date, zone: string, tag: string): string {
  const name =
    new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: 'longGeneric' })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.replace(/ (?:estándar|padrão)/iu, '').replace(/^H/, 'h')
}
