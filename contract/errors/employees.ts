import type { ErrorTable } from './table.ts'

export const employeesErrors = {
  /** The first name is empty, too long or has other signs than letters, digits and a few marks. */
  FIRST_NAME_INVALID: { code: '05005', status: 422 },
  /** The last name is empty, too long or has other signs than letters, digits and a few marks. */
  LAST_NAME_INVALID: { code: '05006', status: 422 },
  /** The user name has other signs than letters, digits and underscores. */
  USERNAME_INVALID: { code: '05007', status: 422 },
  /** The national id doesn't have 5 to 15 capital letters or digits. */
  NATIONAL_ID_INVALID: { code: '05008', status: 422 },
  /** The tax id doesn't have 5 to 15 capital letters or digits. */
  TAX_ID_INVALID: { code: '05009', status: 422 },
  /** The mail address is invalid. */
  MAIL_INVALID: { code: '05011', status: 422 },
  /** The date of birth is after today. */
  BIRTH_IN_FUTURE: { code: '05012', status: 422 },
  /** The date of hire is more than `maximo` days ahead. */
  HIRE_TOO_FAR_AHEAD: { code: '05013', status: 422 },
  /** The person is younger than the country's working age, `minimo`. */
  EMPLOYEE_TOO_YOUNG: { code: '05014', status: 422 },
  /** Fewer than `minimo` years lie between birth and hire. */
  HIRED_TOO_YOUNG: { code: '05015', status: 422 },
  /** The sector doesn't exist. */
  SECTOR_UNKNOWN: { code: '05016', status: 422 },
  /** The location doesn't exist. */
  LOCATION_UNKNOWN: { code: '05017', status: 422 },
  /** The position or cost centre doesn't exist. */
  POSITION_UNKNOWN: { code: '05018', status: 422 },
  /** The file number doesn't have 1 to 20 letters or digits. */
  FILE_NUMBER_INVALID: { code: '05019', status: 422 },
  /** Another user of the company has the user name. */
  USERNAME_TAKEN: { code: '05020', status: 409 },
  /** Another person of the company has the mail address. */
  EMPLOYEE_MAIL_TAKEN: { code: '05021', status: 409 },
  /** Another person of the company has the national id. */
  NATIONAL_ID_TAKEN: { code: '05022', status: 409 },
  /** Another person of the company has the tax id. */
  TAX_ID_TAKEN: { code: '05023', status: 409 },
  /** Another person of the company has the file number. */
  FILE_NUMBER_TAKEN: { code: '05024', status: 409 },
  /** The user name is somebody else's id in the company, or the id somebody else's user name: it would open nothing. */
  SIGN_IN_NAME_TAKEN: { code: '05128', status: 409 },
  /** The manager would be the person or somebody below them. */
  MANAGER_BELOW: { code: '05025', status: 422 },
  /** The tax id's check digit is wrong; a warning where the company's setting allows it. */
  TAX_ID_CHECK_DIGIT: { code: '05026', status: 422 },
  /** Nobody changes their own place, manager, dates, account or sign-in data. */
  OWN_RECORD_FIXED: { code: '05027', status: 403 },
  /** A free text has control characters or angle brackets. */
  CHARACTERS_NOT_ALLOWED: { code: '05028', status: 422 },
  /** The phone number has other signs than digits, spaces, hyphens and a leading plus. */
  PHONE_INVALID: { code: '05029', status: 422 },
  /** The account number doesn't have 6 to 34 letters or digits. */
  BANK_ACCOUNT_INVALID: { code: '05030', status: 422 },
  /** The name of a sector, location, position or cost centre has signs that aren't allowed. */
  PLACE_NAME_INVALID: { code: '05031', status: 422 },
  /** To be confirmed: the place named `nombre` doesn't exist and will be made. */
  PLACE_NEW: { code: '05032', status: 422 },
  /** The manager doesn't exist or may not be chosen by the viewer. */
  MANAGER_UNKNOWN: { code: '05033', status: 422 },
  /** The person would be out of the viewer's own reach. */
  EMPLOYEE_LEAVES_REACH: { code: '05034', status: 422 },
  /** The mail address is missing, and the invitation needs it. */
  INVITATION_WITHOUT_MAIL: { code: '05035', status: 422 },
  /** Nobody changes the mail address or user name of a person who administers. */
  ADMINISTRATOR_SIGN_IN_FIXED: { code: '05036', status: 403 },
  /** The invitations of an import are being mailed already. */
  INVITATIONS_UNDER_WAY: { code: '05132', status: 409 },
  /** None of the chosen people waits for an invitation that can be mailed. */
  INVITATIONS_NOBODY: { code: '05133', status: 422 },
  /** A person with a management profile leaves by an act of their own; `nombre` names them. */
  EMPLOYMENT_END_ALONE: { code: '00005', status: 409 },
  /** The person to be invited has a password already. */
  INVITATION_NOT_NEEDED: { code: '05037', status: 409 },
  /** To be confirmed: the user name changes, so the password ends and a link is mailed. */
  USERNAME_CHANGE_ENDS_PASSWORD: { code: '05038', status: 422 },
  /** To be confirmed: the tax id changes, and the documents stay the person's. */
  TAX_ID_CHANGE_KEEPS_DOCUMENTS: { code: '05039', status: 422 },
  /** The person approves the leave of others, who are known to other systems by this file number. */
  FILE_NUMBER_OF_APPROVER: { code: '05140', status: 409 },
  /** The outside people system keeps the field: it is changed there. */
  FIELD_OF_PEOPLE_SYSTEM: { code: '05143', status: 409 },
  /** A former employee keeps the date of hire of each stay. */
  HIRE_OF_FORMER_EMPLOYEE: { code: '05144', status: 422 },
  /** The person would have no profile. */
  PROFILE_REQUIRED: { code: '05100', status: 422 },
  /** The person would have two employee profiles or two management profiles. */
  PROFILES_OF_ONE_KIND: { code: '05101', status: 422 },
  /** Nobody grants or takes a profile or a reach that they don't have. */
  GRANT_BEYOND_OWN: { code: '05102', status: 403 },
  /** Nobody changes their own profiles, or what their own profile sees. */
  OWN_PROFILES_FIXED: { code: '05103', status: 403 },
  /** The profile of a certificate holder is granted by the operator. */
  PROFILE_BY_SUPPORT_ONLY: { code: '05104', status: 403 },
  /** A filter names neither a sector nor a location. */
  FILTER_EMPTY: { code: '05105', status: 422 },
  /** The pair of sector and location is among the filters already. */
  FILTER_TWICE: { code: '05106', status: 422 },
  /** The profile doesn't exist. */
  PROFILE_UNKNOWN: { code: '05107', status: 422 },
  /** Filters need a profile of limited reach, and the person has none. */
  FILTER_WITHOUT_LIMITED_PROFILE: { code: '05108', status: 422 },
  /** To be confirmed: the person answers for the certificates, so a second full administrator has to accept the change. */
  SECOND_PERSON_NEEDED: { code: '05129', status: 422 },
  /** A change of this person waits for a second person already. */
  SECOND_PERSON_ASKED: { code: '05130', status: 409 },
  /** Nobody else could accept the change: the operator makes it. */
  SECOND_PERSON_NOBODY: { code: '05131', status: 409 },
  /** The change would leave the company without anybody who can grant. */
  LAST_GRANTER: { code: '50023', status: 409 },
  /** The check digits of the CBU are wrong. */
  CBU_CHECK_DIGIT: { code: '05109', status: 422 },
  /** The CCI doesn't have 20 digits, or its check digits are wrong. */
  CCI_INVALID: { code: '05113', status: 422 },
  /** The CURP's form or check digit is wrong. */
  CURP_INVALID: { code: '05110', status: 422 },
  /** The PIS/PASEP's form or check digit is wrong. */
  PIS_INVALID: { code: '05111', status: 422 },
  /** The CTPS's form is wrong. */
  CTPS_INVALID: { code: '05112', status: 422 },
  /** The employment has ended already. */
  EMPLOYMENT_ALREADY_ENDED: { code: '50020', status: 409 },
  /** The employment would end before the hire, `ingreso`. */
  END_BEFORE_HIRE: { code: '50021', status: 422 },
  /** Nobody ends their own employment. */
  OWN_EMPLOYMENT_END: { code: '50022', status: 403 },
  /** The employment of a person who administers is ended by somebody of full reach. */
  ADMINISTRATOR_EMPLOYMENT_END: { code: '50024', status: 403 },
  /** The person to be reinstated is employed. */
  EMPLOYMENT_NOT_ENDED: { code: '50025', status: 409 },
  /** The new hire isn't after the end of the last employment, `baja`. */
  REHIRE_BEFORE_END: { code: '50026', status: 422 },
  /** The person who asked for an end doesn't undo it. */
  END_UNDO_OWN: { code: '50015', status: 403 },
  /** The end acted more than `horas` hours ago, or gave way to a newer stay. */
  END_UNDO_LATE: { code: '50027', status: 409 },
  /** The end is more than `maximo` days ahead. */
  END_TOO_FAR_AHEAD: { code: '50028', status: 422 },
  /** The reason asks for an observation. */
  END_OBSERVATION_REQUIRED: { code: '50029', status: 422 },
  /** The reason isn't one of the person's state: only somebody in onboarding drops out of it. */
  END_REASON_OTHER_STATE: { code: '00072', status: 422 },
  /** The person's stay has no end that could be called off. */
  END_NOT_PLANNED: { status: 409 },
  /** The first line of the file isn't the header of an unsubscription. */
  END_FILE_WITHOUT_HEADER: { code: '05000', status: 422 },
  /** The line names nobody. */
  END_LINE_WITHOUT_PERSON: { code: '05001', status: 422 },
  /** The line has no day of the end. */
  END_LINE_WITHOUT_DAY: { code: '05002', status: 422 },
  /** The day of the end isn't a date that exists. */
  END_LINE_DAY_INVALID: { code: '05003', status: 422 },
  /** The observation is longer than `maximo` characters. */
  END_LINE_OBSERVATION_LONG: { code: '05004', status: 422 },
  /** Nobody within reach has the tax id. */
  END_LINE_UNKNOWN: { code: '05010', status: 422 },
  /** The day `al` of a history is after the company's today, `hoy`. */
  HISTORY_IN_FUTURE: { status: 422 },
  /** The day `al` of a history is before the file was opened, `desde`. */
  HISTORY_BEFORE_FILE: { status: 422 },
  /** Nobody reads or writes the notes of human resources on themselves. */
  NOTES_OF_ONESELF: { status: 403 },
  /** The upload names no integration profile. */
  INTEGRATION_PROFILES_REQUIRED: { status: 422 },
  /** The profile doesn't exist in the company, or is no integration profile. */
  INTEGRATION_PROFILE_UNKNOWN: { status: 422 },
  /** The first line of the file has no column of tax ids. */
  INTEGRATION_FILE_FORMAT: { status: 422 },
  /** Nobody within reach has the tax id. */
  INTEGRATION_LINE_UNKNOWN: { status: 422 },
  /** The person is inactive. */
  INTEGRATION_LINE_INACTIVE: { status: 422 },
  /** The file has no rows. */
  IMPORT_EMPTY: { status: 422 },
  /** The file has more than `maximo` rows. */
  IMPORT_TOO_MANY_ROWS: { status: 422 },
  /** The column `columna`, which identifies each person, is missing. */
  IMPORT_COLUMN_MISSING: { status: 422 },
  /** The column `columna` occurs twice, or its field is assigned to another column. */
  IMPORT_COLUMN_TWICE: { status: 422 },
  /** The line `linea` has a quotation mark without an end, or more than 256 kB. */
  IMPORT_NOT_READABLE: { status: 422 },
  /** The file is no XLSX workbook, is damaged or has a password. */
  IMPORT_WORKBOOK_NOT_READABLE: { status: 422 },
  /** The sheet has more than `maximo` MB of data, however small the file is. */
  IMPORT_TOO_LARGE: { status: 422 },
  /** The sheet has merged cells, the first of them at `rango`. */
  IMPORT_MERGED_CELLS: { status: 422 },
  /** The field can't be assigned to a column: an import doesn't read it, or not in this country. */
  IMPORT_COLUMN_UNKNOWN: { status: 422 },
  /** No more than `maximo` cells of a file are mended on the screen. */
  IMPORT_TOO_MANY_MENDED: { status: 409 },
  /** The import has left the step that the act belongs to. */
  IMPORT_WRONG_STEP: { status: 409 },
  /** The import has no row left to write. */
  IMPORT_NOTHING_TO_DO: { status: 409 },
  /** To be confirmed: `cantidad` rows with faults are left out. */
  IMPORT_FAULTY_LEFT_OUT: { status: 422 },
  /** To be confirmed: the places `nombres` will be made. */
  IMPORT_NEW_PLACES: { status: 422 },
  /** To be confirmed: `cantidad` rows have a wrong check digit. */
  IMPORT_CHECK_DIGITS: { status: 422 },
  /** To be confirmed: `cantidad` invitations will be mailed. */
  IMPORT_INVITATIONS: { status: 422 },
  /** The person is in line `linea` too. */
  IMPORT_LINE_TWICE: { status: 422 },
  /** The cell holds no date that exists. */
  IMPORT_NOT_A_DATE: { status: 422 },
  /** The cell holds a formula. */
  IMPORT_FORMULA: { status: 422 },
  /** The cell holds an error of the spreadsheet, such as #N/A. */
  IMPORT_CELL_ERROR: { status: 422 },
  /** The spreadsheet has rounded the cell's number. */
  IMPORT_ROUNDED_NUMBER: { status: 422 },
  /** The user name and mail address of an existing person are changed on their record. */
  IMPORT_MAIL_ELSEWHERE: { status: 422 },
  /** The row has more cells than the header. */
  IMPORT_TOO_MANY_CELLS: { status: 422 },
  /** A record changed since the check: nothing was written and the file was checked again. */
  IMPORT_CHANGED_MEANWHILE: { status: 409 },
  /** The import failed in a way that nothing foresaw, and wrote nothing. */
  IMPORT_FAILED: { status: 500 },
} as const satisfies ErrorTable
