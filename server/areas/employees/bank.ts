import { stdnum } from 'stdnum'
import { makeFault } from '#contract/errors.ts'
import type { Country } from '#contract/fields.ts'
import type { Fault } from '#server/shared/errors.ts'

/**
 * Faults of an account number: Argentina's CBU, whose two blocks have a check digit each, and Mexico's CLABE. Aliases
 * and other countries' numbers are not checked.
 */
export function bankFaults(country: Country, account: string | null | undefined): Fault[] {
  if (!account || !/^\d+$/.test(account)) return []
  const fits =
    country === 'AR'
      ? cbuFits(account)
      : country === 'MX'
        ? (stdnum.MX?.['clabe']?.validate(account).isValid ?? true)
        : true
  return fits ? [] : [makeFault('CBU_CHECK_DIGIT', 'cbu')]
}

/**
 * The check digits of a CBU by the central bank's rule: weights 7139713 over bank and branch, 3971397139713 over
 * the account, each digit what is missing to the next ten. (The library refuses those whose check digit is 0.)
 */
function cbuFits(cbu: string): boolean {
  if (!/^\d{22}$/.test(cbu)) return false
  return (
    checkDigit(cbu.slice(0, 7), '7139713') === Number(cbu[7]) &&
    checkDigit(cbu.slice(8, 21), '3971397139713') === Number(cbu[21])
  )
}

function checkDigit(digits: string, weights: string): number {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * Number(weights[at]), 0)
  return (10 - (sum % 10)) % 10
}
