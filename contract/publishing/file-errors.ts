import type { ErrorName } from '../errors.ts'

/** Reasons to refuse a PDF that is to be published. */
export const fileErrors = [
  'PDF_NOT_READABLE',
  'PDF_ENCRYPTED',
  'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED',
  'SYSTEM_API_INVALID_PDF_FILE_SIZE',
  'PDF_FILE_PAGE_SIZE_EXCEPTION',
  'PDF_FILE_TOO_MANY_PAGES',
  'PDF_FILE_TOO_COMPLEX',
  'PDF_FILE_ACTIVE_CONTENT',
  'PDF_FILE_HIDDEN_CONTENT',
  'PDF_FILE_CHANGED_AFTER_SIGNING',
] as const satisfies readonly ErrorName[]
