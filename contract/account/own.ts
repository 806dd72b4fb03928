import { z } from 'zod'
import { call, paging } from '../call.ts'
import { id, instant } from '../fields.ts'
import { ownInputs } from '../self-service/inputs.ts'

/** The picture's file at most, in bytes (1 MB). */
export const avatarBytes = 1_048_576

/** Hours in which the link mailed to a new address puts it in force. */
export const mailChangeHours = 24
/** Hours in which the link mailed to the former address takes the change back. */
export const mailUndoHours = 72

/** Events of an account and its sessions that its owner is shown. */
export const accountActs = [
  'signed_in',
  'signed_out',
  'session_closed',
  'invited',
  'link_used',
  'code_printed',
  'code_used',
  'password_changed',
  'mail_change_asked',
  'mail_changed',
  'mail_change_undone',
  'mail_objected',
  'signing_asked',
  'signing_opened',
  'avatar_changed',
  'terms_accepted',
  'consent_given',
  'consent_refused',
  'consent_withdrawn',
  'locked',
  'link_mailed',
  'factor_added',
  'factor_removed',
  'factor_reset',
  'factor_locked',
  'recovery_codes_made',
  'recovery_code_used',
  'sso_bound',
  'related',
  'relation_suspended',
  'relation_cut',
  'relation_used',
] as const
export type AccountAct = (typeof accountActs)[number]

/** A kind of machine, for the picture beside a session. */
export const deviceKind = z.enum(['computadora', 'telefono', 'tableta'])

const accountErrors = [
  'PRESENT_PASSWORD_WRONG',
  'USER_LOCKED',
  'MAIL_SAME',
  'MAIL_TAKEN',
  'SSO_SESSION',
  'MFA_PROOF_REQUIRED',
] as const
const password = z.string().min(1).max(256)
const mail = z.string().trim().max(254).pipe(z.email('MAIL_INVALID'))

