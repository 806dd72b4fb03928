import { z } from 'zod'
import { actions } from '../actions.ts'
import { call, paging } from '../call.ts'
import { certificateState } from '../certificates.ts'
import { reason } from '../documents/acts.ts'
import type { ListedState } from '../documents/documents.ts'
import type { ErrorName } from '../errors.ts'
import { fileErrors } from './file-errors.ts'
import { id, instant, month, named } from '../fields.ts'

type AnyState = ListedState | 'waiting_approval' | 'rejected'

/** Which states of a document allow an act of publishing. The server refuses by it, the screens offer by it. */
export const publishingActs: Readonly<Record<'sign', readonly AnyState[]>> = {
  sign: ['waiting_company_signature'],
}

/** Reasons to refuse the XML beside a PDF. */
const xmlErrors = [
  'PUBLISH_XML_REQUIRED',
  'PUBLISH_XML_NOT_EXPECTED',
  'PUBLISH_XML_NAME_DIFFERS',
  'PUBLISH_XML_NOT_READABLE',
  'PUBLISH_XML_ENTITIES',
  'PUBLISH_XML_ENCODING',
] as const satisfies readonly ErrorName[]

/** Reasons to refuse a company's signature. */
const signErrors = [
  'SIGN_DOCUMENT_CERTIFICATE_NOT_FOUND',
  'SIGN_DOCUMENT_CERTIFICATE_EXPIRED',
  'SIGN_DOCUMENT_WRONG_PASSWORD',
  'SIGN_DOCUMENT_TOO_MANY_ATTEMPTS',
  'SIGN_DOCUMENT_LOCKED',
  'SIGN_DOCUMENT_TIMESTAMP_FAILED',
  'SIGN_DOCUMENT_FAILED',
] as const satisfies readonly ErrorName[]

/** Doubts that the user must confirm before publishing. */
const confirmations = [
  'PUBLISH_EMPLOYEE_INACTIVE',
  'PUBLISH_OTHER_EMPLOYEE_IN_TEXT',
  'PUBLISH_EMPLOYEE_NOT_IN_TEXT',
  'PUBLISH_OTHER_PERIOD_IN_TEXT',
  'PUBLISH_NO_TEXT',
  'PUBLISH_SAME_FILE',
  'PUBLISH_CARRIES_MORE',
  'PUBLISH_WITHOUT_EMPLOYEE_SIGNATURE',
  'PUBLISH_OTHER_EMPLOYEE_IN_XML',
  'PUBLISH_EMPLOYEE_NOT_IN_XML',
  'PUBLISH_OTHER_PERIOD_IN_XML',
  'PUBLISH_OTHER_TOTAL_IN_XML',
] as const satisfies readonly ErrorName[]

/** Facts for the form of individual publishing. */
export const publicationSetup = z.object({
  certificate: z.enum(['none', 'expired', 'active']),
  position: z.enum(['default', 'configured']),
  /** Whether this person may create the certificate that is missing. */
  mayConfigure: z.boolean(),
  certificados: z.array(
    z.object({ id, nombre: z.string(), cargo: z.string(), razon_social: z.string(), vigente_hasta: instant }),
  ),
  /** First and last month that can be published to, by the company's own day. */
  periodos: z.object({ desde: z.iso.date(), hasta: z.iso.date() }),
  maximo_megas: z.int(),
})
export type PublicationSetup = z.infer<typeof publicationSetup>

export const published = z.object({
  id,
  revision: z.int(),
  codigo_verificacion: z.string(),
  colaborador: z.object({ id, nombre: z.string(), cuil: z.string() }),
  tipo: named,
  periodo: z.iso.date().nullable(),
  firmado_por_empresa: z.boolean(),
  /** Whether the employee is asked to sign. */
  espera_firma: z.boolean(),
  /** The people of a workflow approve it before the employee sees it. */
  espera_aprobacion: z.boolean(),
  correo: z.enum(['en_cola', 'al_aprobarse', 'sin_correo', 'no_pedido']),
})
export type Published = z.infer<typeof published>

