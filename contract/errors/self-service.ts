import type { ErrorTable } from './table.ts'

export const selfServiceErrors = {
  /** The section is switched on already. */
  ACTION_ALREADY_EXISTS: { status: 409 },
  /** The section isn't switched on. */
  FAILED_DELETE_ACTION: { status: 409 },
  /** The configuration could not be kept, because the section isn't switched on. */
  FAILED_SAVE_DATA: { status: 409 },
  /** The address needs a folder and a type that employees see, for its sworn statement. */
  NOT_FOUND_FOLDER_CONFIG: { status: 422 },
  /** The company doesn't let its people change this section. */
  SELF_SERVICE_OFF: { status: 403 },
  /** The record or the configuration changed while a sworn statement was signed. */
  SELF_SERVICE_CHANGED: { status: 409 },
  /** Nothing differs from what the record has. */
  SELF_SERVICE_SAME: { status: 422 },
  /** The owner's link froze changes of the account, until Human Resources have spoken with the person. */
  SELF_SERVICE_FROZEN: { status: 409 },
  /** Nothing is frozen. */
  SELF_SERVICE_NOT_FROZEN: { status: 409 },
  /** Nobody but the person could decide on the account. */
  SELF_SERVICE_NOBODY: { status: 409 },
  /** Somebody who has left the company changes nothing. */
  SELF_SERVICE_LEFT: { status: 403 },
  /** Nobody approves an account that is their own. */
  SELF_SERVICE_OWN_ACCOUNT: { status: 403 },
  /** The nickname has other signs than letters, or fewer than two. */
  NICKNAME_INVALID: { status: 422 },
} as const satisfies ErrorTable
