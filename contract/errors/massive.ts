import type { ErrorTable } from './table.ts'

export const massiveErrors = {
  /** Another file of the company waits to be read. */
  PUBLISH_DOCUMENT_MASSIVE_ZIP_WAITING: { status: 409 },
  /** Splitting into receipts takes a PDF. */
  PUBLISH_DOCUMENT_MASSIVE_ONLY_PDF: { status: 422 },
  /** Publishing one PDF per employee takes a zip. */
  PUBLISH_DOCUMENT_MASSIVE_ONLY_ZIP: { status: 422 },
  /** The document type has no capture method. */
  PUBLISH_DOCUMENT_MASSIVE_NO_CAPTURE: { status: 422 },
  /** The zip holds different numbers of PDF and XML files. */
  PUBLISH_DOCUMENT_MASSIVE_XML_COUNT: { status: 422 },
  /** The file holds no PDF. */
  PUBLISH_DOCUMENT_MASSIVE_EMPTY: { status: 422 },
  /** The zip breaks a limit or a rule of its form; `motivo` is which. */
  SYSTEM_API_SUSPICIOUS_ZIP: { status: 422 },
  /** The file was not read because of a fault of the system. */
  MASSIVE_READING_FAILED: { status: 500 },
  /** The publication has left the step that the act belongs to. */
  MASSIVE_STEP_CHANGED: { status: 409 },
  /** The employee chosen for a receipt is out of the viewer's reach. */
  MASSIVE_EMPLOYEE_OUT_OF_REACH: { status: 422 },
  /** The receipt has no recipient yet. */
  MASSIVE_NOT_PUBLISHABLE: { status: 422 },
  /** The employee has another receipt in the same file. */
  MASSIVE_RECIPIENT_TWICE: { status: 422 },
  /** The receipt shows two employees, by id or by whole name: it can't be given to one of them. */
  MASSIVE_TWO_PEOPLE: { status: 422 },
  /** To be confirmed: the receipt shows an employee, and another one was chosen for it. */
  MASSIVE_SHOWS_ANOTHER: { status: 422 },
  /** At the point that was taught stands no name and no number of an employee whom the page shows by both. */
  MASSIVE_TAUGHT_NOBODY: { status: 422 },
  /** The places are known already, or there are as many as can be. */
  MASSIVE_TAUGHT_ALREADY: { status: 409 },
  /** The pages have no preceding receipt to be joined to. */
  MASSIVE_NOTHING_BEFORE: { status: 422 },
  /** The number of receipts isn't the one that was confirmed. */
  MASSIVE_COUNT_CHANGED: { status: 409 },
  /** No receipt is ready to be published. */
  MASSIVE_NOTHING_READY: { status: 422 },
  /** The publication left no receipt for later, or all of them were gone on with. */
  MASSIVE_NO_LEFTOVERS: { status: 409 },
  /** More than 30 days have passed since the publication left receipts for later. */
  MASSIVE_LEFTOVERS_TOO_OLD: { status: 410 },
  /** Somebody whose publications the viewer doesn't see is going on with the receipts. */
  MASSIVE_LEFTOVERS_TAKEN: { status: 409 },
  /** The hour of publication is past or more than 90 days ahead. */
  MASSIVE_HOUR_NOT_AHEAD: { status: 422 },
  /** The receipts are visible, so their hour is fixed. */
  MASSIVE_VISIBLE_ALREADY: { status: 409 },
  /** To be confirmed: the month differs from the preceding one before it is published. */
  MASSIVE_UNLIKE_LAST_MONTH: { status: 422 },
  /** To be confirmed: the month differs from the preceding one before the zip is made. */
  MASSIVE_ZIP_UNLIKE_LAST_MONTH: { status: 422 },
  /** A notice, and to be confirmed by itself: the receipts show the tax id of another employer. */
  MASSIVE_OTHER_EMPLOYER: { status: 422 },
  /** A notice: the number of receipts differs from the preceding period's. */
  MASSIVE_COUNT_UNLIKE: { status: 422 },
  /** A notice: the same file was uploaded before. */
  MASSIVE_SAME_FILE: { status: 422 },
  /** A notice: receipts name another month. */
  MASSIVE_OTHER_MONTH: { status: 422 },
  /** The file's bytes in the zip don't decompress, or differ from its directory in size or checksum. */
  MASSIVE_ENTRY_DAMAGED: { status: 422 },
  /** The zip holds another file of the same name. */
  MASSIVE_NAME_TWICE: { status: 422 },
  /** The XML has no PDF of the same name. */
  MASSIVE_XML_ALONE: { status: 422 },
  /** The document isn't in the zip that came back signed. */
  MASSIVE_RETURNED_MISSING: { status: 422 },
  /** The zip that came back holds a file that didn't go out. */
  MASSIVE_RETURNED_EXTRA: { status: 422 },
  /** The document came back without a signature. */
  MASSIVE_RETURNED_UNSIGNED: { status: 422 },
  /** The file that came back isn't the document that went out under its name. */
  MASSIVE_RETURNED_OTHER: { status: 422 },
} as const satisfies ErrorTable
