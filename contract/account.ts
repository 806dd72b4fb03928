import { z } from 'zod'
import { actions } from './actions.ts'
import { call } from './call.ts'
import { id, instant } from './fields.ts'
import { profile } from './session.ts'

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

const newPassword = z.string().min(1).max(256)
const passwordErrors = [
  '00019',
  '00020',
  '00024',
  '00026',
  '00114',
  '00115',
  '00116',
  '00117',
  '00118',
  '00119',
  '00141',
  '00144',
] as const

/** What a link that was mailed (or a printed code) opens, before it is used. */
const linkKind = z.enum(['invitacion', 'restablecer'])

export const account = {
  profile: call({
    method: 'GET',
    path: '/users/profile',
    need: 'session',
    summary: 'Who the session is, as the server knows.',
    answer: profile,
    restricted: true,
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
    input: z.object({
      oldpass: z.string().min(1).max(256),
      pass: newPassword,
      repass: newPassword,
      send_mail: z.boolean().optional(),
    }),
    answer: z.object({}),
    errors: [...passwordErrors, '00017', '00018'],
    restricted: true,
    ratePerMinute: 10,
  }),
  resetPassword: call({
    method: 'POST',
    path: '/users/resetPass',
    need: 'public',
    summary: 'With email and token (from an invitation or a reset link): sets the password. The token dies.',
    input: z.object({
      email: z.string().max(254),
      token: z.string().min(1).max(200),
      pass: newPassword,
      repass: newPassword,
    }),
    answer: z.object({ usuario: z.string(), empresa: z.string(), sitio: z.enum(['s', 'e']) }),
    errors: [...passwordErrors, '00146'],
    ratePerMinute: 20,
    idempotent: false,
  }),
  checkLink: call({
    method: 'POST',
    path: '/users/resetPass/check',
    need: 'public',
    summary: 'Whom a mailed link is for and the policy its password must meet; the link stays whole.',
    input: z.object({ token: z.string().min(1).max(200) }),
    answer: z.object({
      email: z.string(),
      usuario: z.string(),
      nombre: z.string(),
      empresa: z.string(),
      tipo: linkKind,
      politica: passwordPolicy,
    }),
    errors: ['00146'],
    ratePerMinute: 30,
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
    }),
    errors: ['PRINTED_CODE_MANAGES', 'PRINTED_CODE_HAS_MAIL'],
    stepUp: true,
    // The code itself is in the answer, which is therefore kept nowhere.
    idempotent: false,
    ratePerMinute: 30,
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
    idempotent: false,
  }),
}
