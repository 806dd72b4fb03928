import type { ErrorTable } from './table.ts'

export const relationsErrors = {
  /** A session of single sign-on doesn't switch companies. */
  SWITCH_NOT_BY_SSO: { status: 403 },
  /** The switch leads to the present company and profile. */
  SWITCH_HERE: { status: 409 },
  /** The user is inactive in the other company. */
  SWITCH_INACTIVE: { status: 403 },
  /** The user hasn't finished the first sign-in in the other company. */
  SWITCH_FIRST_SIGN_IN: { status: 403 },
  /** The ticket of a switch has expired or was used. */
  SWITCH_TICKET: { status: 409 },
  /** The relation is suspended since the other user's password, mail or name changed. */
  RELATION_SUSPENDED: { status: 403 },
  /** The user to be related is of the same company. */
  RELATION_SAME_COMPANY: { status: 422 },
  /** The user to be related has to finish signing in, or to renew the password, over there. */
  RELATION_FIRST_FINISH: { status: 409 },
  /** The group would have more than 20 users. */
  RELATION_TOO_MANY: { status: 409 },
  /** More than ten minutes passed since the other user was proved. */
  RELATION_TOO_LATE: { status: 409 },
} as const satisfies ErrorTable
