/**
 * Every code that the server can refuse with, its HTTP status and the area that owns it. The codes are the keys
 * of `errors` in the locales. Numbers of the specification keep their spelling; ours are words. A test refuses a
 * number used twice, outside its area's ranges, or changed once it was given.
 */
export const errors = {
  // Every call
  INTERNAL_ERROR: { status: 500, area: 'general' },
  SERVICE_UNAVAILABLE: { status: 503, area: 'general' },
  NOT_FOUND: { status: 404, area: 'general' },
  SYSTEM_API_PARAMETER_REQUIRED: { status: 422, area: 'general' },
  SYSTEM_API_PARAMETER_IS_EMPTY: { status: 422, area: 'general' },
  SYSTEM_API_PARAMETER_NOT_EXPECTED: { status: 422, area: 'general' },
  SYSTEM_API_WRONG_DATA_TYPE: { status: 422, area: 'general' },
  SYSTEM_API_VALUE_TOO_LONG: { status: 422, area: 'general' },
  SYSTEM_API_VALUE_TOO_SHORT: { status: 422, area: 'general' },
  SYSTEM_API_VALUE_OUT_OF_RANGE: { status: 422, area: 'general' },
  SYSTEM_API_BODY_NOT_READABLE: { status: 400, area: 'general' },
  SYSTEM_API_UPLOAD_INTERRUPTED: { status: 400, area: 'general' },
  SYSTEM_API_MAX_FILE_SIZE_EXCEEDED: { status: 413, area: 'general' },
  SYSTEM_API_WRONG_MIME_TYPE: { status: 415, area: 'general' },
  SYSTEM_ACTION_NOT_GRANTED: { status: 403, area: 'general' },
  PAGE_REQUESTED_NOT_FOUND: { status: 404, area: 'general' },
  LIST_PAGE_TOO_FAR: { status: 422, area: 'general' },
  TOO_MANY_REQUESTS: { status: 429, area: 'general' },
  CONFIRMATION_REQUIRED: { status: 422, area: 'general' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, area: 'general' },
  // Session
  SESSION_REQUIRED: { status: 401, area: 'session' },
  SESSION_EXPIRED: { status: 401, area: 'session' },
  SESSION_RESTRICTED: { status: 403, area: 'session' },
  SESSION_COMPANY_CHANGED: { status: 409, area: 'session' },
  SESSION_OTHER_SITE: { status: 403, area: 'session' },
  STEP_UP_REQUIRED: { status: 422, area: 'session' },
  '401': { status: 422, area: 'session' },
  '00018': { status: 422, area: 'session' },
  '00607': { status: 200, area: 'session' },
  '04744': { status: 403, area: 'session' },
  NO_PROFILE_FOR_SITE: { status: 422, area: 'session' },
  // Account: passwords
  '00017': { status: 422, area: 'account' }, // the present password is wrong
  '00019': { status: 422, area: 'account' }, // repeat differs
  '00020': { status: 422, area: 'account' }, // too short
  '00024': { status: 422, area: 'account' }, // too long
  '00026': { status: 422, area: 'account' }, // one of the last ones
  '00114': { status: 422, area: 'account' }, // letters missing
  '00115': { status: 422, area: 'account' }, // digits missing
  '00116': { status: 422, area: 'account' }, // capitals missing
  '00117': { status: 422, area: 'account' }, // special characters missing
  '00118': { status: 422, area: 'account' }, // a special character that is not allowed
  '00119': { status: 422, area: 'account' }, // equals the present one
  '00141': { status: 422, area: 'account' }, // personal information, or easy to guess
  '00144': { status: 422, area: 'account' }, // changed too often today
  '00146': { status: 422, area: 'account' }, // link invalid, used or expired
  FIRST_LOGIN_DONE: { status: 409, area: 'account' },
  CONSENT_REQUIRED: { status: 422, area: 'account' },
  // Documents
  SYSTEM_API_FILE_EXISTS: { status: 409, area: 'documents' },
  DOCUMENT_CHANGED: { status: 409, area: 'documents' },
  DOCUMENT_CANCELLED: { status: 409, area: 'documents' },
  TOO_MANY_IDENTIFIERS: { status: 422, area: 'documents' },
  // Verification
  VERIFICATION_ENCRYPTED: { status: 422, area: 'verification' },
  VERIFICATION_NOT_READABLE: { status: 422, area: 'verification' },
  VERIFICATION_TOO_SLOW: { status: 422, area: 'verification' },
  // Certificates
  CERTIFICATE_HOLDER_REQUIRED: { status: 403, area: 'certificates' },
  CERTIFICATES_MOST_ACTIVE: { status: 409, area: 'certificates' },
  CERTIFICATE_TAX_ID_INVALID: { status: 422, area: 'certificates' },
  CERTIFICATE_RESPONSIBILITY_REQUIRED: { status: 422, area: 'certificates' },
  COMPANY_CERT_ALREADY_EXPIRED: { status: 409, area: 'certificates' },
  COMPANY_CERT_NOT_FOUND: { status: 404, area: 'certificates' },
  EMAIL_VALUE_IS_INVALID: { status: 422, area: 'publishing' },
  // Signing
  SIGN_DOCUMENT_CERTIFICATE_NOT_FOUND: { status: 422, area: 'signing' },
  SIGN_DOCUMENT_CERTIFICATE_EXPIRED: { status: 422, area: 'signing' },
  SIGN_DOCUMENT_WRONG_PASSWORD: { status: 422, area: 'signing' },
  SIGN_DOCUMENT_TOO_MANY_ATTEMPTS: { status: 429, area: 'signing' },
  SIGN_DOCUMENT_LOCKED: { status: 422, area: 'signing' },
  SIGN_DOCUMENT_NOT_WAITING: { status: 409, area: 'signing' },
  SIGN_DOCUMENT_TIMESTAMP_FAILED: { status: 503, area: 'signing' },
  SIGN_DOCUMENT_FAILED: { status: 422, area: 'signing' },
  // Publishing
  '4': { status: 422, area: 'publishing' },
  '268': { status: 422, area: 'publishing' },
  SYSTEM_API_INVALID_CUIL: { status: 422, area: 'publishing' },
  SYSTEM_API_INVALID_PDF_FILE_SIZE: { status: 422, area: 'publishing' },
  PDF_FILE_PAGE_SIZE_EXCEPTION: { status: 422, area: 'publishing' },
  PDF_FILE_TOO_MANY_PAGES: { status: 422, area: 'publishing' },
  PDF_FILE_TOO_COMPLEX: { status: 422, area: 'publishing' },
  PDF_FILE_ACTIVE_CONTENT: { status: 422, area: 'publishing' },
  PDF_FILE_CHANGED_AFTER_SIGNING: { status: 422, area: 'publishing' },
  PUBLISH_TYPE_NOT_SUITABLE: { status: 422, area: 'publishing' },
  PUBLISH_PERIOD_OUT_OF_WINDOW: { status: 422, area: 'publishing' },
  PUBLISH_NOTIFY_NOT_VISIBLE: { status: 422, area: 'publishing' },
  PUBLISH_EMPLOYEE_ENDED: { status: 422, area: 'publishing' },
  PUBLISH_EMPLOYEE_INACTIVE: { status: 422, area: 'publishing' },
  PUBLISH_OTHER_EMPLOYEE_IN_TEXT: { status: 422, area: 'publishing' },
  PUBLISH_EMPLOYEE_NOT_IN_TEXT: { status: 422, area: 'publishing' },
  PUBLISH_OTHER_PERIOD_IN_TEXT: { status: 422, area: 'publishing' },
  PUBLISH_NO_TEXT: { status: 422, area: 'publishing' },
  PUBLISH_SAME_FILE: { status: 422, area: 'publishing' },
  // The employees' site
  SIGN_NOT_ALLOWED_CONSENT: { status: 403, area: 'me' },
  SIGN_NOT_ALLOWED_CREDENTIAL: { status: 403, area: 'me' },
  SIGN_NOT_ALLOWED_PRINTED_CODE: { status: 403, area: 'me' },
  SIGN_NOT_ALLOWED_SIGNED: { status: 409, area: 'me' },
  SIGN_NOT_ALLOWED_NOT_ASKED: { status: 409, area: 'me' },
  SIGN_NOT_ALLOWED_CLOSED: { status: 409, area: 'me' },
  SIGN_NOT_ALLOWED_UNREAD: { status: 409, area: 'me' },
  SIGN_ONE_BY_ONE: { status: 422, area: 'me' },
  CONSENT_NOT_POSSIBLE: { status: 409, area: 'me' },
  // Employees
  '05005': { status: 422, area: 'employees' },
  '05006': { status: 422, area: 'employees' },
  '05007': { status: 422, area: 'employees' },
  '05008': { status: 422, area: 'employees' },
  '05009': { status: 422, area: 'employees' },
  '05011': { status: 422, area: 'employees' },
  '05012': { status: 422, area: 'employees' },
  '05013': { status: 422, area: 'employees' },
  '05014': { status: 422, area: 'employees' },
  '05015': { status: 422, area: 'employees' },
  '05016': { status: 422, area: 'employees' },
  '05017': { status: 422, area: 'employees' },
  '05018': { status: 422, area: 'employees' },
  '05019': { status: 422, area: 'employees' },
  '05020': { status: 409, area: 'employees' },
  '05021': { status: 409, area: 'employees' },
  '05022': { status: 409, area: 'employees' },
  '05023': { status: 409, area: 'employees' },
  '05024': { status: 409, area: 'employees' },
  '05025': { status: 422, area: 'employees' },
  '05026': { status: 422, area: 'employees' },
  '05027': { status: 403, area: 'employees' },
  '05028': { status: 422, area: 'employees' },
  '05029': { status: 422, area: 'employees' },
  '05030': { status: 422, area: 'employees' },
  '05031': { status: 422, area: 'employees' },
  '05032': { status: 422, area: 'employees' },
  '05033': { status: 422, area: 'employees' },
  '05034': { status: 422, area: 'employees' },
  '05035': { status: 422, area: 'employees' },
  '05036': { status: 403, area: 'employees' },
  '05037': { status: 409, area: 'employees' },
  // Publishing
  PUBLISH_WITHOUT_EMPLOYEE_SIGNATURE: { status: 422, area: 'publishing' },
} as const satisfies Record<string, { status: number; area: string }>

