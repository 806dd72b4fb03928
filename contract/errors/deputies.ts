import type { ErrorTable } from './table.ts'

export const deputiesErrors = {
  /** Nobody stands in for themselves, or makes themselves stand in for somebody else. */
  DEPUTY_SELF: { status: 422 },
  /** The person isn't at work, or has neither the task inbox nor an approver's profile. */
  DEPUTY_NOT_ABLE: { status: 422 },
  /** The deputy is away on those days, or stands in for somebody else who would then have nobody. */
  DEPUTY_CHAIN: { status: 422 },
  /** The days are past, in the wrong order, or too many. */
  DEPUTY_DAYS: { status: 422 },
} as const satisfies ErrorTable
