import type { ErrorTable } from './table.ts'

export const workflowsErrors = {
  /** The profile may look at workflows and not change them, or sees not all of this one’s types. */
  WORKFLOW_NOT_ALLOWED: { status: 403 },
  /** To be active it needs a name, a group and a document type. */
  WORKFLOW_INCOMPLETE: { status: 422 },
  /** A group is empty, has somebody twice or too many people, or somebody who may not decide or see a type. */
  INCORRECT_APPROVING_GROUP: { status: 422 },
  /** A document type stands in another active workflow. */
  DOCUMENT_EXISTS_IN_WORKFLOW: { status: 409 },
  /** There is no such document type within the viewer's folders. */
  WORKFLOW_TYPE_NOT_FOUND: { status: 422 },
  /** It is no draft any more, or no longer active. */
  WORKFLOW_CHANGED: { status: 409 },
} as const satisfies ErrorTable
