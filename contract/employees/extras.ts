import { z } from 'zod'
import type { Country } from '../fields.ts'

const bare = z.string().normalize('NFC').trim().toUpperCase().min(1, { abort: true })
const name = z
  .string()
  .normalize('NFC')
  .overwrite((text) => text.replace(/\s+/g, ' '))
  .trim()
  .min(1, { abort: true })
  .max(60)
  .regex(/^[^\p{C}<>]*$/u, 'CHARACTERS_NOT_ALLOWED')

/**
 * Fields of an employee in single countries, besides the two ids that all countries have. Absent: unchanged; empty:
 * cleared.
 */
export const countryExtras = z.object({
  /** Mexico's population register, 18 characters, the last a check digit. */
  curp: bare.regex(/^[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d$/, 'CURP_INVALID').nullish(),
  /** Brazil's PIS/PASEP/NIT, 11 digits, the last a check digit. */
  pis: bare.regex(/^\d{11}$/, 'PIS_INVALID').nullish(),
  /** Brazil's work card: its number, and the series and state of those on paper. */
  ctps: bare.regex(/^\d{5,11}(\/\d{3,5}(-[A-Z]{2})?)?$/, 'CTPS_INVALID').nullish(),
  /** Chile: who keeps the pension savings. */
  afp: name.nullish(),
  /** Chile: Fonasa, or the name of the Isapre. */
  salud: name.nullish(),
})
export type CountryExtras = z.output<typeof countryExtras>
export type ExtraName = keyof CountryExtras
export const extraNames = Object.keys(countryExtras.shape) as readonly ExtraName[]

/** Fields that only some countries have. */
const countriesOf: Readonly<Record<string, readonly Country[]>> = {
  pis: ['BR'],
  ctps: ['BR'],
  afp: ['CL'],
  salud: ['CL'],
  curp: ['MX'],
  cci: ['PE'],
}
/** Fields that only some countries lack, since another field holds the same there. */
const countriesWithout: Readonly<Record<string, readonly Country[]>> = { cbu: ['PE'] }

/** Whether a country has a field of a record: another country's own fields are refused. */
export function isOfCountry(field: string, country: Country): boolean {
  return (countriesOf[field]?.includes(country) ?? true) && !countriesWithout[field]?.includes(country)
}
