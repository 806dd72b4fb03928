import { z } from 'zod'
import { call } from './call.ts'
import { instant } from './fields.ts'

/** Why a signature is not valid, or only partly. */
export const signatureProblem = z.enum([
  'unsupported',
  'empty',
  'byte_range',
  'digest',
  'signature',
  'certificate_not_bound',
  'certificate_swapped',
  'weak_digest',
  'timestamp',
  'expired_when_signed',
  'changed_afterwards',
  'covers_others',
  'of_another_document',
])

/** Changes to the file after a signature, by their meaning for a reader of the page. */
export const fileChange = z.enum([
  'page_content',
  'page_shape',
  'pages',
  'drawn_over',
  'annotation',
  'form_value',
  'font',
  'layers',
  'hidden_shown',
  'signature_look',
  'signature_removed',
  'active',
  'structure',
  'appended',
  'not_allowed',
  'other',
])

/**
 * The verdict on the whole file: `valido` every signature holds, nothing was added after the last, and this
 * installation vouches for all signers; `sin_aval` the same, except that a signer is not vouched for, or that a certificate
 * names another organisation than the employer that registered it; `alterado` the
 * file was changed after a signature; `con_problemas` a signature fails for another reason.
 */
export const verdict = z.enum(['valido', 'sin_aval', 'con_problemas', 'alterado', 'sin_firmas'])
export type Verdict = z.infer<typeof verdict>

/** The company's address or code by which the signer's account was opened, and what opened signing all the same. */
const openedBy = z.object({
  clase: z.enum(['mail', 'printed_code']),
  por: z.string().nullable(),
  fecha: instant,
  abierta: z.enum(['silence', 'second_person', 'setting']).nullable(),
  abierta_por: z.string().nullable(),
})

const verifiedSignature = z.object({
  nombre: z.string().nullable(),
  organizacion: z.string().nullable(),
  cargo: z.string().nullable(),
  emisor: z.string().nullable(),
  serie: z.string().nullable(),
  decision: z.enum(['conforme', 'no_conforme']).nullable(),
  comentario: z.string().nullable(),
  fecha: instant.nullable(),
  /** Source of the time: a time-stamp, or the signer's clock. */
  fecha_segun: z.enum(['sello', 'firmante']).nullable(),
  /** The time-stamp's authority, whether a configured root vouches for it, and whether its certificate has expired. */
  sello: z
    .object({ autoridad: z.string().nullable(), conocida: z.boolean(), vencido: z.boolean() })
    .nullable(),
  nivel: z.enum(['B-B', 'B-T']).nullable(),
  valida: z.boolean(),
  problemas: z.array(signatureProblem),
  /**
   * Origin of trust: this installation's authority, a certificate that an employer registered, one that an employer
   * registered and that names another organisation, only the certificate itself, or none known.
   */
  aval: z.enum(['instalacion', 'empresa', 'otra_organizacion', 'propio', 'desconocido']),
  /** Legal name of the employer that registered the certificate; null where none did. */
  empleador: z.string().nullable(),
  /** Null: the signer's own account, or not a signature of a document registered here. */
  acceso: openedBy.nullable(),
  /** The certificate's end has passed. */
  vencido: z.boolean(),
  /** Additions to the file after this signature. */
  despues: z.enum(['nada', 'firmas', 'cambios']),
  /** The kinds of `cambios`, with the page (from 1) where they are on one. */
  cambios: z.array(z.object({ que: fileChange, pagina: z.int().nullable() })),
})
export type VerifiedSignature = z.infer<typeof verifiedSignature>

export const verificationReport = z.object({
  veredicto: verdict,
  /** SHA-256 of the file, hexadecimal. */
  huella: z.string(),
  firmas: z.array(verifiedSignature),
  /** Signatures that the file still waits for. */
  faltan: z.int(),
  /** Signatures that an earlier state of the file had and that were taken out of it. */
  quitadas: z.int(),
  /** The registered document with this file; null where there is none. */
  registro: z
    .object({
      empresa: z.string(),
      /** False: only the part up to one of its signatures is ours, and something was added since. */
      completo: z.boolean(),
      /** A later revision with more signatures exists. */
      hay_posterior: z.boolean(),
      anulado: instant.nullable(),
      zona: z.string(),
    })
    .nullable(),
})
export type VerificationReport = z.infer<typeof verificationReport>

/** The facts that a document's printed code reveals: enough to compare with the paper, without anybody's name. */
export const documentByCode = z.object({
  empresa: z.string(),
  zona: z.string(),
  /** `J. O. L.` */
  iniciales: z.string(),
  /** The employee's id but for its last digits: `•••••••5366`. */
  identificacion: z.string(),
  publicado: instant,
  estado: z.enum(['anulado', 'no_conforme', 'conforme', 'pendiente', 'publicado']),
  anulado: instant.nullable(),
  /** In the order of signing. */
  firmas: z.array(
    z.object({
      firmante: z.enum(['empresa', 'colaborador']),
      iniciales: z.string(),
      fecha: instant,
      nivel: z.enum(['B-B', 'B-T']),
      decision: z.enum(['conforme', 'no_conforme']).nullable(),
      /** People by their initials. */
      acceso: openedBy.nullable(),
    }),
  ),
})
export type DocumentByCode = z.infer<typeof documentByCode>

export const verification = {
  /** A POST, so that the code appears in no address and no access log. */
  byCode: call({
    method: 'POST',
    path: '/v2/verification/code',
    need: 'public',
    summary: 'What a printed code leads to: initials, a masked id, date, state and signatures.',
    input: z.object({ codigo: z.string().max(60) }),
    answer: documentByCode,
    errors: ['VERIFICATION_CODE_UNKNOWN'],
    ratePerMinute: 20,
    restricted: true,
    idempotent: false,
  }),
  verify: call({
    method: 'POST',
    path: '/v2/verification',
    need: 'public',
    summary: 'Checks the signatures of a PDF, which is not kept.',
    upload: {
      field: 'archivo',
      maxBytes: 10 * 1024 * 1024,
      types: ['pdf'],
      required: true,
      refusals: { size: 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED', type: 'VERIFICATION_NOT_READABLE' },
    },
    answer: verificationReport,
    errors: ['VERIFICATION_ENCRYPTED', 'VERIFICATION_NOT_READABLE', 'VERIFICATION_TOO_SLOW'],
    ratePerMinute: 20,
    restricted: true,
    idempotent: false,
  }),
}