const waiting = z.object({
  id,
  archivo: z.string(),
  colaborador: z.object({ id, nombre: z.string(), cuil: z.string() }),
  tipo: named,
  periodo: z.iso.date().nullable(),
  creado: instant,
  creado_por: z.string(),
  /** The certificate that was to sign it; null where the company's own of that time is not known. */
  certificado: z.object({ id, nombre: z.string(), estado: certificateState }).nullable(),
})
export type WaitingDocument = z.infer<typeof waiting>

/** A document in its new place. */
const moved = published.extend({
  /** The annulled one. */
  de: id,
})
export type MovedDocument = z.infer<typeof moved>

/** A document that was published under a number which is no longer its employee's. */
const misplaced = z.object({
  id,
  archivo: z.string(),
  tipo: named,
  periodo: z.iso.date().nullable(),
  /** The number under which it was published. */
  cuil: z.string(),
  /** The employee has read or signed it: its annulment is mailed to them. */
  conocido: z.boolean(),
  /** The company signed it. */
  firmado: z.boolean(),
  /** The person within reach who has that number now. */
  para: named.nullable(),
})
export type MisplacedDocument = z.infer<typeof misplaced>

/** Documents that one act moves; of more, the screen makes several acts. */
export const mostMoved = 20

/** The owners and months that a file's text names. */
const readDocument = z.object({
  /** People within reach whose ids it has, three at most. */
  personas: z.array(z.object({ id, nombre: z.string(), cuil: z.string() })),
  /** First days of months. */
  meses: z.array(z.iso.date()),
  /** It has no text to be read. */
  sin_texto: z.boolean(),
})
export type ReadDocument = z.infer<typeof readDocument>

const onePdf = { field: 'file', maxBytes: 10 * 1_048_576, types: ['pdf'], required: true } as const
const pdfWithXml = {
  ...onePdf,
  beside: { field: 'xml', maxBytes: 1_048_576, types: ['xml'], required: false },
} as const

const need = [actions.personalPublishing, actions.massivePublishing] as const
const password = z.string().min(1).max(256)

