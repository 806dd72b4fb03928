import type { ErrorTable } from './table.ts'

export const reportsErrors = {
  /** The last month is before the first. */
  REPORT_RANGE_BACKWARDS: { status: 422 },
  /** The range has more than `maximo` months. */
  REPORT_RANGE_TOO_LONG: { status: 422 },
} as const satisfies ErrorTable
