import { z } from 'zod'
import { actions } from '../actions.ts'
import { call } from '../call.ts'
import { id, instant } from '../fields.ts'

/** The event that opens signing: nobody objects in time, or a second person confirms to have seen the employee. */
const waitsFor = z.enum(['objecion', 'segunda_persona'])

/** A way into an account that the company put there after hiring: an address, or a printed code that was used. */
const access = z.object({
  id,
  clase: z.enum(['correo', 'codigo_impreso']),
  por: z.string().nullable(),
  fecha: instant,
  /** The address that may object, masked. */
  correo_anterior: z.string().nullable(),
  objetado: instant.nullable(),
  confirmado_por: z.string().nullable(),
  confirmado: instant.nullable(),
})

const standing = z.object({
  /** Null: nothing of this keeps anybody from signing. */
  espera: waitsFor.nullable(),
  /** The end of the term to object; null where none runs, or the mail has not been sent yet. */
  hasta: instant.nullable(),
  accesos: z.array(access),
})
export type AccessStanding = z.output<typeof standing>

export const accesses = {
  own: call({
    method: 'GET',
    path: '/v2/me/signing',
    need: 'self',
    summary: 'Which address or code of the company opened one’s own account, and how signing opens.',
    answer: standing.extend({
      /** The password from before may be given. */
      contrasena_anterior: z.boolean(),
    }),
  }),
  former: call({
    method: 'POST',
    path: '/v2/me/signing/former-password',
    need: 'self',
    summary: 'Opens signing by the password from before the company’s address or code.',
    input: z.object({ pass: z.string().min(1).max(256) }),
    answer: z.object({}),
    errors: ['FORMER_PASSWORD_WRONG', 'SIGNING_NOT_WAITING', 'USER_LOCKED', 'SSO_SESSION'],
    ratePerMinute: 10,
  }),
  changes: call({
    method: 'GET',
    path: '/v2/me/access-changes',
    need: 'self',
    summary: 'What others changed of the way into one’s own account since the sign-in before this one.',
    answer: z.array(
      z.object({
        id,
        hecho: z.enum(['mail_changed', 'code_printed', 'link_mailed', 'invited', 'factor_reset']),
        fecha: instant,
        por: z.string().nullable(),
      }),
    ),
  }),
  of: call({
    method: 'GET',
    path: '/v2/admin-mod/employees/{id}/signing',
    need: [actions.employees],
    summary: 'What the company put into an employee’s account after hiring, and what signing waits for.',
    input: z.object({ id }),
    answer: standing.extend({
      /** A second person was asked, and nobody has decided. */
      pedido: z.boolean(),
      /** The last answer of a second person, where they rejected it and nobody was asked since. */
      rechazo: z.object({ quien: z.string(), motivo: z.string().nullable() }).nullable(),
    }),
  }),
  ask: call({
    method: 'POST',
    path: '/v2/admin-mod/employees/{id}/signing/confirmation',
    need: [actions.employeeAdministration],
    summary: 'Asks a second person to confirm to have seen the employee.',
    input: z.object({ id }),
    answer: z.object({}),
    errors: ['SIGNING_NOT_WAITING', 'APPROVAL_NOBODY'],
  }),
}
