import type { ParsedOf } from '#contract/call.ts'
import type { certificates } from '#contract/certificates.ts'
import { type ErrorName, makeFault } from '#contract/errors.ts'
import type { P12Fault } from '#pdf/p12.ts'
import { certificateFacts } from '#pdf/x509.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { employerFor, keepCertificate } from './operations.ts'
import { isEmployer, organizationOf } from './organization.ts'
import { isKnown } from './queries.ts'

const errors: Record<P12Fault, ErrorName> = {
  not_p12: 'CERTIFICATE_FILE_NOT_P12',
  unsupported: 'CERTIFICATE_FILE_UNSUPPORTED',
  too_costly: 'CERTIFICATE_FILE_TOO_COSTLY',
  wrong_password: 'CERTIFICATE_FILE_WRONG_PASSWORD',
  no_key: 'CERTIFICATE_FILE_WITHOUT_KEY',
  other_key: 'CERTIFICATE_FILE_OTHER_KEY',
  expired: 'CERTIFICATE_FILE_EXPIRED',
  not_yet_valid: 'CERTIFICATE_FILE_NOT_YET_VALID',
  weak: 'CERTIFICATE_FILE_WEAK',
  no_chain: 'CERTIFICATE_FILE_WITHOUT_CHAIN',
  wrong_usage: 'CERTIFICATE_FILE_WRONG_USAGE',
}

/**
 * Takes over a certificate that another authority issued, from its .p12 file. The file's password opens it once and
 * is forgotten; the key is wrapped by a new one. The holder's name is the certificate's own.
 */
export async function importCertificate(
  ctx: Context,
  input: ParsedOf<typeof certificates.import>,
  file: UploadedFile,
) {
  const { services } = ctx
  const employer = await employerFor(ctx, input)
  const opened = await services.engine.openP12({
    bytes: file.bytes,
    password: input.clave,
    now: services.clock(),
  })
  if (!opened.ok) {
    services.log.info({ fault: opened.fault, detail: opened.detail }, 'a certificate file was refused')
    return refuse(errors[opened.fault], opened.fault === 'wrong_password' ? 'clave' : 'archivo')
  }
  const [own = new Uint8Array()] = opened.chain
  if (await ctx.read((tx) => isKnown(tx.db, own))) refuse('CERTIFICATE_FILE_KNOWN', 'archivo')
  const { subject, selfIssued } = certificateFacts(own)
  const name = subject.commonName ?? subject.organization
  if (!name) refuse('CERTIFICATE_FILE_UNSUPPORTED', 'archivo')
  if (selfIssued && input.licenciada) refuse('CERTIFICATE_FILE_NOT_LICENSED', 'licenciada')
  const named = organizationOf(subject)
  const { legal_name, tax_id } = employer
  const fits = named !== null && isEmployer(named, legal_name, tax_id)
  if (selfIssued && !fits) refuse('CERTIFICATE_FILE_OTHER_EMPLOYER', 'archivo', { empleador: legal_name })
  const otherOrganization = named && !fits ? (named.name ?? named.taxId) : null
  if (otherOrganization !== null)
    ctx.confirm([
      makeFault('CERTIFICATE_FILE_OTHER_ORGANIZATION', 'archivo', {
        organizacion: otherOrganization,
        empleador: legal_name,
      }),
    ])
  return keepCertificate(ctx, { ...input, nombre: name }, employer, file.beside, {
    kind: 'imported',
    licensed: input.licenciada,
    chain: opened.chain,
    pkcs8: opened.pkcs8,
    otherOrganization,
  })
}
