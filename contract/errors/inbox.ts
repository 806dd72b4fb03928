import type { ErrorTable } from './table.ts'

export const inboxErrors = {
  /** More papers than one act decides. */
  INBOX_TOO_MANY: { status: 422 },
  /** A paper is named twice. */
  INBOX_TWICE: { status: 422 },
  /** The type that a paper would get is decided by a workflow of its own. */
  INBOX_TYPE_OF_WORKFLOW: { status: 409 },
  /** The paper's last day is before today. */
  INBOX_EXPIRY_PAST: { status: 422 },
} as const satisfies ErrorTable
