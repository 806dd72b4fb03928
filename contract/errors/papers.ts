import type { ErrorTable } from './table.ts'

export const papersErrors = {
  /** The document doesn't wait for a signature on paper. */
  PAPER_NOT_EXPECTED: { status: 409 },
  /** The paper's date is before the publication or after today. */
  PAPER_DATE: { status: 422 },
  /** The scan can't be opened. */
  PAPER_NOT_READABLE: { status: 422 },
} as const satisfies ErrorTable
