import type { ErrorTable } from './table.ts'

export const viewsErrors = {
  /** The user has `maximo` saved views of the list. */
  VIEW_TOO_MANY: { status: 422 },
} as const satisfies ErrorTable
