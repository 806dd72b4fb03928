/** A country by its name where it is kept by its code; what somebody wrote stays as it is. */
export function countryName(country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return country
  return (
    new Intl.DisplayNames([document.documentElement.lang, 'es'], { type: 'region' }).of(country) ?? country
  )
}
