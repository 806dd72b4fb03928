import type { z } from 'zod'
import { codeOf, type ErrorCode, type ErrorName, isErrorName, makeFault } from './errors.ts'

/** One thing wrong with a field: the code, the field's path, and the figures that the message names. */
export interface FieldError {
  code: ErrorCode
  field: string
  params?: Record<string, string | number>
}

/** The most errors that are worth reading; an answer lists no more. */
export const mostErrors = 20

/**
 * Converts schema issues to errors of the catalogue, {@link mostErrors} at most. A schema sets a field's own error as its message
 * (`z.string().max(50, 'NATIONAL_ID_INVALID')`); otherwise the kind of issue decides. Browser and server both use it, so they refuse
 * the same input with the same words.
 */
export function issuesToErrors(error: z.core.$ZodError): FieldError[] {
  const errors = error.issues.slice(0, mostErrors).flatMap((issue): FieldError[] => {
    if (issue.code === 'unrecognized_keys') {
      const keys = issue.keys.slice(0, mostErrors)
      return keys.map((field) => makeFault('SYSTEM_API_PARAMETER_NOT_EXPECTED', field))
    }
    const field = issue.path.map(String).join('.')
    const params = figures(issue)
    return [{ code: codeOf(nameOf(issue)), field, ...(params && { params }) }]
  })
  return errors.slice(0, mostErrors)
}

function nameOf(issue: z.core.$ZodIssue): ErrorName {
  if (isErrorName(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
    case 'invalid_value':
      if (issue.input === undefined) return 'SYSTEM_API_PARAMETER_REQUIRED'
      return isNumeric(issue) ? 'SYSTEM_API_NOT_NUMERIC' : 'SYSTEM_API_WRONG_DATA_TYPE'
    case 'too_small':
      if (issue.origin === 'number' || issue.origin === 'int') return 'SYSTEM_API_VALUE_OUT_OF_RANGE'
      return Number(issue.minimum) <= 1 ? 'SYSTEM_API_PARAMETER_IS_EMPTY' : 'SYSTEM_API_VALUE_TOO_SHORT'
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? 'SYSTEM_API_VALUE_OUT_OF_RANGE'
        : 'SYSTEM_API_VALUE_TOO_LONG'
    default:
      return 'SYSTEM_API_WRONG_DATA_TYPE'
  }
}

function isNumeric(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && ['number', 'int'].includes(issue.expected)
}

function figures(issue: z.core.$ZodIssue): Record<string, string | number> | undefined {
  if (issue.code === 'too_big') return { maximo: Number(issue.maximum) }
  if (issue.code === 'too_small') return { minimo: Number(issue.minimum) }
  if (issue.code === 'custom') return issue.params
  return undefined
}
