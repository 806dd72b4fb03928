import { stdnum } from 'stdnum'
import { nationalIds } from '#contract/employees/national-ids.ts'
import type { Country } from '#contract/fields.ts'

/** Mexico's generic RFCs, of foreigners and of the general public, which carry no check digit of a person. */
const genericRfcs: readonly string[] = ['XAXX010101000', 'XEXX010101000']

/**
 * Whether a tax id's check digit fits, as its country reckons it. True where the country has none, so that nobody
 * is stopped by a rule that doesn't exist. The library takes ids of one repeated digit, refuses Uruguay's seven digits
 * and Mexico's generic ones, against the countries' rules.
 */
export function checkDigitFits(country: Country, taxId: string): boolean {
  const { validator } = nationalIds[country]
  if (validator === null) return true
  if (country === 'MX' && genericRfcs.includes(taxId)) return true
  if (country === 'BR' && new Set(taxId).size === 1) return false
  const whole = country === 'UY' ? taxId.padStart(8, '0') : taxId
  const found = stdnum[country]?.[validator]
  if (!found) throw new Error(`no validator ${validator} for ${country}`)
  return found.validate(whole).isValid
}
