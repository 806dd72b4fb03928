import { isOfCountry } from '#contract/employees/extras.ts'
import { cbuFits, cciFits, clabeFits } from '#contract/employees/check-digits.ts'
import { makeFault } from '#contract/errors.ts'
import type { Country } from '#contract/fields.ts'
import type { Fault } from '#server/shared/errors.ts'

/**
 * Faults of account numbers: check digits of Argentina's CBU, Mexico's CLABE and Peru's CCI, the form of Argentina's
 * alias, and numbers that the country doesn't have. Other countries' numbers are not checked.
 */
export function bankFaults(
  country: Country,
  { cbu, cci }: { cbu?: string | null | undefined; cci?: string | null | undefined },
): Fault[] {
  return [
    ...Object.entries({ cbu, cci }).flatMap(([field, value]) =>
      value && !isOfCountry(field, country) ? [makeFault('SYSTEM_API_PARAMETER_NOT_EXPECTED', field)] : [],
    ),
    ...(country === 'AR' && cbu ? cbuFaults(cbu) : []),
    ...(country === 'MX' && cbu && !clabeFits(cbu) ? [makeFault('CBU_CHECK_DIGIT', 'cbu')] : []),
    ...(country === 'PE' && cci && !cciFits(cci) ? [makeFault('CCI_INVALID', 'cci')] : []),
  ]
}

/** Faults of Argentina's CBU, or of the alias of 6 to 20 characters in its place. */
function cbuFaults(cbu: string): Fault[] {
  if (/^\d+$/.test(cbu)) return cbuFits(cbu) ? [] : [makeFault('CBU_CHECK_DIGIT', 'cbu')]
  return cbu.length <= 20 ? [] : [makeFault('BANK_ACCOUNT_INVALID', 'cbu')]
}
