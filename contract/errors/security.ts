import type { ErrorTable } from './table.ts'

export const securityErrors = {
  /** The act needs a second factor, and the user has none. */
  SYSTEM_MFA_AUTH_NOT_CONFIGURED: { status: 422 },
  /** The user doesn't have the second factor that was named. */
  SYSTEM_MFA_UNKNOWN: { status: 422 },
  /** A second factor can be required of management profiles only. */
  SYSTEM_MFA_RESTRICTED_PROFILE: { status: 422 },
  /** The code of the second factor is wrong; `quedan` attempts remain. */
  MFA_CODE_WRONG: { status: 422 },
  /** The code has expired or was used. */
  MFA_CODE_EXPIRED: { status: 422 },
  /** Too many wrong codes: the sign-in starts again with the password. */
  MFA_SIGN_IN_AGAIN: { status: 422 },
  /** Too many wrong codes: none is accepted for `minutos`. */
  MFA_LOCKED: { status: 422 },
  /** Too many codes were sent: none is sent for `minutos`. */
  MFA_RESEND_LOCKED: { status: 422 },
  /** The passkey's answer doesn't match its challenge. */
  MFA_PASSKEY_INVALID: { status: 422 },
  /** Passkeys don't work at the address that the site is opened at. */
  MFA_PASSKEY_ADDRESS: { status: 422 },
  /** The change needs the second factor proved in this session. */
  MFA_PROOF_REQUIRED: { status: 422 },
  /** The user has `maximo` factors already. */
  MFA_MOST: { status: 409 },
  /** The last factor can't be removed while the profile requires one. */
  MFA_LAST_REQUIRED: { status: 409 },
  /** The term for the second factor lies in the past or more than `dias` days ahead. */
  MFA_TERM: { status: 422 },
  /** The operator alone resets the factors of a person who administers. */
  MFA_RESET_MANAGES: { status: 403 },
} as const satisfies ErrorTable
