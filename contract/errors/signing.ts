import type { ErrorTable } from './table.ts'

export const signingErrors = {
  /** The certificate chosen to sign with doesn't exist. */
  SIGN_DOCUMENT_CERTIFICATE_NOT_FOUND: { status: 422 },
  /** The certificate chosen to sign with has expired. */
  SIGN_DOCUMENT_CERTIFICATE_EXPIRED: { status: 422 },
  /** The certificate's password is wrong. */
  SIGN_DOCUMENT_WRONG_PASSWORD: { status: 422 },
  /** Too many wrong passwords of the certificate: none is tried for `minutos`. */
  SIGN_DOCUMENT_TOO_MANY_ATTEMPTS: { status: 429 },
  /** A signature in the PDF forbids further ones. */
  SIGN_DOCUMENT_LOCKED: { status: 422 },
  /** The document doesn't wait for the company's signature. */
  SIGN_DOCUMENT_NOT_WAITING: { status: 409 },
  /** The timestamp authority doesn't answer. */
  SIGN_DOCUMENT_TIMESTAMP_FAILED: { status: 503 },
  /** Signing failed in a way that nothing foresaw. */
  SIGN_DOCUMENT_FAILED: { status: 422 },
} as const satisfies ErrorTable
