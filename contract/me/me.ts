import { z } from 'zod'
import { call } from '../call.ts'
import { documentState } from '../documents/documents.ts'
import type { ErrorName } from '../errors.ts'
import { id, instant, named, writtenText } from '../fields.ts'
import { proofRefused, ssoCode } from '../session/session.ts'

/** Why a person, or a document, takes no signature of the employee. The codes are those of the refusals. */
export const signingShut = [
  'SIGN_NOT_ALLOWED_CONSENT',
  'SIGN_NOT_ALLOWED_CREDENTIAL',
  'SIGN_NOT_ALLOWED_COMPANY_ADDRESS',
  'SIGN_NOT_ALLOWED_PRINTED_CODE',
  'SIGN_NOT_ALLOWED_SIGNED',
  'SIGN_NOT_ALLOWED_NOT_ASKED',
  'SIGN_NOT_ALLOWED_CLOSED',
  'SIGN_NOT_ALLOWED_UNREAD',
  'DOCUMENT_CANCELLED',
] as const satisfies readonly ErrorName[]
export type SigningShut = (typeof signingShut)[number]

/** Failures of the signing itself. */
export const signingFailed = [
  'SIGN_DOCUMENT_LOCKED',
  'SIGN_DOCUMENT_TIMESTAMP_FAILED',
  'SIGN_DOCUMENT_FAILED',
] as const satisfies readonly ErrorName[]

/** Documents that one password signs at most. */
export const mostAtOnce = 20
/** Longest reason of a *no conforme*, in characters. */
export const longestComment = 500
/** Minutes in which a document of an ephemeral folder can still be had by who signed it: the copy of the act. */
export const ephemeralMinutes = 60

/** A document as its employee sees it. */
export const myDocument = z.object({
  id,
  tipo: z.string(),
  carpeta: z.string(),
  /** First day of the month; null for a type without a period. */
  periodo: z.iso.date().nullable(),
  /** Where a type has several a period: '1ª quincena', 'SAC'. */
  etiqueta: z.string().nullable(),
  estado: documentState,
  publicado: instant,
  firmado: instant.nullable(),
  leido: instant.nullable(),
  empresa_firmo: z.boolean(),
  anulado: instant.nullable(),
  /** Its folder waits for a signature in another: it can't be opened yet. */
  cerrado: z.boolean(),
})
export type MyDocument = z.infer<typeof myDocument>

export const myDocuments = z.object({
  anio: z.int(),
  /** Years in which there is something, the newest first. */
  anios: z.array(z.int()),
  /** Documents of any year that wait for this person's signature, in signing order. */
  espera: z.array(myDocument),
  /** Everything else of the year, by folder. */
  carpetas: z.array(
    named.extend({
      documentos: z.array(myDocument),
      /** The folders in which something must be signed before this one opens. */
      cerrada_por: z.array(z.string()),
    }),
  ),
  /** Why this person can't sign anything now; null when they can. */
  firma_cerrada: z.enum(signingShut).nullable(),
})

/** Somebody who signed. */
export const signature = z.object({
  firmante: z.enum(['company', 'employee']),
  nombre: z.string(),
  cargo: z.string().nullable(),
  decision: z.enum(['conforme', 'no_conforme']).nullable(),
  comentario: z.string().nullable(),
  fecha: instant,
})

export const myDocumentDetail = myDocument.extend({
  /** In an ephemeral folder: it leaves the lists once it is signed. */
  efimero: z.boolean(),
  paginas: z.int(),
  /** As printed in the first signature. */
  codigo_verificacion: z.string(),
  firmas: z.array(signature),
  /** Why this one takes no signature of this person now; null when it does. */
  firma_cerrada: z.enum(signingShut).nullable(),
  motivo_anulacion: z.string().nullable(),
  /** The company's answer to a signature without agreement, and its act; null before. */
  respuesta: z
    .object({ caso: z.enum(['kept', 'replaced', 'cancelled']), texto: z.string(), fecha: instant })
    .nullable(),
  /** Scans of what they signed on paper. */
  papeles: z.array(
    z.object({ decision: z.enum(['conforme', 'no_conforme']), fecha: z.iso.date(), adjunto: instant }),
  ),
})
export type MyDocumentDetail = z.infer<typeof myDocumentDetail>

const signed = myDocument.pick({ id: true, tipo: true, periodo: true, etiqueta: true, estado: true }).extend({
  firmado: instant,
  codigo_verificacion: z.string(),
})

/** Acts of others on a person's documents, and events of their account, that the person is shown. */
export const happenedOnDocuments = ['seen', 'downloaded', 'exported', 'paper_attached', 'paper_seen'] as const
export const happenedOnAccount = [
  'seen_as',
  'signed_in',
  'invited',
  'link_used',
  'code_printed',
  'code_used',
  'password_changed',
  'mail_changed',
  'consent_given',
  'consent_refused',
  'consent_withdrawn',
] as const
export const happened = z.enum([...happenedOnDocuments, ...happenedOnAccount])
export type Happened = z.infer<typeof happened>

