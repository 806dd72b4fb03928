import type { ErrorTable } from './table.ts'

export const accountErrors = {
  /** The present password, which proves the person, is wrong. */
  PRESENT_PASSWORD_WRONG: { code: '00017', status: 422 },
  /** The repeated password differs from the first. */
  PASSWORD_REPEAT_DIFFERS: { code: '00019', status: 422 },
  /** The password is shorter than the policy's `minimo`. */
  PASSWORD_TOO_SHORT: { code: '00020', status: 422 },
  /** The password is longer than the policy's `maximo`. */
  PASSWORD_TOO_LONG: { code: '00024', status: 422 },
  /** The password is one of the last `cantidad`. */
  PASSWORD_USED_BEFORE: { code: '00026', status: 422 },
  /** A link can't be sent, because the person has no mail address. */
  USER_WITHOUT_MAIL: { code: '00032', status: 422 },
  /** Single sign-on opened the session, so it has no password to prove or change. */
  SESSION_WITHOUT_PASSWORD: { code: '00033', status: 403 },
  /** Nobody but themselves resets the password of a person who administers. */
  PASSWORD_OF_ADMINISTRATOR: { code: '00034', status: 403 },
  /** Changing one's own password needs the present one. */
  PRESENT_PASSWORD_MISSING: { code: '00046', status: 422 },
  /** The password has fewer letters than `minimo`. */
  PASSWORD_LACKS_LETTERS: { code: '00114', status: 422 },
  /** The password has fewer digits than `minimo`. */
  PASSWORD_LACKS_DIGITS: { code: '00115', status: 422 },
  /** The password has fewer capital letters than `minimo`. */
  PASSWORD_LACKS_CAPITALS: { code: '00116', status: 422 },
  /** The password has fewer special characters than `minimo`. */
  PASSWORD_LACKS_SPECIALS: { code: '00117', status: 422 },
  /** The password has a special character outside of `permitidos`. */
  PASSWORD_SPECIAL_NOT_ALLOWED: { code: '00118', status: 422 },
  /** The new password equals the present one. */
  PASSWORD_UNCHANGED: { code: '00119', status: 422 },
  /** The password breaks several rules of the policy; each is an error of its own. */
  PASSWORD_BREAKS_POLICY: { code: '00141', status: 422 },
  /** The password was changed `cantidad` times within a day, as often as the policy allows. */
  PASSWORD_CHANGED_TOO_OFTEN: { code: '00144', status: 422 },
  /** The password contains the person's data or the company's name. */
  PASSWORD_PERSONAL: { code: '00145', status: 422 },
  /** The password from before the company's address or code is wrong. */
  FORMER_PASSWORD_WRONG: { status: 422 },
  /** Signing waits for nothing that this act could give. */
  SIGNING_NOT_WAITING: { status: 409 },
  /** A mailed link is invalid, was used or has expired. */
  LINK_EXPIRED: { code: '00146', status: 422 },
  /** The password is easy to guess. */
  PASSWORD_EASY: { code: '00147', status: 422 },
  /** The password changed elsewhere between its check and this change. */
  PASSWORD_CHANGED_MEANWHILE: { code: '00148', status: 409 },
  /** The first sign-in is finished already. */
  FIRST_LOGIN_DONE: { status: 409 },
  /** The first sign-in lacks the decision on electronic documents. */
  CONSENT_REQUIRED: { status: 422 },
  /** No sign-in code is printed for a person who administers. */
  PRINTED_CODE_MANAGES: { status: 403 },
  /** No sign-in code can be printed for any of the chosen people. */
  PRINTED_CODES_NOBODY: { status: 422 },
  /** No sign-in code is printed for a person with a mail address. */
  PRINTED_CODE_HAS_MAIL: { status: 409 },
  /** The new mail address is the present one. */
  MAIL_SAME: { status: 422 },
  /** Another person of the company has the mail address. */
  MAIL_TAKEN: { status: 409 },
  /** The terms were replaced after the person read them. */
  TERMS_OTHER_VERSION: { status: 409 },
} as const satisfies ErrorTable
