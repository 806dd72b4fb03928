import { z } from 'zod'
import { passwordRules } from './account/account.ts'
import { actions } from './actions.ts'
import { call, paging, type UploadPart } from './call.ts'
import type { ErrorName } from './errors.ts'
import { id, instant, writtenText } from './fields.ts'

export const certificateState = z.enum(['active', 'expired'])
export type CertificateState = z.infer<typeof certificateState>

/** Which states allow an act. The server refuses by it, the screens offer by it. */
export const certificateActs: Readonly<Record<'sign' | 'expire', readonly CertificateState[]>> = {
  sign: ['active'],
  expire: ['active'],
}

/** Active until it was expired by somebody, or its last instant passed. */
export function certificateStateOf(
  certificate: { vencido: unknown; vigente_hasta: Date | string },
  now: Date,
): CertificateState {
  return certificate.vencido || new Date(certificate.vigente_hasta) <= now ? 'expired' : 'active'
}

export const certificate = z.object({
  id,
  /** Name and surname, as signatures print it. */
  nombre: z.string(),
  cargo: z.string(),
  mail: z.string(),
  cuil: z.string(),
  razon_social: z.string(),
  cuit: z.string(),
  estado: certificateState,
  tipo: z.enum(['self_issued', 'imported']),
  /** Issued by a licensed authority, as the importer declared: its signatures are called digital. */
  licenciada: z.boolean(),
  /** The issuer's name. */
  emisor: z.string(),
  /** Its key as people name it: `RSA 2048`, `ECDSA P-256`. */
  clave: z.string(),
  /** Documents that wait for its signature, within the reader's reach. */
  esperan: z.int(),
  numero_serie: z.string(),
  vigente_desde: instant,
  vigente_hasta: instant,
  /** When it was expired; null while it is active. */
  vencido: instant.nullable(),
  /** Null where nobody did: it came to its end. */
  vencido_por: z.string().nullable(),
  creado: instant,
  creado_por: z.string(),
})
export type Certificate = z.infer<typeof certificate>

/** Facts shown on the forms for creating and expiring a certificate. */
export const certificateSetup = z.object({
  /** Why creating is refused to this person now; null where it is not. */
  crear: z.enum(['CERTIFICATE_HOLDER_REQUIRED', 'CERTIFICATES_MOST_ACTIVE']).nullable(),
  vencer: z.enum(['CERTIFICATE_HOLDER_REQUIRED']).nullable(),
  activos: z.int(),
  maximo: z.int(),
  empleadores: z.array(z.object({ id, razon_social: z.string(), cuit: z.string() })),
})
export type CertificateSetup = z.infer<typeof certificateSetup>

const text = (max: number) => writtenText.min(1).max(max)

export const newCertificate = z.object({
  nombre: text(100),
  cargo: text(100),
  mail: z.email('EMAIL_VALUE_IS_INVALID').max(254),
  cuil: z.string().regex(/^[A-Z0-9]{5,15}$/, 'CERTIFICATE_TAX_ID_INVALID'),
  id_empleador: id,
  pass: z.string().min(1).max(256),
  repass: z.string().min(1).max(256),
  responsabilidad: z.literal(true, 'CERTIFICATE_RESPONSIBILITY_REQUIRED'),
  /** The one that is expired in the same act, its place being taken. */
  reemplaza: id.optional(),
})

export const importedCertificate = newCertificate.omit({ nombre: true }).extend({
  /** The file's password. */
  clave: z.string().max(256),
  licenciada: z.boolean().default(false),
})

const signature = {
  field: 'firma',
  maxBytes: 1_048_576,
  types: ['png', 'jpg', 'webp'],
  required: true,
} as const satisfies UploadPart

const need = [actions.certificates] as const

