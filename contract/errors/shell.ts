import type { ErrorTable } from './table.ts'

export const shellErrors = {
  /** The user has `maximo` favourites. */
  FAVOURITES_TOO_MANY: { status: 422 },
} as const satisfies ErrorTable
