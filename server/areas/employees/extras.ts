import { stdnum } from 'stdnum'
import { makeFault } from '#contract/errors.ts'
import { type CountryExtras, extraNames, isOfCountry } from '#contract/employees/extras.ts'
import type { Country } from '#contract/fields.ts'
import type { Fault } from '#server/shared/errors.ts'

/**
 * Faults of a country's own fields: fields of another country, and wrong check digits of Mexico's CURP and Brazil's
 * PIS.
 */
export function extrasFaults(country: Country, fields: CountryExtras): Fault[] {
  const { curp, pis } = fields
  return [
    ...extraNames
      .filter((field) => fields[field] && !isOfCountry(field, country))
      .map((field) => makeFault('SYSTEM_API_PARAMETER_NOT_EXPECTED', field)),
    ...(country === 'MX' && curp && !stdnum.MX?.['curp']?.validate(curp).isValid
      ? [makeFault('CURP_INVALID', 'curp')]
      : []),
    ...(country === 'BR' && pis && !pisFits(pis) ? [makeFault('PIS_INVALID', 'pis')] : []),
  ]
}

/** The check digit of a PIS by the Caixa's rule: weights 3298765432, modulo 11. One repeated digit is nobody's. */
export function pisFits(pis: string): boolean {
  if (!/^\d{11}$/.test(pis) || new Set(pis).size === 1) return false
  const sum = [...'3298765432'].reduce((total, weight, at) => total + Number(weight) * Number(pis[at]), 0)
  const rest = 11 - (sum % 11)
  return (rest >= 10 ? 0 : rest) === Number(pis[10])
}

/** The fields as stored JSON; null clears one. Undefined where none is given. */
export function extrasOf(fields: CountryExtras): string | undefined {
  const said = extraNames.filter((field) => fields[field] !== undefined)
  if (said.length === 0) return undefined
  return JSON.stringify(Object.fromEntries(said.map((field) => [field, fields[field]])))
}
