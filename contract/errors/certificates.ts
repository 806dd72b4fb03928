import type { ErrorTable } from './table.ts'

export const certificatesErrors = {
  /** Creating and expiring certificates needs the profile of a certificate holder. */
  CERTIFICATE_HOLDER_REQUIRED: { status: 403 },
  /** The company has as many active certificates as it may. */
  CERTIFICATES_MOST_ACTIVE: { status: 409 },
  /** The tax id for the certificate is invalid. */
  CERTIFICATE_TAX_ID_INVALID: { status: 422 },
  /** The signer's statement of responsibility is missing. */
  CERTIFICATE_RESPONSIBILITY_REQUIRED: { status: 422 },
  /** The certificate to expire is expired already. */
  COMPANY_CERT_ALREADY_EXPIRED: { status: 409 },
  /** The certificate doesn't exist. */
  COMPANY_CERT_NOT_FOUND: { status: 404 },
  /** The file isn't a PKCS #12 file, or is cut short. */
  CERTIFICATE_FILE_NOT_P12: { status: 422 },
  /** The file's protection or its key's algorithm isn't supported. */
  CERTIFICATE_FILE_UNSUPPORTED: { status: 422 },
  /** Opening the file needs more key-derivation rounds than allowed. */
  CERTIFICATE_FILE_TOO_COSTLY: { status: 422 },
  /** The password doesn't open the file, or the file is damaged. */
  CERTIFICATE_FILE_WRONG_PASSWORD: { status: 422 },
  /** The file has no private key. */
  CERTIFICATE_FILE_WITHOUT_KEY: { status: 422 },
  /** The file's key belongs to none of its certificates. */
  CERTIFICATE_FILE_OTHER_KEY: { status: 422 },
  /** A certificate of the chain has expired. */
  CERTIFICATE_FILE_EXPIRED: { status: 422 },
  /** The certificate isn't valid yet. */
  CERTIFICATE_FILE_NOT_YET_VALID: { status: 422 },
  /** The key or the hash is weaker than RSA 2048, ECDSA or SHA-256. */
  CERTIFICATE_FILE_WEAK: { status: 422 },
  /** The issuer's certificate is missing. */
  CERTIFICATE_FILE_WITHOUT_CHAIN: { status: 422 },
  /** The certificate's key usage doesn't cover signing documents. */
  CERTIFICATE_FILE_WRONG_USAGE: { status: 422 },
  /** The certificate was imported before. */
  CERTIFICATE_FILE_KNOWN: { status: 409 },
  /** A self-signed certificate is declared as a licensed authority's. */
  CERTIFICATE_FILE_NOT_LICENSED: { status: 422 },
  /** A self-signed certificate doesn't name the employer that it would sign for. */
  CERTIFICATE_FILE_OTHER_EMPLOYER: { status: 422 },
  /** To be confirmed: the certificate names `organizacion` and would sign for `empleador`. */
  CERTIFICATE_FILE_OTHER_ORGANIZATION: { status: 422 },
} as const satisfies ErrorTable
