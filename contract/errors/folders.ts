import type { ErrorTable } from './table.ts'

export const foldersErrors = {
  /** The folder's name is missing. */
  FOLDER_NAME_MISSING: { code: '10001', status: 422 },
  /** The folder's name is longer than 60 characters. */
  FOLDER_NAME_TOO_LONG: { code: '10002', status: 422 },
  /** Another folder has the name. */
  FOLDER_NAME_TAKEN: { code: '10003', status: 409 },
  /** The order isn't a whole number from 0 to 999. */
  FOLDER_ORDER_INVALID: { code: '10004', status: 422 },
  /** The signing priority isn't a whole number from 0 to 999. */
  SIGNING_PRIORITY_INVALID: { code: '10005', status: 422 },
  /** An ephemeral folder has to be signable. */
  FOLDER_EPHEMERAL_UNSIGNED: { code: '10006', status: 422 },
  /** A signable folder has to be visible. */
  FOLDER_SIGNABLE_HIDDEN: { code: '10007', status: 422 },
  /** A folder that blocks others has to be visible. */
  FOLDER_BLOCKING_HIDDEN: { code: '10008', status: 422 },
  /** A template needs a visible folder. */
  FOLDER_TEMPLATE_HIDDEN: { code: '10009', status: 422 },
  /** The template doesn't exist. */
  TEMPLATE_UNKNOWN: { code: '10010', status: 422 },
  /** A folder to be blocked doesn't exist. */
  FOLDER_BLOCKED_UNKNOWN: { code: '10011', status: 422 },
  /** Folders would block each other in a circle, through `nombre`. */
  FOLDER_BLOCKING_CIRCLE: { code: '10012', status: 422 },
  /** The product uses the folder by its name, which is fixed. */
  FOLDER_NAME_FIXED: { code: '10013', status: 422 },
  /** A folder with documents isn't deleted. */
  FOLDER_HAS_DOCUMENTS: { code: '10014', status: 409 },
  /** A folder that users' filters name isn't deleted. */
  FOLDER_IN_FILTERS: { code: '10015', status: 409 },
  /** A folder that the product uses isn't deleted. */
  FOLDER_USED_BY_SYSTEM: { code: '10016', status: 409 },
  /** A folder that blocks or is blocked isn't deleted. */
  FOLDER_IN_BLOCKING_RULES: { code: '10017', status: 409 },
  /** Payslips in an ephemeral folder: refused in Argentina, elsewhere to be confirmed. */
  FOLDER_EPHEMERAL_PAYSLIPS: { code: '10018', status: 422 },
  /** Folders are changed by those who see all of them. */
  FOLDERS_LIMITED: { code: '10019', status: 403 },
  /** The document type's name is missing. */
  TYPE_NAME_MISSING: { code: '10020', status: 422 },
  /** The document type's name is longer than 60 characters. */
  TYPE_NAME_TOO_LONG: { code: '10021', status: 422 },
  /** Another document type has the name. */
  TYPE_NAME_TAKEN: { code: '10022', status: 409 },
  /** The document type's alias is missing. */
  TYPE_ALIAS_MISSING: { code: '10023', status: 422 },
  /** The document type's alias is longer than 30 characters. */
  TYPE_ALIAS_TOO_LONG: { code: '10024', status: 422 },
  /** Another document type has the alias. */
  TYPE_ALIAS_TAKEN: { code: '10025', status: 409 },
  /** The folder of a document type doesn't exist. */
  FOLDER_UNKNOWN: { code: '10026', status: 422 },
  /** A document type doesn't become a digital form, nor stop being one. */
  TYPE_FORM_FIXED: { code: '10027', status: 422 },
  /** The required sheets are more than the sheets in all. */
  TYPE_SHEETS_BACKWARDS: { code: '10028', status: 422 },
  /** The sheets aren't 1 to 50, or only one of the two numbers is given. */
  TYPE_SHEETS_INVALID: { code: '10029', status: 422 },
  /** The days to sign aren't a whole number from 1 to 365. */
  SIGNING_DAYS_INVALID: { code: '10030', status: 422 },
  /** A document type with documents isn't deleted. */
  TYPE_HAS_DOCUMENTS: { code: '10031', status: 409 },
  /** The last type of a folder that users' filters name isn't deleted. */
  TYPE_LAST_IN_FILTERED_FOLDER: { code: '10032', status: 409 },
  /** A generic type has no period. */
  TYPE_GENERIC_WITH_PERIOD: { code: '10033', status: 422 },
  /** Several documents a period need a type with a period. */
  TYPE_SEVERAL_WITHOUT_PERIOD: { code: '10034', status: 422 },
  /** To be confirmed: payslips would be sent outside to be analysed. */
  TYPE_PAYSLIPS_ANALYSED: { code: '10035', status: 422 },
  /** To be confirmed: managers who were given the folder for something else would see their reports' payslips. */
  TYPE_PAYSLIPS_FOR_MANAGERS: { status: 422 },
  /** A type is made confidential by those who see confidential documents. */
  TYPE_CONFIDENTIAL: { code: '10036', status: 403 },
  /** A digital form isn't generic, has no XML and isn't captured. */
  TYPE_FORM_CONFLICT: { code: '10037', status: 422 },
  /** The capture method doesn't exist. */
  CAPTURE_METHOD_UNKNOWN: { code: '10038', status: 422 },
  /** The pattern of a file's name has more than four holes. */
  CAPTURE_PATTERN_TOO_MANY_HOLES: { status: 422 },
  /** The page of the signature isn't chosen. */
  SIGNATURE_PAGE_MISSING: { code: '10039', status: 422 },
  /** The number of the signature's page is missing or isn't 1 to 500. */
  SIGNATURE_PAGE_NUMBER_INVALID: { code: '10040', status: 422 },
  /** The sample doesn't have the signature's page. */
  SIGNATURE_PAGE_NOT_IN_SAMPLE: { code: '10041', status: 422 },
  /** The box of a signature is outside of the page. */
  SIGNATURE_BOX_OUTSIDE: { code: '10042', status: 422 },
  /** The box of a signature is smaller than 30 × 10 mm. */
  SIGNATURE_BOX_SMALL: { code: '10043', status: 422 },
  /** The orientation is neither portrait nor landscape. */
  ORIENTATION_INVALID: { code: '10044', status: 422 },
  /** The rotation isn't 0, 90, 180 or 270 degrees. */
  ROTATION_INVALID: { code: '10045', status: 422 },
  /** The cut is outside of the page or smaller than half an A4 sheet. */
  CUT_INVALID: { code: '10046', status: 422 },
  /** The pages of a receipt aren't a number from 1 to 20. */
  RECEIPT_PAGES_INVALID: { code: '10047', status: 422 },
  /** The boxes of the two signatures overlap. */
  SIGNATURE_BOXES_OVERLAP: { code: '10048', status: 422 },
  /** The sample PDF is missing. */
  SAMPLE_MISSING: { code: '10049', status: 422 },
  /** Nobody changes their own folder filter. */
  OWN_FOLDER_FILTER: { code: '10050', status: 403 },
  /** The folder doesn't exist or is out of reach. */
  FOLDER_OUT_OF_REACH: { code: '10051', status: 422 },
  /** The folder is in the person's filter already. */
  FOLDER_IN_FILTER_ALREADY: { code: '10052', status: 409 },
  /** A folder filter needs a management profile. */
  FOLDER_FILTER_WITHOUT_MANAGEMENT: { code: '10053', status: 422 },
  /** Without its last folder the filter would open folders out of the viewer's reach. */
  FOLDER_FILTER_OPENS_ALL: { code: '10054', status: 403 },
  /** The type to order by isn't in the folder any more. */
  TYPE_GONE_FROM_FOLDER: { code: '10055', status: 422 },
  /** Self-service keeps its sworn statements in the folder or type: it can't be hidden or archived. */
  FOLDER_USED_BY_SELF_SERVICE: { status: 409 },
  /** The paper size isn't supported. */
  NO_SUPPORTED: { status: 422 },
  /** Another type uses the analysis, which one type at most may. */
  THERE_HAS_SUBFOLDER_WITH_IA_ACTIVE: { status: 409 },
} as const satisfies ErrorTable
