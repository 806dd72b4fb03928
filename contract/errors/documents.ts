import type { ErrorTable } from './table.ts'

export const documentsErrors = {
  /** The employee has a document of this type and period already. */
  SYSTEM_API_FILE_EXISTS: { status: 409 },
  /** The document changed since it was read. */
  DOCUMENT_CHANGED: { status: 409 },
  /** The tax id under which the document was published is another employee's by now. */
  DOCUMENT_OF_ANOTHER: { status: 422 },
  /** The document is cancelled, so its file isn't opened. */
  DOCUMENT_CANCELLED: { status: 409 },
  /** A search names more than 100 identifiers. */
  TOO_MANY_IDENTIFIERS: { status: 422 },
  /** The export would hold no document. */
  EXPORT_EMPTY: { status: 422 },
  /** The search finds more than `maximo` documents. */
  EXPORT_TOO_LARGE: { status: 422 },
  /** More than `maximo` documents were chosen for one zip. */
  EXPORT_TOO_MANY_DOCUMENTS: { status: 422 },
  /** The export was downloaded already or has expired. */
  EXPORT_TAKEN: { status: 409 },
  /** Documents among those chosen are cancelled already; `cuales` names them. */
  DOCUMENT_ALREADY_CANCELLED: { status: 409 },
  /** Documents to cancel don't exist or are out of reach; `cuales` names them. */
  MASSIVE_CANCEL_NONEXISTENT: { status: 404 },
  /** The request names a document twice. */
  MASSIVE_CANCEL_DUPLICATED: { status: 422 },
  /** The request names no document to cancel. */
  MASSIVE_CANCEL_REQUIRED: { status: 422 },
  /** A document to cancel isn't given by its number. */
  MASSIVE_CANCEL_WRONG_TYPE: { status: 422 },
  /** More than `maximo` documents are to be cancelled at once. */
  MASSIVE_CANCEL_MAXIMUM_EXCEEDED: { status: 422 },
  /** The mail to be sent again hasn't failed. */
  DOCUMENT_MAIL_NOT_FAILED: { status: 409 },
  /** The employee to be mailed has no address. */
  DOCUMENT_MAIL_NO_ADDRESS: { status: 422 },
  /** The case of the disagreement is closed. */
  DISAGREEMENT_CLOSED: { status: 409 },
} as const satisfies ErrorTable
