import type { ErrorTable } from './table.ts'

export const mailsErrors = {
  /** Somebody else changed this mail meanwhile. */
  MAIL_CHANGED: { status: 409 },
  /** A security mail keeps its facts, its link and its addressee: only its greeting and its look change. */
  MAIL_SECURITY_FIXED: { status: 422 },
  /** A subject, title, button or footer has a line break. */
  MAIL_LINE_BREAK: { status: 422 },
  /** A text opens {{ and doesn't close it, or the other way round. */
  MAIL_BRACES_OPEN: { status: 422 },
  /** This mail doesn't have the variable `variable`. */
  MAIL_VARIABLE_UNKNOWN: { status: 422 },
  /** The picture isn't in the company's gallery, or is archived. */
  MAIL_PICTURE_NOT_FOUND: { status: 422 },
  /** The gallery has `maximo` pictures that aren't archived. */
  COMPANY_GALLERY_LIMIT_EXCEPTION: { status: 409 },
  /** The picture has more than 1 MB. */
  IMAGE_LIMIT_SIZE: { status: 422 },
  /** The file is no JPG or PNG that can be opened. */
  IMAGE_TYPE: { status: 422 },
} as const satisfies ErrorTable