const creating = [
  'CERTIFICATE_HOLDER_REQUIRED',
  'CERTIFICATES_MOST_ACTIVE',
  'CERTIFICATE_TAX_ID_INVALID',
  'CERTIFICATE_RESPONSIBILITY_REQUIRED',
  'COMPANY_CERT_ALREADY_EXPIRED',
  'COMPANY_CERT_NOT_FOUND',
  'EMAIL_VALUE_IS_INVALID',
  'PASSWORD_REPEAT_DIFFERS',
  ...passwordRules,
] as const satisfies readonly ErrorName[]

/** Reasons to refuse a certificate's file. */
const fileErrors = [
  'CERTIFICATE_FILE_NOT_P12',
  'CERTIFICATE_FILE_UNSUPPORTED',
  'CERTIFICATE_FILE_TOO_COSTLY',
  'CERTIFICATE_FILE_WRONG_PASSWORD',
  'CERTIFICATE_FILE_WITHOUT_KEY',
  'CERTIFICATE_FILE_OTHER_KEY',
  'CERTIFICATE_FILE_EXPIRED',
  'CERTIFICATE_FILE_NOT_YET_VALID',
  'CERTIFICATE_FILE_WEAK',
  'CERTIFICATE_FILE_WITHOUT_CHAIN',
  'CERTIFICATE_FILE_WRONG_USAGE',
  'CERTIFICATE_FILE_KNOWN',
  'CERTIFICATE_FILE_NOT_LICENSED',
  'CERTIFICATE_FILE_OTHER_EMPLOYER',
  'CERTIFICATE_FILE_OTHER_ORGANIZATION',
] as const satisfies readonly ErrorName[]

export const certificates = {
  list: call({
    method: 'GET',
    path: '/v2/certificates',
    need,
    summary: 'The company’s certificates: the active ones first, then the expired ones, the newest first.',
    input: z.object(paging),
    paged: true,
    answer: z.array(certificate),
  }),
  setup: call({
    method: 'GET',
    path: '/v2/certificates/setup',
    need,
    summary: 'Whether a certificate can be created or expired by this person now, and for which employers.',
    answer: certificateSetup,
  }),
  create: call({
    method: 'POST',
    path: '/v2/certificates',
    need,
    summary:
      'Creates a certificate, in the place of another where `reemplaza` names one. Its private key is wrapped by the password, which is not kept.',
    input: newCertificate,
    upload: signature,
    answer: certificate,
    errors: creating,
    stepUp: true,
    ratePerMinute: 30,
  }),
  import: call({
    method: 'POST',
    path: '/v2/certificates/import',
    need,
    summary:
      'Takes over a certificate with its key from a .p12 or .pfx file, whose password is used once. Its key is wrapped by a new password, which is not kept.',
    input: importedCertificate,
    upload: { field: 'archivo', maxBytes: 262_144, types: ['p12'], required: true, beside: signature },
    answer: certificate,
    errors: [...creating, ...fileErrors],
    stepUp: true,
    ratePerMinute: 30,
  }),
  one: call({
    method: 'GET',
    path: '/v2/certificates/{id}',
    need,
    summary: 'One certificate.',
    input: z.object({ id }),
    answer: certificate,
    errors: ['COMPANY_CERT_NOT_FOUND'],
  }),
  signature: call({
    method: 'GET',
    path: '/v2/certificates/{id}/signature',
    need,
    summary: 'The picture of the handwritten signature that the certificate’s signatures show.',
    input: z.object({ id }),
    answer: 'file',
    errors: ['COMPANY_CERT_NOT_FOUND'],
  }),
  expire: call({
    method: 'POST',
    path: '/v2/certificates/{id}/expire',
    need,
    summary: 'Expires a certificate for good: its private key is destroyed.',
    input: z.object({ id }),
    answer: certificate,
    errors: ['CERTIFICATE_HOLDER_REQUIRED', 'COMPANY_CERT_ALREADY_EXPIRED', 'COMPANY_CERT_NOT_FOUND'],
    stepUp: true,
  }),
}
