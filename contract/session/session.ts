import { z } from 'zod'
import { call } from '../call.ts'
import { factorProof, factorRefused } from '../security/factor-proof.ts'
import { countries, id } from '../fields.ts'

/** The step that a restricted session still has to complete. */
export const restriction = z.enum(['ingreso', 'contrasena', 'segundo_factor'])
export type Restriction = z.infer<typeof restriction>

/** The signed-in person. */
export const profile = z.object({
  id,
  usuario: z.string(),
  nombre: z.string(),
  apellido: z.string(),
  /** The name by which they want to be called, which greets them; never on documents. */
  apodo: z.string().nullable(),
  mail: z.string().nullable(),
  dni: z.string().nullable(),
  cuil: z.string().nullable(),
  pais: z.enum(countries),
  idioma: z.enum(['es', 'pt']),
  /** The language that the person chose, wherever they did; null: the country's, or the device's. */
  idioma_elegido: z.enum(['es', 'pt']).nullable(),
  /** The company's terms wait for this person's acceptance. */
  terminos: z.boolean(),
  /** Version of the person's picture, so that it is only fetched when it changed; null: none. */
  foto: z.string().nullable(),
  fecha_alta: z.string(),
  sector: z.string().nullable(),
  locacion: z.string().nullable(),
  /** 0 until the first sign-in is finished. */
  ingreso: z.union([z.literal(0), z.literal(1)]),
  empresa: z.object({ id, nombre: z.string(), slug: z.string() }),
  aplicacion: z.object({ dominio: z.string().nullable() }),
  perfiles: z.array(
    z.object({
      id,
      id_perfil_tipo: z.int(),
      nombre: z.string(),
      actual: z.boolean(),
      /** The outside application that an integration profile opens. */
      direccion: z.string().optional(),
    }),
  ),
  sitio: z.enum(['s', 'e']),
  restriccion: restriction.nullable(),
  /** The person's decision on electronic documents; null where they were never asked. */
  consentimiento: z.enum(['otorgado', 'rechazado', 'retirado']).nullable(),
  /** Opened by single sign-on: without a password and a mail of its own, and unable to switch company. */
  sso: z.boolean(),
})
export type Profile = z.infer<typeof profile>

const signedIn = z.object({ jwt: z.string(), user: profile })
/** The password fits users of several companies: the caller repeats the sign-in with one of these slugs. */
const chooseCompany = z.object({ empresas: z.array(z.object({ slug: z.string(), nombre: z.string() })) })

/**
 * The mail address alone does not identify the person: the page asks for the password and sends the same code again.
 */
const confirmPerson = z.object({ confirmar: z.object({ usuario: z.string(), nombre: z.string() }) })

/** Reasons to refuse a provider's answer, shown to the person who began. */
const answerRefused = [
  'SSO_CODE_DEAD',
  'SSO_ANSWER_REFUSED',
  'SSO_PROVIDER_REFUSED',
  'SSO_PROVIDER_UNREACHABLE',
  'SSO_MAIL_NOT_VERIFIED',
  'SSO_MAIL_OUTSIDE',
  'SSO_NOBODY',
] as const

/** Reasons to refuse a renewed proof by the provider. */
export const proofRefused = [...answerRefused, 'SSO_SESSION', 'SSO_OTHER_PERSON', 'SSO_NOT_FRESH'] as const

/**
 * Exchanges the code of a provider's answer for its result, once; the page must hold the verifier whose hash began the
 * flow.
 */
export const ssoCode = z.object({ code: z.string().max(80), verifier: z.string().min(43).max(128) })

export const session = {
  login: call({
    method: 'POST',
    path: '/v2/auth-mod/login',
    need: 'public',
    summary:
      'Signs in with user and password (several companies answer with their list), or with the code of a provider.',
    input: z.object({
      user: z.string().min(1).max(254).optional(),
      password: z.string().min(1).max(256).optional(),
      sso: ssoCode.optional(),
      company: z.string().max(40).optional(),
      site: z.enum(['s', 'e']).default('s'),
    }),
    answer: z.union([signedIn, chooseCompany, confirmPerson]),
    errors: [
      'WRONG_CREDENTIALS',
      'USER_LOCKED',
      'PORTAL_BLOCKED',
      'NO_PROFILE_FOR_SITE',
      'FORMER_EMPLOYEE',
      ...answerRefused,
      'SSO_ONLY',
      'SSO_NEEDS_OPERATOR',
    ],
    // A plant signs in from one address within the hour of payday; guessing is held back by name and address.
    ratePerMinute: 600,
    restricted: true,
    idempotent: false,
  }),
  logout: call({
    method: 'POST',
    path: '/v2/auth-mod/logout',
    need: 'public',
    summary:
      'Ends the session, if there is one. Never refuses. `salida` is where the provider’s own ends as well.',
    answer: z.object({ salida: z.string().nullable() }),
    restricted: true,
    idempotent: false,
  }),
  keepalive: call({
    method: 'GET',
    path: '/keepalive',
    need: 'session',
    summary: 'Whether the session lives and until when; active=1 renews its idle life.',
    input: z.object({ active: z.boolean().optional() }),
    answer: z.object({ vence: z.string(), vence_inactividad: z.string() }),
    restricted: 'every',
    renews: false,
  }),
  actions: call({
    method: 'GET',
    path: '/actions/available',
    need: 'session',
    summary: 'The action ids that this session holds.',
    answer: z.array(z.object({ id: z.int() })),
    restricted: 'every',
  }),
  stepUp: call({
    method: 'POST',
    path: '/v2/auth-mod/stepup',
    need: 'session',
    summary: 'Proves the person again; the ticket opens calls that ask for it for five minutes.',
    input: z.object({
      password: z.string().min(1).max(256).optional(),
      sso: ssoCode.optional(),
      ...factorProof,
    }),
    answer: z.object({ ticket: z.string(), vence: z.string() }),
    errors: ['PASSWORD_WRONG', 'USER_LOCKED', ...proofRefused, ...factorRefused],
    ratePerMinute: 20,
    idempotent: false,
  }),
  download: call({
    method: 'POST',
    path: '/v2/downloads',
    need: 'session',
    summary:
      'Lets the browser itself GET one address that answers a file, once, within a minute, by a cookie of that path.',
    input: z.object({
      /** Below the API's base, with its query, letter by letter as it will be asked for. */
      ruta: z
        .string()
        .min(2)
        .max(8000)
        .regex(/^\/[!-:<-~]*$/),
    }),
    answer: z.object({ vence: z.string() }),
    idempotent: false,
  }),
}
