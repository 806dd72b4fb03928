import type { ErrorTable } from './table.ts'

export const remindersErrors = {
  /** Nobody would be reminded now. */
  REMINDER_NOBODY: { status: 422 },
  /** The last day of the reminder is past. */
  REMINDER_UNTIL_PAST: { status: 422 },
  /** A last day needs a reminder that repeats. */
  REMINDER_UNTIL_ALONE: { status: 422 },
  /** Another reminder of signatures, or the same notice, is being sent. */
  REMINDER_UNDER_WAY: { status: 409 },
  /** The reminder has ended. */
  REMINDER_ENDED: { status: 409 },
} as const satisfies ErrorTable
