import type { ErrorTable } from './table.ts'

export const mailsErrors = {
  /** Somebody else changed this mail meanwhile. */
  MAIL_CHANGED: { status: 409 },
  /** A security mail keeps its facts, its link and its addressee: only its greeting and its look change. */
  MAIL_SECURITY_FIXED: { status: 422 },
  /** A part has more than `maximo` letters. */
  MAIL_TOO_LONG: { status: 422 },
  /** A subject, title, button or footer has a line break. */
  MAIL_LINE_BREAK: { status: 422 },
  /** A text has a character that nobody sees, such as one that turns the direction of writing. */
  MAIL_HIDDEN_CHARACTER: { status: 422 },
  /** A text opens {{ and doesn't close it, or the other way round. */
  MAIL_BRACES_OPEN: { status: 422 },
  /** This mail doesn't have the variable `variable`. */
  MAIL_VARIABLE_UNKNOWN: { status: 422 },
  /** The text has a part or a mark that isn't on the list. */
  MAIL_PART_UNKNOWN: { status: 422 },
  /** The text has too many parts, or lists too deep inside each other. */
  MAIL_TOO_MANY_PARTS: { status: 422 },
  /** A link isn't a whole https address. */
  MAIL_LINK_NOT_ALLOWED: { status: 422 },
  /** A link shows another address than the one it leads to. */
  MAIL_LINK_DECEIVES: { status: 422 },
  /** The picture isn't in the company's gallery, or is archived. */
  MAIL_PICTURE_NOT_FOUND: { status: 422 },
  /** The gallery has `maximo` pictures that aren't archived. */
  COMPANY_GALLERY_LIMIT_EXCEPTION: { status: 409 },
  /** The picture has more than 1 MB. */
  IMAGE_LIMIT_SIZE: { status: 422 },
  /** The file is no JPG or PNG that can be opened. */
  IMAGE_TYPE: { status: 422 },
} as const satisfies ErrorTable
