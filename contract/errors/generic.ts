import type { ErrorTable } from './table.ts'

export const genericErrors = {
  /** The sheet doesn't have the one column `cuil`. */
  GENERIC_CSV_COLUMN: { status: 422 },
  /** The sheet holds no identification. */
  GENERIC_CSV_EMPTY: { status: 422 },
} as const satisfies ErrorTable
