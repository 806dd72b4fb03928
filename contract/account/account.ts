import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { id, instant } from '../fields.ts'
import { profile } from '../session/session.ts'

/** The password policy, in the specification's words. -1 days: never expires. */
export const passwordPolicy = z.object({
  minimalongitud: z.int(),
  maximalongitud: z.int(),
  minimalongitudletras: z.int(),
  minimacantidadmayusculas: z.int(),
  minimacantidaddigitos: z.int(),
  minimacantidadcaracteresespeciales: z.int(),
  caracterespespeciales: z.array(z.string()),
  historialsinrepetir: z.int(),
  caducidad: z.int(),
})
export type PasswordPolicy = z.infer<typeof passwordPolicy>

/** The most codes that are printed in one PDF. */
export const mostPrinted = 500

const newPassword = z.string().min(1).max(256)
/** Rules that any new password may break: that of an account and that of a certificate. */
export const passwordRules = [
  'PASSWORD_REPEAT_DIFFERS',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_USED_BEFORE',
  'PASSWORD_LACKS_LETTERS',
  'PASSWORD_LACKS_DIGITS',
  'PASSWORD_LACKS_CAPITALS',
  'PASSWORD_LACKS_SPECIALS',
  'PASSWORD_SPECIAL_NOT_ALLOWED',
  'PASSWORD_BREAKS_POLICY',
  'PASSWORD_PERSONAL',
  'PASSWORD_EASY',
] as const

/** Reasons to refuse a new password of an account. */
export const passwordErrors = [
  ...passwordRules,
  'PASSWORD_UNCHANGED',
  'PASSWORD_CHANGED_TOO_OFTEN',
  'PASSWORD_CHANGED_MEANWHILE',
] as const

/** Requests a link to a new password. The answer is the same whether or not the person exists. */
const forgotten = {
  user: z.string().min(1).max(254),
  email: z.string().min(1).max(254),
  company: z.string().max(40).optional(),
  site: z.enum(['s', 'e']).default('s'),
}
const ownChange = {
  oldpass: z.string().min(1).max(256),
  pass: newPassword,
  repass: newPassword,
  /** Whether the notice is mailed to the personal address too; the account's own always receives it. */
  send_mail: z.boolean().optional(),
}

/** The kind of a mailed link or printed code, shown before it is used. */
const linkKind = z.enum(['invitacion', 'restablecer'])