export type ErrorCode = keyof typeof errors

/** Codes that any call can answer with, which calls therefore don't declare. */
export const everyCall = [
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'NOT_FOUND',
  'SYSTEM_API_PARAMETER_REQUIRED',
  'SYSTEM_API_PARAMETER_IS_EMPTY',
  'SYSTEM_API_PARAMETER_NOT_EXPECTED',
  'SYSTEM_API_WRONG_DATA_TYPE',
  'SYSTEM_API_VALUE_TOO_LONG',
  'SYSTEM_API_VALUE_TOO_SHORT',
  'SYSTEM_API_VALUE_OUT_OF_RANGE',
  'SYSTEM_API_BODY_NOT_READABLE',
  'SYSTEM_ACTION_NOT_GRANTED',
  'TOO_MANY_REQUESTS',
  'IDEMPOTENCY_KEY_REUSED',
  'LIST_PAGE_TOO_FAR',
  'SESSION_REQUIRED',
  'SESSION_EXPIRED',
  'SESSION_RESTRICTED',
  'SESSION_COMPANY_CHANGED',
  'SESSION_OTHER_SITE',
  'STEP_UP_REQUIRED',
  'CONFIRMATION_REQUIRED',
] as const satisfies readonly ErrorCode[]

/**
 * Which numbers belong to which area, from the specification's error groups. An area gives a number its meaning
 * when it is built. `wrong credentials` keeps the specification's '401', which is a code and no HTTP status.
 */
export const codeRanges: Record<string, readonly (readonly [from: string, to: string])[]> = {
  session: [
    ['401', '401'],
    ['00018', '00018'],
    ['00607', '00607'],
    ['04744', '04744'],
  ],
  account: [
    ['00017', '00017'],
    ['00019', '00020'],
    ['00024', '00024'],
    ['00026', '00026'],
    ['00032', '00034'],
    ['00046', '00046'],
    ['00114', '00119'],
    ['00141', '00141'],
    ['00144', '00148'],
  ],
  employees: [
    ['00002', '00002'],
    ['00004', '00004'],
    ['00217', '00217'],
    ['05005', '05009'],
    ['05011', '05144'],
    ['20001', '20004'],
    ['50001', '50006'],
    ['50010', '50010'],
    ['50013', '50013'],
    ['50044', '50044'],
  ],
  unsubscribe: [
    ['00005', '00005'],
    ['00072', '00072'],
    ['05000', '05004'],
    ['05010', '05010'],
    ['50015', '50015'],
    ['50020', '50029'],
  ],
  folders: [['10001', '10061']],
  publishing: [
    ['4', '4'],
    ['268', '268'],
  ],
  upload: [['04002', '04051']],
}
