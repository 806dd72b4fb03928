import { makeFault } from '#contract/errors.ts'
import { hireDaysAhead } from '#contract/employees/record.ts'
import type { Country } from '#contract/fields.ts'
import type { Fault } from '#server/shared/errors.ts'
import { printedDay } from '#server/shared/text/printed.ts'
import { addDays } from '#server/shared/today.ts'

/** The least age at which the law lets somebody work, as an apprentice where it makes that difference. */
const leastAge: Record<Country, number> = {
  AR: 16,
  BO: 14,
  BR: 14,
  CL: 16,
  CO: 15,
  CR: 15,
  EC: 15,
  MX: 15,
  PE: 16,
  PY: 14,
  UY: 16,
}

export interface Dates {
  /** ISO; null where it isn't known. */
  birth: string | null
  hire: string | null
  /** The day on which the stay before ended. */
  formerEnd?: string | null
}

/** Faults of the dates of birth and hire, on the company's day, with minimum ages in years. */
export function dateFaults(
  { birth, hire, formerEnd = null }: Dates,
  { today, country, ageAtHire }: { today: string; country: Country; ageAtHire: number },
): Fault[] {
  const faults: Fault[] = []
  if (hire && hire > addDays(today, hireDaysAhead))
    faults.push(makeFault('HIRE_TOO_FAR_AHEAD', 'fecha_contratacion', { maximo: hireDaysAhead }))
  if (hire && formerEnd && hire <= formerEnd)
    faults.push(makeFault('REHIRE_BEFORE_END', 'fecha_contratacion', { baja: printedDay(formerEnd) }))
  if (!birth) return faults
  const field = 'fecha_nacimiento'
  if (birth > today) return [...faults, makeFault('BIRTH_IN_FUTURE', field)]
  const minimo = leastAge[country]
  if (yearsBetween(birth, today) < minimo) faults.push(makeFault('EMPLOYEE_TOO_YOUNG', field, { minimo }))
  else if (hire && yearsBetween(birth, hire) < ageAtHire)
    faults.push(makeFault('HIRED_TOO_YOUNG', field, { minimo: ageAtHire }))
  return faults
}

/** Whole years from one ISO date to another. Somebody born on 29 February has their birthday on 1 March. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}
