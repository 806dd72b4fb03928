import { z } from 'zod'
import { actions } from '../actions.ts'
import { call, paging } from '../call.ts'
import { answered, bytes, factorCode, factorProof, factorRefused } from './factor-proof.ts'
import { date, id, instant } from '../fields.ts'
import { profile } from '../session/session.ts'

/** Kinds of second factor. */
export const factorKind = z.enum(['correo', 'app', 'llave'])
export type FactorKind = z.infer<typeof factorKind>
/** A recovery code proves too, and is no factor by itself. */
export const proofKind = z.enum(['correo', 'app', 'llave', 'recuperacion'])
export type ProofKind = z.infer<typeof proofKind>

export const factor = z.object({
  id,
  tipo: factorKind,
  /** The owner's name for it; for a mail, the address with its middle hidden. */
  nombre: z.string(),
  desde: instant,
  usado: instant.nullable(),
})
export type Factor = z.infer<typeof factor>

/** Where a code was mailed, and how many more may be asked for before the hour in which none is sent. */
const mailed = z.object({
  id,
  destino: z.string(),
  vence: instant,
  enviados: z.int(),
  maximo: z.int(),
})
export type MailedCode = z.infer<typeof mailed>

/** The options of a ceremony of Web Authentication, as the browser's JSON takes them. */
const ceremony = z.object({ opciones: z.record(z.string(), z.unknown()) })
/** An authenticator's attestation response: a new passkey, in the browser's JSON (base64url). */
const attestation = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(20)).max(10).exactOptional(),
  }),
})
export type Attestation = z.output<typeof attestation>

const ownFactors = z.object({
  factores: z.array(factor),
  /** Recovery codes that are left. */
  recuperacion: z.int(),
  /** The profile of this session requires one; `desde` is when it keeps out who has none. */
  exigido: z.boolean(),
  desde: instant.nullable(),
  /** Whether passkeys work at this address: a name, over TLS or on this very computer. */
  llaves: z.boolean(),
  /** The account's mail, which codes may go to. */
  mail: z.string().nullable(),
  /** Where this session proved one within the last minutes, until when that is enough. */
  probado: instant.nullable(),
})
export type OwnFactors = z.infer<typeof ownFactors>

/** A factor that counts from now on; the first one brings the ten recovery codes, shown this once. */
const confirmed = z.object({ factor, codigos: z.array(z.string()), user: profile })
export type Confirmed = z.infer<typeof confirmed>

const addErrors = ['MFA_PROOF_REQUIRED', 'MFA_MOST'] as const

/** Movements of a page: one that has fewer is the last. */
export const movementsShown = 30