/** A decision on electronic documents, in the words of `GET /users/profile`. */
export const consentDecision = z.enum(['otorgado', 'rechazado', 'retirado'])
export type ConsentDecision = z.infer<typeof consentDecision>
/** The current decision (null: never asked) from which each decision can be taken. */
export const consentActs: Readonly<Record<ConsentDecision, readonly (ConsentDecision | null)[]>> = {
  otorgado: [null, 'rechazado', 'retirado'],
  rechazado: [null],
  retirado: ['otorgado'],
}

export const me = {
  documents: call({
    method: 'GET',
    path: '/v2/me/documents',
    need: 'self',
    summary: 'One’s own published documents: what waits for a signature first, then a year by folder.',
    input: z.object({ anio: z.int().min(1900).max(2200).optional() }),
    answer: myDocuments,
  }),
  document: call({
    method: 'GET',
    path: '/v2/me/documents/{id}',
    need: 'self',
    summary: 'One of one’s own documents, its signatures, and why it can’t be signed, if it can’t.',
    input: z.object({ id }),
    answer: myDocumentDetail,
  }),
  pdf: call({
    method: 'GET',
    path: '/v2/me/documents/{id}/pdf',
    need: 'self',
    summary: 'The PDF; the first reading is noted. descarga=1 says that it is to be kept.',
    input: z.object({ id, descarga: z.boolean().optional() }),
    answer: 'file',
    errors: ['DOCUMENT_CANCELLED', 'SIGN_NOT_ALLOWED_CLOSED'],
  }),
  page: call({
    method: 'GET',
    path: '/v2/me/documents/{id}/png/{c}',
    need: 'self',
    summary:
      'Page c (from 1) as a picture, which counts as reading; miniatura=1 is the first page’s head alone.',
    input: z.object({ id, c: z.int().min(1).max(20_000), miniatura: z.boolean().optional() }),
    answer: 'file',
    errors: ['DOCUMENT_CANCELLED', 'SIGN_NOT_ALLOWED_CLOSED', 'PAGE_REQUESTED_NOT_FOUND'],
  }),
  archiveSize: call({
    method: 'GET',
    path: '/v2/me/documents/zip/size',
    need: 'self',
    summary: 'How many of one’s own documents the zip would hold, their bytes, and how many stay out.',
    answer: z.object({ documentos: z.int(), bytes: z.int(), anulados: z.int(), cerrados: z.int() }),
  }),
  archive: call({
    method: 'GET',
    path: '/v2/me/documents/zip',
    need: 'self',
    summary: 'All of one’s own documents as a zip by folder and year, with an index; none counts as read.',
    answer: 'file',
    ratePerMinute: 4,
  }),
  sign: call({
    method: 'POST',
    path: '/v2/me/documents/sign',
    need: 'self',
    summary: 'Signs documents that were opened, conforme together or no conforme one by one with a reason.',
    input: z.object({
      ids: z.array(id).min(1).max(mostAtOnce),
      decision: z.enum(['conforme', 'no_conforme']),
      comment: writtenText.max(longestComment).optional(),
      password: z.string().min(1).max(256).optional(),
      /** Instead of the password, where a provider opened the session: a fresh sign-in there. */
      sso: ssoCode.optional(),
    }),
    answer: z.array(signed),
    errors: [
      'PASSWORD_WRONG',
      'USER_LOCKED',
      ...proofRefused,
      'DOCUMENT_CHANGED',
      'SIGN_ONE_BY_ONE',
      ...signingShut,
      ...signingFailed,
    ],
    ratePerMinute: 20,
  }),
  activity: call({
    method: 'GET',
    path: '/v2/me/activity',
    need: 'self',
    summary: 'Who opened one’s documents, what changed of the way in, and the sessions that are open.',
    answer: z.object({
      sesiones: z.array(
        z.object({
          desde: instant,
          visto: instant,
          direccion: z.string().nullable(),
          /** 'Chrome en Android'. */
          dispositivo: z.string().nullable(),
          actual: z.boolean(),
        }),
      ),
      hechos: z.array(
        z.object({
          id,
          fecha: instant,
          hecho: happened,
          /** Null where one did it oneself, or the system did. */
          quien: z.string().nullable(),
          propio: z.boolean(),
          dispositivo: z.string().nullable(),
          documento: myDocument.pick({ id: true, tipo: true, periodo: true, etiqueta: true }).nullable(),
        }),
      ),
    }),
  }),
  consent: call({
    method: 'POST',
    path: '/v2/me/consent',
    need: 'self',
    summary: 'Gives, refuses or withdraws the agreement to electronic documents.',
    input: z.object({ decision: consentDecision }),
    answer: z.object({ consentimiento: consentDecision }),
    errors: ['CONSENT_NOT_POSSIBLE'],
  }),
}
