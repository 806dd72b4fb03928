import type { ErrorTable } from './table.ts'

export const processesErrors = {
  /** The first or last day of the search is missing. */
  PROCESS_RANGE_REQUIRED: { status: 422 },
  /** The last day is before the first. */
  PROCESS_RANGE_BACKWARDS: { status: 422 },
  /** The process is continued by those who hold its kind's action and reach everybody in it. */
  PROCESS_NOT_YOURS: { status: 403 },
  /** The process waits for nobody. */
  PROCESS_NOT_WAITING: { status: 409 },
  /** The process can't be cancelled at its step. */
  PROCESS_NOT_CANCELLABLE: { status: 409 },
  /** The publication has no document left that the viewer may cancel. */
  UNDO_NOTHING_STANDS: { status: 409 },
  /** The reason of an undo has fewer than 3 letters. */
  UNDO_REASON_REQUIRED: { status: 422 },
  /** The publication is being undone already. */
  UNDO_UNDER_WAY: { status: 409 },
  /** A process waits: its certificate doesn't exist any more. */
  PROCESS_CERTIFICATE_NOT_FOUND: { status: 422 },
  /** A process waits: its certificate has expired. */
  PROCESS_CERTIFICATE_EXPIRED: { status: 422 },
  /** A process waits: its certificate and key don't match. */
  PROCESS_CERTIFICATE_FILE_INVALID: { status: 422 },
  /** A process waits for the certificate's password after a restart. */
  PROCESS_PASSPHRASE_NEEDED: { status: 422 },
  /** A process waits: the timestamp authority doesn't answer. */
  PROCESS_TIMESTAMP_FAILED: { status: 422 },
  /** A document failed to be signed. */
  PROCESS_SIGNING_FAILED: { status: 422 },
  /** The signature's page is none of the document's. */
  PROCESS_SIGNATURE_POSITION_INVALID: { status: 422 },
  /** The document's file is missing from the store. */
  PROCESS_FILE_MISSING: { status: 422 },
  /** The zip to be signed outside failed to be made. */
  PROCESS_ZIP_FAILED: { status: 422 },
  /** The file couldn't be taken, so nothing of it was published. */
  PROCESS_RECEIPT_NOT_SOLVED: { status: 422 },
  /** The id that was read on the receipt is another employee's by now. */
  PROCESS_RECEIPT_OF_ANOTHER: { status: 422 },
  /** The work on an item was interrupted for good by a fault of the system. */
  PROCESS_INTERRUPTED: { status: 500 },
  /** A process waits: its signing was interrupted for good by a fault of the system. */
  PROCESS_SIGNING_INTERRUPTED: { status: 500 },
  /** The document type was removed. */
  PROCESS_TYPE_GONE: { status: 422 },
} as const satisfies ErrorTable
