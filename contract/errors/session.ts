import type { ErrorTable } from './table.ts'

export const sessionErrors = {
  /** The request has no session. */
  SESSION_REQUIRED: { status: 401 },
  /** The session has ended or expired. */
  SESSION_EXPIRED: { status: 401 },
  /** The first sign-in, a new password or the second factor is still missing. */
  SESSION_RESTRICTED: { status: 403 },
  /** Another tab has switched the session to another company. */
  SESSION_COMPANY_CHANGED: { status: 409 },
  /** The session belongs to the other site. */
  SESSION_OTHER_SITE: { status: 403 },
  /** The call needs a fresh proof of the person, and its ticket is missing or invalid. */
  STEP_UP_REQUIRED: { status: 422 },
  /** The user name or the password is wrong. */
  WRONG_CREDENTIALS: { code: '401', status: 422 },
  /** The password that was asked for again inside a session is wrong. */
  PASSWORD_WRONG: { status: 422 },
  /** The user is locked: by failed attempts, for `minutos`, or by an operator. */
  USER_LOCKED: { code: '00018', status: 422 },
  /** The password is past its term; sent with the answer of a sign-in or switch, not as a refusal. */
  PASSWORD_EXPIRED: { code: '00607', status: 200 },
  /** The company's portal is blocked for lack of payment; `contacto` is whom to call. */
  PORTAL_BLOCKED: { code: '04744', status: 403 },
  /** The caller's address is outside of the networks that the company allows. */
  COMPANY_ADDRESS_NOT_ALLOWED: { status: 403 },
  /** The user has no profile for the site that they sign in to. */
  NO_PROFILE_FOR_SITE: { status: 422 },
  /** Access closed, because employment ended more than `meses` months ago. */
  FORMER_EMPLOYEE: { status: 403 },
} as const satisfies ErrorTable
