import type { ErrorTable } from './table.ts'

export const verificationErrors = {
  /** No published document has the printed code. */
  VERIFICATION_CODE_UNKNOWN: { status: 404 },
  /** The PDF to verify is encrypted. */
  VERIFICATION_ENCRYPTED: { status: 422 },
  /** The file to verify isn't a readable PDF. */
  VERIFICATION_NOT_READABLE: { status: 422 },
  /** Verifying the PDF takes longer than the time limit. */
  VERIFICATION_TOO_SLOW: { status: 422 },
} as const satisfies ErrorTable
