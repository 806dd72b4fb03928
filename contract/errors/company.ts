import type { ErrorTable } from './table.ts'

export const companyErrors = {
  /** No text can be read on this colour of the company, or this one can't be read on another; `sugerido` is near and can. */
  BRAND_COLOUR_UNREADABLE: { status: 422 },
} as const satisfies ErrorTable
