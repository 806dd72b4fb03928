import type { ErrorTable } from './table.ts'

export const pushErrors = {
  /** The browser's push service isn't among those that the installation knows. */
  PUSH_ADDRESS_NOT_ALLOWED: { status: 422 },
  /** The browser's push keys are invalid. */
  PUSH_KEYS_WRONG: { status: 422 },
} as const satisfies ErrorTable