export const account = {
  profile: call({
    method: 'GET',
    path: '/users/profile',
    need: 'session',
    summary: 'Who the session is, as the server knows.',
    answer: profile,
    restricted: 'every',
  }),
  firstLogin: call({
    method: 'POST',
    path: '/users/firstLogin',
    need: 'session',
    summary:
      'Finishes the first sign-in: the stand on electronic documents and, unless a mailed link made it, a password.',
    input: z.object({
      pass: newPassword.optional(),
      repass: newPassword.optional(),
      consent: z.boolean().optional(),
    }),
    answer: profile,
    errors: [...passwordErrors, 'FIRST_LOGIN_DONE', 'CONSENT_REQUIRED'],
    restricted: true,
  }),
  changePassword: call({
    method: 'PUT',
    path: '/users/changePass',
    need: 'session',
    summary: 'Changes one’s own password; the other sessions end.',
    input: z.object(ownChange),
    answer: z.object({}),
    errors: [...passwordErrors, 'PRESENT_PASSWORD_WRONG', 'USER_LOCKED', 'SESSION_WITHOUT_PASSWORD'],
    restricted: true,
    ratePerMinute: 10,
  }),
  changePasswordAtPortal: call({
    method: 'PUT',
    path: '/v2/admin-mod/users/changePass',
    need: 'hr',
    summary: 'Changes one’s own password, from the portal; the other sessions end.',
    input: z.object(ownChange),
    answer: z.object({}),
    errors: [...passwordErrors, 'PRESENT_PASSWORD_WRONG', 'USER_LOCKED', 'SESSION_WITHOUT_PASSWORD'],
    restricted: true,
    ratePerMinute: 10,
  }),
  changePasswordOf: call({
    method: 'PUT',
    path: '/users/changePass/{id}',
    need: 'session',
    summary:
      'One’s own password, by the present one; another person’s is never set: a single-use link is mailed to them.',
    input: z.object({
      id,
      oldpass: z.string().min(1).max(256).optional(),
      pass: newPassword.optional(),
      repass: newPassword.optional(),
      /** At the person's own first sign-in: their consent to electronic documents. */
      consent: z.boolean().optional(),
    }),
    answer: z.object({ enlace_enviado: z.boolean() }),
    errors: [
      ...passwordErrors,
      'PRESENT_PASSWORD_WRONG',
      'USER_LOCKED',
      'USER_WITHOUT_MAIL',
      'SESSION_WITHOUT_PASSWORD',
      'PASSWORD_OF_ADMINISTRATOR',
      'PRESENT_PASSWORD_MISSING',
      'FIRST_LOGIN_DONE',
      'CONSENT_REQUIRED',
    ],
    restricted: true,
    ratePerMinute: 10,
  }),
  forgotPassword: call({
    method: 'POST',
    path: '/v2/auth-mod/resetPassword',
    need: 'public',
    summary: 'Asks for a link to a new password. Answers alike whoever asks; the link goes by mail.',
    input: z.object(forgotten),
    answer: z.object({}),
    ratePerMinute: 60,
    idempotent: false,
  }),
  forgotUser: call({
    method: 'POST',
    path: '/v2/auth-mod/forgotUser',
    need: 'public',
    summary:
      'Asks for a mail that names the user name, by mail address or id. Answers alike whoever asks; the mail goes to the address of the account.',
    input: z.object({
      user: z.string().min(1).max(254),
      company: z.string().max(40).optional(),
      site: z.enum(['s', 'e']).default('s'),
    }),
    answer: z.object({}),
    ratePerMinute: 60,
    idempotent: false,
  }),
  resetPassword: call({
    method: 'POST',
    path: '/users/resetPass',
    need: 'public',
    summary:
      'With action, user and email: asks for a link, as POST /v2/auth-mod/resetPassword does. With email and token (of an invitation or a reset link): sets the password, and the token dies.',
    input: z.object({
      action: z.string().min(1).max(40).optional(),
      ...forgotten,
      user: forgotten.user.optional(),
      token: z.string().min(1).max(200).optional(),
      pass: newPassword.optional(),
      repass: newPassword.optional(),
    }),
    answer: z.union([
      z.object({ usuario: z.string(), empresa: z.string(), sitio: z.enum(['s', 'e']) }),
      z.object({}),
    ]),
    errors: [...passwordErrors, 'LINK_EXPIRED'],
    ratePerMinute: 60,
    idempotent: false,
  }),
  checkLink: call({
    method: 'POST',
    path: '/users/resetPass/check',
    need: 'public',
    summary:
      'Whom a mailed link is for, the policy its password must meet, and what is wrong with one that is being typed; the link stays whole.',
    input: z.object({ token: z.string().min(1).max(200), pass: z.string().max(256).optional() }),
    answer: z.object({
      email: z.string(),
      usuario: z.string(),
      nombre: z.string(),
      empresa: z.string(),
      tipo: linkKind,
      politica: passwordPolicy,
      codigos: z.array(z.string()),
    }),
    errors: ['LINK_EXPIRED'],
    ratePerMinute: 120,
    idempotent: false,
  }),
  printCode: call({
    method: 'POST',
    path: '/v2/admin-mod/employees/{id}/printedcode',
    need: [actions.employeeAdministration],
    summary: 'A single-use code of 24 hours, to be printed, that lets an employee without a mail in.',
    input: z.object({ id }),
    answer: z.object({
      codigo: z.string(),
      usuario: z.string(),
      nombre: z.string(),
      empresa: z.string(),
      /** Where the code is typed. */
      direccion: z.string(),
      vence: instant,
      /** The company lets people sign who came in by such a code. */
      permite_firmar: z.boolean(),
    }),
    errors: ['PRINTED_CODE_MANAGES', 'PRINTED_CODE_HAS_MAIL'],
    stepUp: 'holds',
    // The answer contains the code itself, so it is never stored.
    idempotent: false,
    ratePerMinute: 30,
  }),
  printCodes: call({
    method: 'POST',
    path: '/v2/admin-mod/employees/printedcodes',
    need: [actions.employeeAdministration],
    summary:
      'Such a code for each of these employees who has no mail and doesn’t administer, as slips in one PDF, by sector. The PDF is never stored.',
    input: z.object({ ids: z.array(id).min(1).max(mostPrinted, 'SELECTION_TOO_LARGE') }),
    answer: 'file',
    errors: ['SELECTION_TOO_LARGE', 'PRINTED_CODES_NOBODY'],
    stepUp: true,
    idempotent: false,
    ratePerMinute: 10,
  }),
  policy: call({
    method: 'GET',
    path: '/policies/password',
    need: 'session',
    summary: 'The company’s password policy.',
    answer: passwordPolicy,
    restricted: true,
  }),
  passwordPolicy: call({
    method: 'GET',
    path: '/v2/user-mod/passwordpolicy',
    need: 'session',
    summary: 'The company’s password policy.',
    answer: passwordPolicy,
    restricted: true,
  }),
  isValidPass: call({
    method: 'POST',
    path: '/users/isValidPass',
    need: 'session',
    summary: 'Whether a password meets policy, personal words and ease; never history or the present one.',
    input: z.object({ pass: z.string().max(256) }),
    answer: z.object({ valida: z.boolean(), codigos: z.array(z.string()) }),
    restricted: true,
    ratePerMinute: 120,
    idempotent: false,
  }),
}
