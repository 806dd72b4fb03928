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
