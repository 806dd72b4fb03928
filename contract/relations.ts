import { z } from 'zod'
import { passwordErrors, passwordPolicy } from './account/account.ts'
import { call } from './call.ts'
import { countries, id, instant } from './fields.ts'
import { profile } from './session/session.ts'

/** A user of the same person: in another company, or the session's own (for its employee profile). */
const relatedUser = z.object({
  id,
  usuario: z.string(),
  empresa: z.object({ id, nombre: z.string() }),
  pais: z.enum(countries),
  perfiles: z.array(z.object({ id_perfil_tipo: z.int(), nombre: z.string() })),
  aplicacion: z.object({ dominio: z.string().nullable() }),
  blocked_by_ip: z.boolean(),
  blockedByPayment: z.boolean(),
  /** Whether this is the session's own user. */
  actual: z.boolean(),
  /** Its management profile requires a second factor. */
  pide_segundo_factor: z.boolean(),
  /** Null for a user without a relation. Suspended: its password, mail or user name was changed otherwise. */
  relacion: z.object({ desde: instant, suspendida: z.boolean() }).nullable(),
})
export type RelatedUser = z.infer<typeof relatedUser>

const password = z.string().min(1).max(256)

export const relations = {
  related: call({
    method: 'GET',
    path: '/users/related',
    need: 'hr',
    summary:
      'The person’s users: this session’s own first, then those of other companies that it is related to.',
    answer: z.array(relatedUser),
    errors: ['SWITCH_NOT_BY_SSO'],
  }),
  join: call({
    method: 'POST',
    path: '/users/related',
    need: 'hr',
    summary:
      'Relates one’s user of another company, by signing in to it here; where it asks for a second factor, that session begins.',
    input: z.object({
      user: z.string().min(1).max(254),
      password,
      company: z.string().max(40).optional(),
    }),
    answer: z.union([
      /** Joined. */
      z.object({ relacionado: relatedUser.pick({ id: true, empresa: true }) }),
      /** The password fits users of several companies: repeat with one of these slugs. */
      z.object({ empresas: z.array(z.object({ slug: z.string(), nombre: z.string() })) }),
      /**
       * The second factor is missing: the previous session has ended, and the new one is restricted to proving it, then
       * `confirm`.
       */
      z.object({ jwt: z.string(), user: profile }),
    ]),
    errors: [
      'WRONG_CREDENTIALS',
      'USER_LOCKED',
      'NO_PROFILE_FOR_SITE',
      'SSO_ONLY',
      'SWITCH_NOT_BY_SSO',
      'RELATION_SAME_COMPANY',
      'RELATION_FIRST_FINISH',
      'RELATION_TOO_MANY',
    ],
    stepUp: true,
    idempotent: false,
    ratePerMinute: 10,
  }),
  confirm: call({
    method: 'POST',
    path: '/users/related/confirm',
    need: 'hr',
    summary: 'Completes a relation that only lacked this session’s second factor, within ten minutes.',
    answer: relatedUser.pick({ id: true, empresa: true }),
    errors: ['RELATION_TOO_LATE', 'RELATION_TOO_MANY', 'SWITCH_NOT_BY_SSO'],
    idempotent: false,
  }),
  cut: call({
    method: 'DELETE',
    path: '/users/related/{id}',
    need: 'hr',
    summary: 'Cuts a related user off from the person’s others; their own id, the session’s user.',
    input: z.object({ id }),
    answer: z.object({}),
    errors: ['SWITCH_NOT_BY_SSO'],
  }),
  renewPassword: call({
    method: 'PUT',
    path: '/users/related/{id}/password',
    need: 'hr',
    summary: 'Changes the password of a related user whose own has expired, by the old one.',
    input: z.object({ id, oldpass: password, pass: password, repass: password }),
    answer: z.object({}),
    errors: [
      ...passwordErrors,
      'PRESENT_PASSWORD_WRONG',
      'USER_LOCKED',
      'RELATION_SUSPENDED',
      'SWITCH_NOT_BY_SSO',
    ],
    ratePerMinute: 10,
  }),
  ask: call({
    method: 'PATCH',
    path: '/users/profile/{id}',
    need: 'hr',
    summary:
      'Whether one may switch to a related user; leaves a ticket of 60 seconds. Answers code 00607, with 200, where its password has expired.',
    input: z.object({ id, id_perfil_tipo: z.union([z.literal(1), z.literal(2)]) }),
    answer: z
      .array(
        relatedUser.pick({ id: true, empresa: true, aplicacion: true }).extend({
          id_perfil_tipo: z.int(),
          /**
           * With PASSWORD_EXPIRED: the rules of the new password, and the day since which the old one is past its term.
           */
          vencida: z.object({ politica: passwordPolicy, desde: z.iso.date() }).nullable(),
        }),
      )
      .length(1),
    errors: [
      'USER_LOCKED',
      'NO_PROFILE_FOR_SITE',
      'SSO_ONLY',
      'SWITCH_NOT_BY_SSO',
      'SWITCH_HERE',
      'SWITCH_INACTIVE',
      'SWITCH_FIRST_SIGN_IN',
      'RELATION_SUSPENDED',
    ],
    ratePerMinute: 30,
  }),
  enter: call({
    method: 'POST',
    path: '/switch.user',
    need: 'hr',
    summary:
      'Consumes the ticket: a session of the other user, and the end of this one. Of an employee’s profile no session is made.',
    input: z.object({ userid: id }),
    answer: z.object({
      jwt: z.string().nullable(),
      user: profile.nullable(),
      permissions: z.array(z.int()),
    }),
    errors: [
      'USER_LOCKED',
      'NO_PROFILE_FOR_SITE',
      'SSO_ONLY',
      'SWITCH_NOT_BY_SSO',
      'SWITCH_INACTIVE',
      'SWITCH_FIRST_SIGN_IN',
      'SWITCH_TICKET',
      'RELATION_SUSPENDED',
    ],
    // The answer contains the session itself, so it is never stored.
    idempotent: false,
  }),
  profile: call({
    method: 'GET',
    path: '/users/profile/{id}',
    need: 'session',
    summary: 'Who the session is, asked by its own id; another’s is not there.',
    input: z.object({ id }),
    answer: profile,
    restricted: true,
  }),
}
