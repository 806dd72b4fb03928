import type { ErrorTable } from './table.ts'

export const managersErrors = {
  /** Somebody is among the chosen twice. */
  MANAGERS_TWICE: { status: 422 },
  /** Somebody chosen doesn't exist or is out of reach. */
  MANAGERS_UNKNOWN: { status: 422 },
  /** The caller is among the chosen. */
  MANAGERS_OWN: { status: 403 },
  /** The people `nombres` aren't active. */
  MANAGERS_INACTIVE: { status: 422 },
  /** The people `nombres` have no direct reports any more. */
  MANAGERS_WITHOUT_REPORTS: { status: 422 },
  /** The people `nombres` answer for the certificates: their profile is changed on their record, with a second person. */
  MANAGERS_HOLD_CERTIFICATES: { status: 422 },
  /** A profile is to be replaced of somebody who isn't chosen, or who holds no other management profile. */
  MANAGERS_SWAP_UNCHOSEN: { status: 422 },
  /** A folder is among the chosen twice. */
  MANAGERS_FOLDER_TWICE: { status: 422 },
  /** The folders `nombres` hold salary receipts, and are chosen by name. */
  MANAGERS_SALARY_BY_NAME: { status: 422 },
  /** The profile or the folders of the people `nombres` changed since the preview. Nothing was written. */
  MANAGERS_CHANGED: { status: 409 },
  /** Everybody chosen has this profile and these folders already, or holds another profile that stays. */
  MANAGERS_NOTHING_TO_DO: { status: 409 },
} as const satisfies ErrorTable