export const publishing = {
  setup: call({
    method: 'GET',
    path: '/document-publication/setup',
    need: [actions.personalPublishing, actions.massivePublishing, actions.genericPublishing],
    summary: 'Whether the company can sign, with which certificates, and which months can be published to.',
    answer: publicationSetup,
  }),
  read: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/document/read',
    need: [actions.personalPublishing],
    summary:
      'Whose a PDF is and of which months, by its text; it names only people within reach. Nothing is kept or published.',
    input: z.object({}),
    upload: onePdf,
    answer: readDocument,
    errors: fileErrors,
    idempotent: false,
    ratePerMinute: 60,
  }),
  single: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/document/single',
    need: [actions.personalPublishing],
    summary:
      'Publishes one PDF to one employee, with its XML where the type has the flag, signed by the company where `firma_empresa` asks for it. Asked again with the same Idempotency-Key it goes on where it was, and never publishes twice.',
    input: z.object({
      cuil: z.string().regex(/^[A-Za-z0-9]{5,15}$/, 'SYSTEM_API_INVALID_CUIL'),
      /** Absent for a type without a period. */
      periodo: month.optional(),
      tipo: id,
      firma_empresa: z.boolean().default(false),
      notificar: z.boolean().default(false),
      certificado: id.optional(),
      password: password.optional(),
    }),
    upload: pdfWithXml,
    answer: published,
    errors: [
      'SYSTEM_API_INVALID_CUIL',
      'SYSTEM_API_FILE_EXISTS',
      'PUBLISH_TYPE_NOT_SUITABLE',
      'PUBLISH_PERIOD_OUT_OF_WINDOW',
      'PUBLISH_NOTIFY_NOT_VISIBLE',
      'PUBLISH_EMPLOYEE_ENDED',
      'DOCUMENT_CHANGED',
      ...fileErrors,
      ...xmlErrors,
      ...signErrors,
      ...confirmations,
    ],
    ratePerMinute: 120,
  }),
  replace: call({
    method: 'POST',
    path: '/v2/admin-mod/documents/{id}/replace',
    need: [actions.personalPublishing],
    stepUp: true,
    summary:
      'Publishes the right document in the place of a wrong one and annuls that, in one act: same person, type and period. One mail tells of both.',
    input: z.object({
      id,
      motivo: reason,
      firma_empresa: z.boolean().default(false),
      notificar: z.boolean().default(false),
      certificado: id.optional(),
      password: password.optional(),
    }),
    upload: pdfWithXml,
    answer: published,
    errors: [
      'DOCUMENT_ALREADY_CANCELLED',
      'SYSTEM_API_INVALID_CUIL',
      'SYSTEM_API_FILE_EXISTS',
      'PUBLISH_TYPE_NOT_SUITABLE',
      'PUBLISH_NOTIFY_NOT_VISIBLE',
      'PUBLISH_EMPLOYEE_ENDED',
      'DOCUMENT_CHANGED',
      ...fileErrors,
      ...xmlErrors,
      ...signErrors,
      ...confirmations,
    ],
    ratePerMinute: 120,
  }),
  misplaced: call({
    method: 'GET',
    path: '/v2/admin-mod/documents/misplaced',
    need: [actions.personalPublishing],
    summary:
      'Documents of an employee that were published under a number which is no longer theirs, and who has that number now.',
    input: z.object({ empleado: id, ...paging }),
    paged: true,
    answer: z.object({
      documentos: z.array(misplaced),
      /** How many of all have somebody to be moved to. */
      se_mueven: z.int(),
    }),
  }),
  move: call({
    method: 'POST',
    path: '/v2/admin-mod/documents/move',
    need: [actions.personalPublishing],
    stepUp: 'holds',
    summary:
      'Moves documents to the people whose number they carry, all or none: annulled at the one, published to the other, linked. Nobody chooses the recipient.',
    input: z.object({
      ids: z
        .array(id)
        .min(1)
        .max(mostMoved)
        .refine((ids) => new Set(ids).size === ids.length),
      motivo: reason,
      firma_empresa: z.boolean().default(false),
      notificar: z.boolean().default(false),
      certificado: id.optional(),
      password: password.optional(),
    }),
    answer: z.array(moved),
    errors: [
      'DOCUMENT_MOVE_NOBODY',
      'DOCUMENT_MOVE_OTHER_PERSON',
      'DOCUMENT_ALREADY_CANCELLED',
      'DOCUMENT_CHANGED',
      'SYSTEM_API_INVALID_CUIL',
      'SYSTEM_API_FILE_EXISTS',
      'PUBLISH_TYPE_NOT_SUITABLE',
      'PUBLISH_NOTIFY_NOT_VISIBLE',
      'PUBLISH_EMPLOYEE_ENDED',
      ...fileErrors,
      ...xmlErrors,
      ...signErrors,
      ...confirmations,
    ],
    ratePerMinute: 60,
  }),
  waiting: call({
    method: 'GET',
    path: '/v2/admin-mod/publish/documents/waiting',
    need,
    summary: 'Documents that wait for the company’s signature, because publishing them was interrupted.',
    input: z.object(paging),
    paged: true,
    answer: z.array(waiting),
  }),
  sign: call({
    method: 'POST',
    path: '/v2/admin-mod/publish/document/{id}/sign',
    need,
    summary: 'Signs and publishes a document that waits for the company’s signature.',
    input: z.object({ id, certificado: id, password }),
    answer: published,
    errors: ['SIGN_DOCUMENT_NOT_WAITING', 'DOCUMENT_CHANGED', 'DOCUMENT_CANCELLED', ...signErrors],
    ratePerMinute: 120,
  }),
}
