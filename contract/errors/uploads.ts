import type { ErrorTable } from './table.ts'

export const uploadsErrors = {
  /** The document type takes no uploads. */
  UPLOAD_TYPE_NOT_OFFERED: { code: '04002', status: 422 },
  /** The type asks for at least `minimo` sheets. */
  UPLOAD_SHEETS_MISSING: { code: '04003', status: 422 },
  /** The type takes at most `maximo` sheets. */
  UPLOAD_SHEETS_TOO_MANY: { code: '04004', status: 422 },
  /** The picture can't be opened. */
  UPLOAD_PICTURE_NOT_READABLE: { code: '04005', status: 422 },
  /** The picture has too many pixels. */
  UPLOAD_PICTURE_TOO_LARGE: { code: '04006', status: 422 },
  /** The picture is in HEIC, the format of some phones. */
  UPLOAD_HEIC: { code: '04007', status: 422 },
  /** The sheets together exceed `maximo` megabytes. */
  UPLOAD_TOO_LARGE: { code: '04008', status: 422 },
  /** To be confirmed: the person sent the same file before. */
  UPLOAD_SAME_FILE: { code: '04009', status: 422 },
  /** A sheet was put up more than a day ago, or was sent already. */
  UPLOAD_SHEET_GONE: { code: '04010', status: 409 },
  /** Somebody who has left the company sends no more papers. */
  UPLOAD_NOT_ACTIVE: { code: '04011', status: 403 },
  /** A signed PDF would lose its signature if it were joined to other sheets. */
  UPLOAD_SIGNED_PDF_ALONE: { code: '04012', status: 422 },
  /** The paper was decided, or is no longer there to be changed. */
  UPLOAD_DECIDED: { code: '04013', status: 409 },
  /** The type needs a month. */
  UPLOAD_PERIOD_REQUIRED: { code: '04014', status: 422 },
  /** The type has no months. */
  UPLOAD_PERIOD_NOT_EXPECTED: { code: '04015', status: 422 },
  /** A document of the type stands in that month. */
  UPLOAD_PERIOD_TAKEN: { code: '04016', status: 409 },
  /** The same sheet is named twice. */
  UPLOAD_SHEET_TWICE: { code: '04017', status: 422 },
} as const satisfies ErrorTable
