import type { Country } from '../fields.ts'

/**
 * The check digits that a tax id should end with, for a field to say while it is typed; null where the country has none
 * that are reckoned here, or the id isn't whole. The server's own check (`checkDigitFits`) decides.
 */
export function expectedEnding(country: Country, id: string): string | null {
  switch (country) {
    case 'AR':
      return /^\d{11}$/.test(id) ? ofCuil(id) : null
    case 'BR':
      return /^\d{11}$/.test(id) ? ofCpf(id) : null
    case 'CL':
      return /^\d{7,8}[\dK]$/.test(id) ? ofRut(id) : null
    default:
      return null
  }
}

/** Whether the two check digits of Argentina's CBU fit: 22 digits, by the central bank's rule. */
export function cbuFits(cbu: string): boolean {
  return (
    /^\d{22}$/.test(cbu) &&
    toNextTen(weigh(cbu.slice(0, 7), [7, 1, 3, 9, 7, 1, 3])) === Number(cbu[7]) &&
    toNextTen(weigh(cbu.slice(8, 21), [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3])) === Number(cbu[21])
  )
}

/** Whether the check digit of Mexico's CLABE fits: 18 digits, weights 3, 7, 1, each product by its last digit. */
export function clabeFits(clabe: string): boolean {
  return (
    /^\d{18}$/.test(clabe) &&
    toNextTen(weigh(clabe.slice(0, 17), [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7])) ===
      Number(clabe[17])
  )
}

/**
 * Whether the two check digits of Peru's CCI fit: 20 digits. The first is that of bank and office, the second that of
 * the account, with the weights 1 and 2 in turn and products by the sum of their digits.
 */
export function cciFits(cci: string): boolean {
  return (
    /^\d{20}$/.test(cci) &&
    toNextTen(sumByTurns(cci.slice(0, 6))) === Number(cci[18]) &&
    toNextTen(sumByTurns(cci.slice(6, 18))) === Number(cci[19])
  )
}

/** The number that is missing to the next multiple of ten. */
function toNextTen(sum: number): number {
  return (10 - (sum % 10)) % 10
}

function sumByTurns(digits: string): number {
  return [...digits].reduce((sum, digit, at) => {
    const product = Number(digit) * ((at % 2) + 1)
    return sum + (product > 9 ? product - 9 : product)
  }, 0)
}

/** Sum of digits times weights. */
function weigh(digits: string, weights: readonly number[]): number {
  return [...digits].reduce((sum, digit, at) => sum + Number(digit) * (weights[at] ?? 0), 0)
}

function ofCuil(id: string): string | null {
  const rest = (11 - (weigh(id.slice(0, 10), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  // No id ends so: another prefix is given instead.
  return rest === 10 ? null : String(rest)
}

function ofCpf(id: string): string {
  const next = (digits: string) => {
    const weights = Array.from(digits, (_, at) => digits.length + 1 - at)
    return String(((weigh(digits, weights) * 10) % 11) % 10)
  }
  const body = id.slice(0, 9)
  const first = next(body)
  return first + next(body + first)
}

function ofRut(id: string): string {
  const body = id.slice(0, -1).padStart(8, '0')
  const rest = 11 - (weigh(body, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)
}
