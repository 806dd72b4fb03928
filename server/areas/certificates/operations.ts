import sharp from 'sharp'
import { type CertificateSetup, certificateActs, type certificates } from '#contract/certificates.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { Country } from '#contract/fields.ts'
import { issueCompanyCertificate } from '#pdf/certificates.ts'
import { wrapKey } from '#pdf/keys.ts'
import { certificateFacts } from '#pdf/x509.ts'
import type { Context, UploadedFile } from '../../shared/context.ts'
import { refuse, Refusal } from '../../shared/errors.ts'
import { recordEvent } from '../../shared/events.ts'
import { insertLoose, keepFile, withStored } from '../../shared/files.ts'
import { getSettings } from '../../shared/settings.ts'
import type { Tx } from '../../shared/tenancy.ts'
import { checkDigitFits } from '../../shared/check-digits.ts'
import { passwordPolicyOf } from '../../shared/credentials.ts'
import { checkNewPassword, faultsOf } from '../account/operations.ts'
import {
  activeCount,
  certificateById,
  companyOf,
  employers,
  isCertificateHolder,
  lockCount,
  passwordHashes,
} from './queries.ts'

type NewCertificate = ParsedOf<typeof certificates.create>

/** What this person may do with the company's certificates now, and why not. */
export async function certificateSetupOf(tx: Tx, userId: number, now: Date): Promise<CertificateSetup> {
  const { 'certificates.most_active': maximo } = await getSettings(tx)
  const activos = await activeCount(tx.db, now)
  const holder = await isCertificateHolder(tx.db, userId)
  return {
    crear: !holder ? 'CERTIFICATE_HOLDER_REQUIRED' : activos >= maximo ? 'CERTIFICATES_MOST_ACTIVE' : null,
    vencer: holder ? null : 'CERTIFICATE_HOLDER_REQUIRED',
    activos,
    maximo,
    empleadores: await employers(tx.db),
  }
}

/**
 * Creates a certificate: an RSA key made here and wrapped by the password, which nobody keeps. Keys, hashes and
 * the picture are made outside of any transaction; the limit of active ones is counted inside the last.
 */
export async function createCertificate(ctx: Context, input: NewCertificate, signature: UploadedFile) {
  const { services, session } = ctx
  const now = services.clock()
  const { company, rules } = await ctx.read(async (tx) => {
    await refuseCreating(tx, session.userId, now)
    const found = await companyOf(tx.db, input.id_empleador)
    if (!found) refuse('NOT_FOUND', 'id_empleador')
    if (!checkDigitFits(found.country as Country, input.cuil)) refuse('CERTIFICATE_TAX_ID_INVALID', 'cuil')
    const personal = [input.nombre, input.mail, input.cuil, found.legal_name]
    const formerHashes = await passwordHashes(tx.db)
    return {
      company: found,
      rules: { policy: await passwordPolicyOf(tx), personal, presentHash: null, formerHashes },
    }
  })
  const [fault, ...more] = faultsOf(input.pass, rules)
  if (fault) throw new Refusal([fault, ...more], '00141')
  const passwordHash = await checkNewPassword(input.pass, input.repass, rules)
  const picture = await signaturePicture(signature.bytes)
  const issued = await issueCompanyCertificate(
    {
      name: input.nombre,
      position: input.cargo,
      email: input.mail,
      taxId: input.cuil,
      company: company.legal_name,
      companyTaxId: company.tax_id,
      country: company.country,
    },
    { from: now },
  )
  const wrapped = await wrapKey(issued.pkcs8, input.pass)
  issued.pkcs8.fill(0)
  const facts = certificateFacts(issued.certificate)
  return withStored(services, session.company, { bytes: picture, type: 'png' }, (stored) =>
    ctx.act(async (tx) => {
      await lockCount(tx.db)
      await refuseCreating(tx, session.userId, now)
      const fileId = await insertLoose(tx, stored)
      await keepFile(tx, fileId)
      const { id } = await tx.db
        .insertInto('certificates')
        .values({
          company_id: tx.company,
          employer_id: input.id_empleador,
          holder_name: input.nombre,
          position: input.cargo,
          mail: input.mail,
          tax_id: input.cuil,
          company_name: company.legal_name,
          company_tax_id: company.tax_id,
          chain: [Buffer.from(issued.certificate)],
          serial: facts.serialNumber,
          wrapped_key: JSON.stringify(wrapped),
          password_hash: passwordHash,
          signature_file_id: fileId,
          valid_from: facts.validFrom,
          valid_until: facts.validTo,
          created_by: session.userId,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordEvent(tx, {
        subject: { kind: 'certificate', id },
        act: 'created',
        ...ctx.evidence,
        at: now,
        data: { serial: facts.serialNumber, fingerprint: facts.fingerprint },
      })
      return certificateFor(tx, now, id)
    }),
  )
}

/** Expires a certificate for good: the certificate stays, its wrapped key is destroyed. */
export async function expireCertificate(ctx: Context, id: number) {
  const now = ctx.services.clock()
  return ctx.act(async (tx) => {
    if (!(await isCertificateHolder(tx.db, ctx.session.userId))) refuse('CERTIFICATE_HOLDER_REQUIRED')
    await lockCount(tx.db)
    const certificate = await certificateFor(tx, now, id)
    if (!certificateActs.expire.includes(certificate.estado)) refuse('COMPANY_CERT_ALREADY_EXPIRED')
    await tx.db
      .updateTable('certificates')
      .set({ wrapped_key: null, expired_at: now, expired_by: ctx.session.userId })
      .where('id', '=', id)
      .execute()
    await recordEvent(tx, { subject: { kind: 'certificate', id }, act: 'expired', ...ctx.evidence, at: now })
    return certificateFor(tx, now, id)
  })
}

/** One certificate as the wire shows it. Refuses with COMPANY_CERT_NOT_FOUND. */
export async function certificateFor(tx: Tx, now: Date, id: number) {
  return (await certificateById(tx.db, now, id)) ?? refuse('COMPANY_CERT_NOT_FOUND')
}

async function refuseCreating(tx: Tx, userId: number, now: Date): Promise<void> {
  const { crear } = await certificateSetupOf(tx, userId, now)
  if (crear) refuse(crear)
}

/** The picture of a signature as signatures print it: a PNG of ours, without whatever else came in the file. */
async function signaturePicture(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: 40_000_000, failOn: 'error' })
      .rotate()
      .resize({ width: 900, height: 600, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  } catch {
    return refuse('SYSTEM_API_WRONG_MIME_TYPE', 'firma')
  }
}
