import { makeFault } from '#contract/errors.ts'
import { type EmployeeChanges, isAccountNumber } from '#contract/employees/record.ts'
import type { Country } from '#contract/fields.ts'
import {
  type OwnSection,
  requiredFields,
  sectionFields,
  unusedFields,
} from '#contract/self-service/sections.ts'
import type { Fault } from '#server/shared/errors.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { type FoundRecord, lastFour, ownFaults } from '#server/areas/employees/operations.ts'
import type { Values } from './queries.ts'

/** The fields of a section that a country uses. */
export function fieldsOf(section: OwnSection, country: Country): readonly string[] {
  const unused: readonly string[] = unusedFields(section, country)
  return sectionFields[section].filter((field) => !unused.includes(field))
}

/** The present values of a section; an undisclosed gender is the default. */
export function valuesOf(record: FoundRecord, section: OwnSection): Values {
  const present = record as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    sectionFields[section].map((field) => {
      const value = present[field]
      if (field === 'sex') return [field, typeof value === 'string' ? value : 'undisclosed']
      return [field, typeof value === 'string' && value !== '' ? value : null]
    }),
  )
}

/** Values as people see them: accounts by their last four characters. */
export function masked(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, isAccountNumber(field) ? lastFour(value) : value]),
  )
}

/**
 * The part of an input that differs from the present values. Fields that the country doesn't use are no part of it; one
 * without a value stays as it is.
 */
export function differencesOf(present: Values, input: EmployeeChanges, fields: readonly string[]): Values {
  return Object.fromEntries(
    Object.entries(input).flatMap(([field, value]) =>
      value !== undefined && fields.includes(field) && value !== present[field]
        ? [[field, typeof value === 'string' ? value : null]]
        : [],
    ),
  )
}

/** Faults of a section as it would be: missing fields, check digits. */
export async function sectionFaults(
  tx: Tx,
  {
    section,
    country,
    present,
    changes,
  }: { section: OwnSection; country: Country; present: Values; changes: Values },
): Promise<Fault[]> {
  const after = { ...present, ...changes }
  const missing = requiredFields(section, country).filter((field) => !after[field])
  return [
    ...missing.map((field) => makeFault('SYSTEM_API_PARAMETER_REQUIRED', field)),
    ...(await ownFaults(tx, changes)),
  ]
}
