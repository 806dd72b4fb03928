import type { ErrorTable } from './table.ts'

export const publishingErrors = {
  /** The file isn't a PDF, or is damaged. */
  PDF_NOT_READABLE: { code: '4', status: 422 },
  /** The PDF is protected by a password. */
  PDF_ENCRYPTED: { code: '268', status: 422 },
  /** The employee's mail address, to be noticed at, is invalid. */
  EMAIL_VALUE_IS_INVALID: { status: 422 },
  /** No employee within reach has the identification. */
  SYSTEM_API_INVALID_CUIL: { status: 422 },
  /** The PDF is empty: it has no bytes or no pages. */
  SYSTEM_API_INVALID_PDF_FILE_SIZE: { status: 422 },
  /** A page is smaller than A5 or larger than A3. */
  PDF_FILE_PAGE_SIZE_EXCEPTION: { status: 422 },
  /** The PDF has more than `maximo` pages. */
  PDF_FILE_TOO_MANY_PAGES: { status: 422 },
  /** The PDF exceeds the reader's limits of depth, size or time. */
  PDF_FILE_TOO_COMPLEX: { status: 422 },
  /** The PDF has scripts, attachments or links to other files. */
  PDF_FILE_ACTIVE_CONTENT: { status: 422 },
  /** The PDF has hidden layers or missing parts, which could appear later. */
  PDF_FILE_HIDDEN_CONTENT: { status: 422 },
  /** The PDF was changed after it was signed. */
  PDF_FILE_CHANGED_AFTER_SIGNING: { status: 422 },
  /** The document type isn't published from a single PDF. */
  PUBLISH_TYPE_NOT_SUITABLE: { status: 422 },
  /** The period is outside of `desde` to `hasta`. */
  PUBLISH_PERIOD_OUT_OF_WINDOW: { status: 422 },
  /** A notice is asked for in a folder that employees don't see. */
  PUBLISH_NOTIFY_NOT_VISIBLE: { status: 422 },
  /** Employment ended more than `meses` months ago. */
  PUBLISH_EMPLOYEE_ENDED: { status: 422 },
  /** To be confirmed: the employee has left the company. */
  PUBLISH_EMPLOYEE_INACTIVE: { status: 422 },
  /** To be confirmed: the PDF's text names another employee. */
  PUBLISH_OTHER_EMPLOYEE_IN_TEXT: { status: 422 },
  /** To be confirmed: the PDF's text doesn't contain the employee's number. */
  PUBLISH_EMPLOYEE_NOT_IN_TEXT: { status: 422 },
  /** To be confirmed: the PDF's text names another period. */
  PUBLISH_OTHER_PERIOD_IN_TEXT: { status: 422 },
  /** To be confirmed: the PDF has no text to compare with the employee. */
  PUBLISH_NO_TEXT: { status: 422 },
  /** To be confirmed: a signed PDF carries earlier revisions or objects that no page shows. */
  PUBLISH_CARRIES_MORE: { status: 422 },
  /** To be confirmed: the same file was published to the employee before. */
  PUBLISH_SAME_FILE: { status: 422 },
  /** To be confirmed: a signature in the PDF forbids the employee's. */
  PUBLISH_WITHOUT_EMPLOYEE_SIGNATURE: { status: 422 },
  /** Nobody within reach has the number under which the documents `cuales` were published. */
  DOCUMENT_MOVE_NOBODY: { status: 409 },
  /** The documents `cuales` name another person than the one whose number they were published under, or not that one. */
  DOCUMENT_MOVE_OTHER_PERSON: { status: 422 },
  /** The document type needs an XML file. */
  PUBLISH_XML_REQUIRED: { status: 422 },
  /** The document type takes no XML file. */
  PUBLISH_XML_NOT_EXPECTED: { status: 422 },
  /** The XML and the PDF have different names. */
  PUBLISH_XML_NAME_DIFFERS: { status: 422 },
  /** The XML is malformed at `linea`, `columna`. */
  PUBLISH_XML_NOT_READABLE: { status: 422 },
  /** The XML declares a DOCTYPE. */
  PUBLISH_XML_ENTITIES: { status: 422 },
  /** The XML isn't encoded in UTF-8. */
  PUBLISH_XML_ENCODING: { status: 422 },
  /** To be confirmed: the XML names another employee. */
  PUBLISH_OTHER_EMPLOYEE_IN_XML: { status: 422 },
  /** To be confirmed: the XML doesn't name its employee. */
  PUBLISH_EMPLOYEE_NOT_IN_XML: { status: 422 },
  /** To be confirmed: the XML pays another period. */
  PUBLISH_OTHER_PERIOD_IN_XML: { status: 422 },
  /** To be confirmed: the XML's total doesn't appear in the PDF. */
  PUBLISH_OTHER_TOTAL_IN_XML: { status: 422 },
} as const satisfies ErrorTable
