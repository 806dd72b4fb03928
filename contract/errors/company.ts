import type { ErrorTable } from './table.ts'

export const companyErrors = {
  /** No text can be read on this colour of the company, or this one can't be read on another; `sugerido` is near and can. */
  BRAND_COLOUR_UNREADABLE: { status: 422 },
  /** The company's welcome mail was sent before: it goes out once. */
  WELCOME_EMAIL_ALREADY_USED: { status: 409 },
  /** Nobody of the company has a mail that the welcome could go to. */
  NOT_RESULT: { status: 422 },
} as const satisfies ErrorTable
