import type { ErrorTable } from './table.ts'

export const meErrors = {
  /** Signing needs the consent to electronic documents. */
  SIGN_NOT_ALLOWED_CONSENT: { status: 403 },
  /** Another person set the mail address or the password, so a signature would prove nothing. */
  SIGN_NOT_ALLOWED_CREDENTIAL: { status: 403 },
  /** The company put the address by which the account was opened, and nobody has confirmed it yet. */
  SIGN_NOT_ALLOWED_COMPANY_ADDRESS: { status: 403 },
  /** A printed code opened the account. */
  SIGN_NOT_ALLOWED_PRINTED_CODE: { status: 403 },
  /** The document is signed already. */
  SIGN_NOT_ALLOWED_SIGNED: { status: 409 },
  /** The document takes no signature of the employee. */
  SIGN_NOT_ALLOWED_NOT_ASKED: { status: 409 },
  /** Documents in another folder have to be signed first. */
  SIGN_NOT_ALLOWED_CLOSED: { status: 409 },
  /** The document has to be opened before it is signed. */
  SIGN_NOT_ALLOWED_UNREAD: { status: 409 },
  /** Disagreement is signed for one document at a time. */
  SIGN_ONE_BY_ONE: { status: 422 },
  /** The consent has changed since it was read. */
  CONSENT_NOT_POSSIBLE: { status: 409 },
} as const satisfies ErrorTable