export const ownAccount = {
  overview: call({
    method: 'GET',
    path: '/v2/account',
    need: 'session',
    summary: 'What one’s own account page shows beside the profile: since when, until when, what waits.',
    answer: z.object({
      legajo: z.string().nullable(),
      cargo: z.string().nullable(),
      /** When the address in force was confirmed by a link; null: it never was. */
      correo_confirmado: instant.nullable(),
      /** A change that waits for the link mailed to the new address. */
      correo_pendiente: z.object({ correo: z.string(), vence: instant }).nullable(),
      contrasena_cambiada: instant.nullable(),
      contrasena_vence: instant.nullable(),
      /** Signed in through the company's provider: password and address are the provider's matter. */
      por_proveedor: z.boolean(),
      /** The version of the terms that was accepted last. */
      terminos: z.object({ version: z.string(), aceptados: instant }).nullable(),
    }),
  }),
  changeMail: call({
    method: 'PUT',
    path: '/users/profile',
    need: 'session',
    summary: 'Asks for another mail of one’s own: it is in force once the link mailed to it is opened.',
    input: z.object({ email: mail, pass: password }),
    answer: z.object({ correo: z.string(), vence: instant }),
    errors: [...accountErrors, 'MAIL_INVALID'],
    ratePerMinute: 10,
  }),
  changeMailOf: call({
    method: 'PUT',
    path: '/users/profile/{id}',
    need: 'session',
    summary: 'The same by id, which must be one’s own.',
    input: z.object({ id, email: mail, pass: password }),
    answer: z.object({ correo: z.string(), vence: instant }),
    errors: [...accountErrors, 'MAIL_INVALID'],
    ratePerMinute: 10,
  }),
  dropMailChange: call({
    method: 'DELETE',
    path: '/v2/account/mail',
    need: 'session',
    summary: 'Gives up a change of mail that still waits; its link dies.',
    answer: z.object({}),
  }),
  checkMailLink: call({
    method: 'POST',
    path: '/v2/account/mail/check',
    need: 'public',
    summary: 'What a link about a change of mail would do, and for whom; the link stays whole.',
    input: z.object({ token: z.string().min(1).max(200) }),
    answer: z.object({
      tipo: z.enum(['confirmar', 'deshacer', 'objetar']),
      nombre: z.string(),
      usuario: z.string(),
      empresa: z.string(),
      /** The address that would be in force. */
      correo: z.string(),
    }),
    errors: ['LINK_EXPIRED'],
    ratePerMinute: 30,
    idempotent: false,
  }),
  useMailLink: call({
    method: 'POST',
    path: '/v2/account/mail/use',
    need: 'public',
    summary:
      'Puts the new mail in force; or takes the change back, ends all sessions and asks for a new password; or objects to the address that the company put.',
    input: z.object({ token: z.string().min(1).max(200) }),
    answer: z.object({
      tipo: z.enum(['confirmar', 'deshacer', 'objetar']),
      correo: z.string(),
      sitio: z.enum(['s', 'e']),
      /** After taking a change back: the link with which a new password is made, good for an hour. */
      clave: z.string().nullable(),
    }),
    errors: ['LINK_EXPIRED', 'MAIL_TAKEN'],
    ratePerMinute: 20,
    idempotent: false,
  }),
  sessions: call({
    method: 'GET',
    path: '/v2/account/sessions',
    need: 'session',
    summary: 'One’s own open sessions, at both sites.',
    answer: z.array(
      z.object({
        id,
        sitio: z.enum(['s', 'e']),
        /** 'Chrome en Windows'; null where the browser does not identify itself. */
        dispositivo: z.string().nullable(),
        tipo: deviceKind.nullable(),
        direccion: z.string().nullable(),
        desde: instant,
        visto: instant,
        actual: z.boolean(),
      }),
    ),
  }),
  endSession: call({
    method: 'DELETE',
    path: '/v2/account/sessions/{id}',
    need: 'session',
    summary: 'Ends one of one’s own sessions.',
    stepUp: 'holds',
    input: z.object({ id }),
    answer: z.object({}),
  }),
  endOtherSessions: call({
    method: 'DELETE',
    path: '/v2/account/sessions',
    need: 'session',
    summary: 'Ends all of one’s own sessions but this one.',
    stepUp: 'holds',
    answer: z.object({ cerradas: z.int() }),
  }),
  activity: call({
    method: 'GET',
    path: '/v2/account/activity',
    need: 'session',
    summary: 'Sign-ins and what changed of the way into one’s own account, the newest first.',
    paged: true,
    input: z.object(paging),
    answer: z.array(
      z.object({
        id,
        fecha: instant,
        hecho: z.enum(accountActs),
        /** The person who did it; null where it was the owner or the system. */
        quien: z.string().nullable(),
        propio: z.boolean(),
        dispositivo: z.string().nullable(),
        direccion: z.string().nullable(),
      }),
    ),
  }),
  language: call({
    method: 'PUT',
    path: '/v2/account/language',
    need: 'session',
    summary: 'The language that this person reads, on every device and in mails.',
    input: z.object({ idioma: z.enum(['es', 'pt']) }),
    answer: z.object({}),
  }),
  terms: call({
    method: 'GET',
    path: '/v2/account/terms',
    need: 'session',
    summary: 'The terms that the company asks to accept, if it does, and whether this person has.',
    answer: z.object({
      pedidos: z
        .object({ version: z.string(), direccion: z.string().nullable(), aceptados: instant.nullable() })
        .nullable(),
    }),
  }),
  acceptTerms: call({
    method: 'POST',
    path: '/v2/account/terms',
    need: 'session',
    summary: 'Accepts the terms in force, by their version.',
    input: z.object({ version: z.string().min(1).max(40) }),
    answer: z.object({ version: z.string(), aceptados: instant }),
    errors: ['TERMS_OTHER_VERSION'],
  }),
  saveAvatar: call({
    method: 'PUT',
    path: '/v2/selfservice/{id}/me',
    need: 'session',
    summary:
      'One’s own picture (1 MB at most, made anew as a square), nickname, last name and gender, as far as they are sent.',
    input: ownInputs.identity.extend({ id }),
    upload: { field: 'avatar', maxBytes: avatarBytes, types: ['png', 'jpg', 'webp'], required: false },
    answer: z.object({
      /** The picture in force; null where there is none. */
      foto: z.string().nullable(),
      /** The picture that was sent waits for an approval. */
      espera: z.boolean(),
    }),
    errors: [
      'SELF_SERVICE_OFF',
      'SELF_SERVICE_SAME',
      'SELF_SERVICE_LEFT',
      'NICKNAME_INVALID',
      'LAST_NAME_INVALID',
      'CHARACTERS_NOT_ALLOWED',
      'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED',
      'SYSTEM_API_WRONG_MIME_TYPE',
      'SYSTEM_API_UPLOAD_INTERRUPTED',
    ],
    ratePerMinute: 20,
  }),
  dropAvatar: call({
    method: 'DELETE',
    path: '/v2/account/avatar',
    need: 'session',
    summary: 'Takes one’s own picture away.',
    answer: z.object({}),
  }),
  avatar: call({
    method: 'GET',
    path: '/users/{id}/avatar',
    need: 'session',
    summary: 'The picture of oneself or of somebody within reach.',
    input: z.object({ id }),
    answer: 'file',
    renews: false,
  }),
  profileAvatar: call({
    method: 'GET',
    path: '/users/profile/avatar/{id}',
    need: 'session',
    summary: 'The same, as the profile asks for it.',
    input: z.object({ id }),
    answer: 'file',
    renews: false,
  }),
  photo: call({
    method: 'GET',
    path: '/v2/selfservice/me/photo',
    need: 'session',
    summary:
      'The same by user (absent: oneself). With pending=1 the one that waits, to its owner and to who decides it.',
    input: z.object({ userId: id.optional(), pending: z.boolean().optional() }),
    answer: 'file',
    renews: false,
  }),
}