export const security = {
  factors: call({
    method: 'GET',
    path: '/v2/security/factors',
    need: 'session',
    summary: 'One’s own second factors, and what the profile requires.',
    answer: ownFactors,
    restricted: 'factor',
  }),
  addMail: call({
    method: 'POST',
    path: '/v2/security/factors/mail',
    need: 'session',
    summary: 'Mails a code to an address, which becomes a factor once the code is given.',
    input: z.object({ mail: z.email().max(254) }),
    answer: mailed,
    errors: [...addErrors, 'MFA_RESEND_LOCKED'],
    restricted: 'factor',
    stepUp: true,
    idempotent: false,
    ratePerMinute: 20,
  }),
  addApp: call({
    method: 'POST',
    path: '/v2/security/factors/app',
    need: 'session',
    summary:
      'A secret for an app of codes (RFC 6238), which becomes a factor once one of its codes is given.',
    answer: z.object({ id, secreto: z.string(), uri: z.string() }),
    errors: addErrors,
    restricted: 'factor',
    stepUp: true,
    idempotent: false,
    ratePerMinute: 20,
  }),
  addPasskey: call({
    method: 'POST',
    path: '/v2/security/factors/passkey',
    need: 'session',
    summary: 'The options with which the browser makes a passkey.',
    answer: ceremony,
    errors: [...addErrors, 'MFA_PASSKEY_ADDRESS'],
    restricted: 'factor',
    stepUp: true,
    idempotent: false,
    ratePerMinute: 20,
  }),
  confirm: call({
    method: 'POST',
    path: '/v2/security/factors/{id}/confirm',
    need: 'session',
    summary: 'The first code of a mail or an app: it counts from now on, and ends the restriction.',
    input: z.object({ id, codigo: factorCode }),
    answer: confirmed,
    errors: [...factorRefused, ...addErrors],
    restricted: 'factor',
    idempotent: false,
    ratePerMinute: 30,
  }),
  confirmPasskey: call({
    method: 'POST',
    path: '/v2/security/factors/passkey/confirm',
    need: 'session',
    summary: 'The passkey that the browser made: it counts from now on, and ends the restriction.',
    input: z.object({ nombre: z.string().trim().max(60).optional(), respuesta: attestation }),
    answer: confirmed,
    errors: [...factorRefused, ...addErrors],
    restricted: 'factor',
    idempotent: false,
    ratePerMinute: 30,
  }),
  remove: call({
    method: 'DELETE',
    path: '/v2/security/factors/{id}',
    need: 'session',
    summary: 'Removes one of one’s own factors, which needs a proof of the last minutes.',
    input: z.object({ id }),
    answer: z.object({}),
    errors: ['MFA_PROOF_REQUIRED', 'MFA_LAST_REQUIRED'],
  }),
  recovery: call({
    method: 'POST',
    path: '/v2/security/recovery',
    need: 'session',
    summary: 'Ten new recovery codes, shown this once; the former ones end.',
    answer: z.object({ codigos: z.array(z.string()) }),
    errors: ['MFA_PROOF_REQUIRED', 'SYSTEM_MFA_AUTH_NOT_CONFIGURED'],
    idempotent: false,
    ratePerMinute: 10,
  }),
  sendCode: call({
    method: 'POST',
    path: '/v2/security/proof/mail',
    need: 'session',
    summary: 'Mails a code of six digits to the factor’s address.',
    answer: mailed,
    errors: ['MFA_RESEND_LOCKED', 'MFA_LOCKED', 'SYSTEM_MFA_UNKNOWN'],
    restricted: 'factor',
    idempotent: false,
    ratePerMinute: 20,
  }),
  askPasskey: call({
    method: 'POST',
    path: '/v2/security/proof/passkey',
    need: 'session',
    summary: 'The options with which the browser answers by a passkey.',
    answer: ceremony,
    errors: ['SYSTEM_MFA_UNKNOWN'],
    restricted: 'factor',
    idempotent: false,
    ratePerMinute: 30,
  }),
  prove: call({
    method: 'POST',
    path: '/v2/security/proof',
    need: 'session',
    summary: 'Proves the second factor; at sign-in it ends the restriction.',
    input: z.object({ tipo: proofKind, ...factorProof }),
    answer: z.object({ user: profile, recuperacion: z.int() }),
    errors: factorRefused,
    restricted: 'factor',
    idempotent: false,
    ratePerMinute: 30,
  }),
  profiles: call({
    method: 'GET',
    path: '/v2/security/profiles',
    need: [actions.generalSettings],
    summary:
      'What each profile requires, how many within reach have a second factor, and until when they may go without.',
    answer: z.array(
      z.object({
        id,
        nombre: z.string(),
        id_perfil_tipo: z.int(),
        /** A profile of employees or an additive one can't be given the requirement. */
        restringido: z.boolean(),
        personas: z.int(),
        tienen: z.int(),
        exigido: z.boolean(),
        desde: instant.nullable(),
      }),
    ),
  }),
  require: call({
    method: 'PUT',
    path: '/v2/security/profiles/{id}',
    need: [actions.generalSettings],
    summary:
      'Requires a second factor of a management profile from a day on, or no longer; its people are mailed.',
    input: z.object({ id, exigido: z.boolean(), plazo: date.optional() }),
    answer: z.object({ exigido: z.boolean(), desde: instant.nullable() }),
    errors: ['SYSTEM_MFA_RESTRICTED_PROFILE', 'MFA_TERM'],
    stepUp: true,
  }),
  missing: call({
    method: 'GET',
    path: '/v2/security/missing',
    need: [actions.generalSettings],
    summary: 'Who has none though their profile requires one, within reach.',
    input: z.object(paging),
    paged: true,
    answer: z.array(
      z.object({
        id,
        nombre: z.string(),
        perfil: z.string(),
        desde: instant.nullable(),
        ingreso: instant.nullable(),
      }),
    ),
  }),
  remind: call({
    method: 'POST',
    path: '/v2/security/missing/remind',
    need: [actions.generalSettings],
    summary: 'Mails everybody of that list.',
    answer: z.object({ enviados: z.int(), sin_correo: z.int() }),
    ratePerMinute: 2,
  }),
  movements: call({
    method: 'GET',
    path: '/v2/security/movements',
    need: [actions.generalSettings],
    summary:
      'Sign-ins at the portal, acts on second factors and exports of people within reach, of the last 90 days: thirty or a few more, the newest first, those before an instant where one is given.',
    input: z.object({ antes: z.iso.datetime({ offset: true }).optional() }),
    answer: z.array(
      z.object({
        fecha: instant,
        hecho: z.enum([
          'signed_in',
          'exported',
          'factor_added',
          'factor_removed',
          'factor_reset',
          'factor_locked',
          'recovery_codes_made',
          'recovery_code_used',
          'mfa_required',
          'mfa_not_required',
          'locked',
          'approved_by_time',
        ]),
        /** The person who did it; null: the system. */
        quien: z.string().nullable(),
        /** The person or profile affected, where that is not the actor. */
        a: z.string().nullable(),
        /** Number of documents of an export. */
        cantidad: z.int().nullable(),
        dispositivo: z.string().nullable(),
      }),
    ),
  }),
  sessions: call({
    method: 'GET',
    path: '/v2/security/sessions',
    need: [actions.generalSettings],
    summary: 'The open sessions at the portal, of people within reach.',
    input: z.object(paging),
    paged: true,
    answer: z.array(
      z.object({
        id,
        nombre: z.string(),
        perfil: z.string(),
        desde: instant,
        visto: instant,
        dispositivo: z.string().nullable(),
        direccion: z.string().nullable(),
        factor: z.boolean(),
        propia: z.boolean(),
      }),
    ),
  }),
  of: call({
    method: 'GET',
    path: '/v2/security/users/{id}',
    need: [actions.employeeAdministration],
    summary: 'Whether an employee has a second factor that could be taken; false for who administers.',
    input: z.object({ id }),
    answer: z.object({ tiene: z.boolean() }),
  }),
  reset: call({
    method: 'POST',
    path: '/v2/security/users/{id}/reset',
    need: [actions.employeeAdministration],
    summary: 'Takes all second factors of an employee who lost them; never of who administers.',
    input: z.object({ id }),
    answer: z.object({}),
    errors: ['MFA_RESET_MANAGES', 'SYSTEM_MFA_AUTH_NOT_CONFIGURED'],
    stepUp: 'holds',
  }),
}
