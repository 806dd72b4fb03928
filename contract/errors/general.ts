import type { ErrorTable } from './table.ts'

export const generalErrors = {
  /** The server failed in a way that nothing foresaw; the request's number is in the log. */
  INTERNAL_ERROR: { status: 500 },
  /** The database is away or out of connections, or too many passwords are being checked. */
  SERVICE_UNAVAILABLE: { status: 503 },
  /** The thing asked for doesn't exist, or is out of the viewer's reach. */
  NOT_FOUND: { status: 404 },
  /** A required field is missing. */
  SYSTEM_API_PARAMETER_REQUIRED: { status: 422 },
  /** A required field is empty. */
  SYSTEM_API_PARAMETER_IS_EMPTY: { status: 422 },
  /** The request has a field that the call doesn't take. */
  SYSTEM_API_PARAMETER_NOT_EXPECTED: { status: 422 },
  /** A field has the wrong type or form. */
  SYSTEM_API_WRONG_DATA_TYPE: { status: 422 },
  /** A field that takes a number holds something else. */
  SYSTEM_API_NOT_NUMERIC: { status: 422 },
  /** A text or list is longer than `maximo`. */
  SYSTEM_API_VALUE_TOO_LONG: { status: 422 },
  /** A text or list is shorter than `minimo`. */
  SYSTEM_API_VALUE_TOO_SHORT: { status: 422 },
  /** A number is below its least or above its largest value. */
  SYSTEM_API_VALUE_OUT_OF_RANGE: { status: 422 },
  /** The body isn't readable as the type that its header names, or is nested too deeply. */
  SYSTEM_API_BODY_NOT_READABLE: { status: 400 },
  /** The body is larger than the call takes. */
  SYSTEM_API_BODY_TOO_LARGE: { status: 413 },
  /** A text has a character that can't be stored: U+0000, or half of a surrogate pair. */
  SYSTEM_API_CHARACTER_NOT_ALLOWED: { status: 422 },
  /** An upload broke off before its end. */
  SYSTEM_API_UPLOAD_INTERRUPTED: { status: 400 },
  /** A file is larger than the call takes. */
  SYSTEM_API_MAX_FILE_SIZE_EXCEEDED: { status: 413 },
  /** The bytes of a file aren't of a type that the call takes. */
  SYSTEM_API_WRONG_MIME_TYPE: { status: 415 },
  /** The scanner found a virus. */
  SYSTEM_API_VIRUS_FOUND: { status: 422 },
  /** The scanner failed or doesn't answer. */
  SYSTEM_API_VIRUS_SCAN_FAILED: { status: 503 },
  /** The profile doesn't hold the action that the call needs. */
  SYSTEM_ACTION_NOT_GRANTED: { status: 403 },
  /** The document doesn't have the page asked for. */
  PAGE_REQUESTED_NOT_FOUND: { status: 404 },
  /** The page lies beyond the 10,000 rows that lists show. */
  LIST_PAGE_TOO_FAR: { status: 422 },
  /** The caller is over the call's rate; `segundos` until the next attempt. */
  TOO_MANY_REQUESTS: { status: 429 },
  /** The act needs confirmations, which `errors` lists. */
  CONFIRMATION_REQUIRED: { status: 422 },
  /** An idempotency key came again with another input. */
  IDEMPOTENCY_KEY_REUSED: { status: 422 },
  /** More than `maximo` rows are selected for one act. */
  SELECTION_TOO_LARGE: { status: 422 },
  /** A part has more than `maximo` letters. */
  TEXT_TOO_LONG: { status: 422 },
  /** A text has a character that nobody sees, such as one that turns the direction of writing. */
  TEXT_HIDDEN_CHARACTER: { status: 422 },
  /** The text has a part or a mark that isn't on the list. */
  TEXT_PART_UNKNOWN: { status: 422 },
  /** The text has too many parts, or lists too deep inside each other. */
  TEXT_TOO_MANY_PARTS: { status: 422 },
  /** A link isn't a whole https address. */
  TEXT_LINK_NOT_ALLOWED: { status: 422 },
  /** A link shows another address than the one it leads to. */
  TEXT_LINK_DECEIVES: { status: 422 },
} as const satisfies ErrorTable
