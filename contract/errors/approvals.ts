import type { ErrorTable } from './table.ts'

export const approvalsErrors = {
  /** Another person, `nombre`, has decided already. */
  APPROVAL_DECIDED: { status: 409 },
  /** Nobody has decided it, and it waits no more: it was withdrawn, or took effect by time. */
  APPROVAL_ENDED: { status: 409 },
  /** The person who asked may not decide. */
  APPROVAL_OWN: { status: 403 },
  /** The subject doesn't offer this decision. */
  APPROVAL_ACT_NOT_OFFERED: { status: 422 },
  /** Nobody else holds the action to decide. */
  APPROVAL_NOBODY: { status: 422 },
  /** The subject has changed since it was seen: it was returned, mended, and came back. */
  APPROVAL_CAME_BACK: { status: 409 },
} as const satisfies ErrorTable
