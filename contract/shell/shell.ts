import { z } from 'zod'
import { call } from '../call.ts'
import { id, instant } from '../fields.ts'

/** Long work of one's own that runs, or that waits for one's decision. */
const work = z.object({
  clase: z.enum(['importacion', 'descarga', 'proceso']),
  id,
  /** File name of an import; empty for other kinds. */
  nombre: z.string(),
  /** Detail of the kind: the step of a process, the format of a download. */
  paso: z.string(),
  hechos: z.int(),
  total: z.int(),
  desde: instant,
  /** Waits until its user has reviewed it. */
  espera: z.boolean(),
})
export type RunningWork = z.output<typeof work>

/** Kinds of concerns shown on the bell. */
export const concernKinds = [
  'evidencia_difiere',
  'por_liberar',
  'por_aprobar',
  'cambio_por_aceptar',
  'por_confirmar',
  'por_decidir',
  'cambios_por_decidir',
  'publicacion_rechazada',
  'documento_rechazado',
  'pedido_rechazado',
  'falta_firma_empresa',
  'no_conforme',
  'certificado_vence',
  'correo_fallido',
  'invitacion_fallida',
  'importacion',
] as const

const concern = z.object({
  clase: z.enum(concernKinds),
  /** Id of the single subject: a document, an employee, an import, a publication. */
  id: id.nullable(),
  /** Name of the single subject; of a request, of the person who asks for it, or who rejected it. */
  nombre: z.string().nullable(),
  /** Why a request was rejected. */
  motivo: z.string().nullable().optional(),
  total: z.int(),
  /** The instant of the viewer's last look; later ones are new. */
  desde: instant,
  /** When it ends, of a certificate. */
  vence: instant.nullable(),
})
export type Concern = z.output<typeof concern>

/** Screens that one person can pin. */
export const mostFavourites = 12
/** Characters of a draft, as JSON. */
export const draftLength = 65_536
/** Days that a draft is kept. */
export const draftDays = 30
/** Fields that prove who somebody is: no draft holds one, whatever the form. */
export const neverDrafted: readonly string[] = ['pass', 'repass', 'oldpass', 'password', 'clave', 'token']

const route = z
  .string()
  .max(120)
  .regex(/^\/[A-Za-z-]+(\/[A-Za-z-]+)*$/)
const key = z.string().regex(/^[a-z0-9.-]{1,80}$/)
const draft = z.object({ valor: z.record(z.string(), z.unknown()), guardado: instant })

const page = z.string().nullable()

/** Data of the frame around every screen. */
export const shell = {
  pages: call({
    method: 'GET',
    path: '/v2/pages',
    need: 'session',
    summary:
      'The pages outside that this installation leads to, for the caller’s country and rights; null: none.',
    answer: z.object({
      soporte: page,
      manual: page,
      privacidad: page,
      derechos: page,
    }),
    restricted: true,
  }),
  running: call({
    method: 'GET',
    path: '/v2/processes/mine',
    need: 'hr',
    summary: 'Long work of one’s own that runs now or waits for one, the newest first.',
    answer: z.array(work),
    renews: false,
  }),
  concerns: call({
    method: 'GET',
    path: '/v2/bell',
    need: 'hr',
    summary:
      'What waits for somebody like the caller, within rights and reach, and until when they have seen it.',
    answer: z.object({ visto: instant.nullable(), avisos: z.array(concern) }),
    renews: false,
  }),
  seen: call({
    method: 'PUT',
    path: '/v2/bell',
    need: 'hr',
    summary: 'What the bell says up to now was seen.',
    answer: z.object({ visto: instant }),
  }),
  favourites: call({
    method: 'GET',
    path: '/v2/favourites',
    need: 'hr',
    summary: 'The screens that one pinned to the top of the menu, in the order in which it was done.',
    answer: z.array(z.object({ ruta: z.string() })),
  }),
  pin: call({
    method: 'PUT',
    path: '/v2/favourites',
    need: 'hr',
    summary: 'Pins a screen to the top of one’s menu, or takes it away.',
    input: z.object({ ruta: route, favorita: z.boolean() }),
    answer: z.array(z.object({ ruta: z.string() })),
    errors: ['FAVOURITES_TOO_MANY'],
  }),
  draft: call({
    method: 'GET',
    path: '/v2/drafts/{clave}',
    need: 'session',
    summary: 'What one had typed into a form and not saved, or null.',
    input: z.object({ clave: key }),
    answer: draft.nullable(),
  }),
  keepDraft: call({
    method: 'PUT',
    path: '/v2/drafts/{clave}',
    need: 'session',
    summary: 'Keeps for thirty days what one has typed into a form: never a password, never a file.',
    input: z.object({
      clave: key,
      valor: z
        .record(z.string().max(80), z.unknown())
        .refine((value) => JSON.stringify(value).length <= draftLength, 'SYSTEM_API_VALUE_TOO_LONG')
        .refine(
          (value) => neverDrafted.every((name) => !(name in value)),
          'SYSTEM_API_PARAMETER_NOT_EXPECTED',
        ),
    }),
    answer: z.object({ guardado: instant }),
    renews: false,
    // A form sends a draft percent-encoded, six bytes for an accented letter.
    maxBytes: 6 * draftLength,
  }),
  dropDraft: call({
    method: 'DELETE',
    path: '/v2/drafts/{clave}',
    need: 'session',
    summary: 'Drops what one had typed into a form.',
    input: z.object({ clave: key }),
    answer: z.object({}),
  }),
}
