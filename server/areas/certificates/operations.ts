import sharp from 'sharp'
import { type CertificateSetup, certificateActs, type certificates } from '#contract/certificates.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { Country } from '#contract/fields.ts'
import { issueCompanyCertificate } from '#pdf/certificates.ts'
import { wrapKey } from '#pdf/keys.ts'
import { certificateFacts } from '#pdf/x509.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { refuse, Refusal } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { insertLoose, keepFile, withStored } from '#server/shared/files/files.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { checkDigitFits } from '#server/shared/text/check-digits.ts'
import { passwordPolicyOf } from '#server/shared/identity/credentials.ts'
import { checkNewPassword, faultsOf, type PasswordRules } from '#server/areas/account/operations.ts'
import {
  activeCount,
  certificateById,
  companyOf,
  type Employer,
  employers,
  isCertificateHolder,
  lockCount,
  passwordHashes,
  stateOf,
} from './queries.ts'

export { isEmployer, type Organization, organizationOf } from './organization.ts'

type NewCertificate = ParsedOf<typeof certificates.create>

/** The acts on the company's certificates that are open to this person now, and the reasons against the others. */
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

interface Material {
  kind: 'self_issued' | 'imported'
  licensed: boolean
  /** DER, the signer's certificate first. */
  chain: readonly Uint8Array[]
  /** Filled with zeros once it is wrapped. */
  pkcs8: Uint8Array
  /** The organisation that it names besides its employer, which was confirmed. */
  otherOrganization?: string | null
}

type Holder = Omit<NewCertificate, 'responsabilidad'>

/** Creates a certificate with an RSA key that is made here. */
export async function createCertificate(ctx: Context, input: NewCertificate, signature: UploadedFile) {
  const employer = await employerFor(ctx, input)
  // Check before a key is generated.
  await refuseFaults(input.pass, await rulesFor(ctx, input, employer))
  const { certificate, pkcs8 } = await issueCompanyCertificate(
    {
      name: input.nombre,
      position: input.cargo,
      email: input.mail,
      taxId: input.cuil,
      company: employer.legal_name,
      companyTaxId: employer.tax_id,
      country: employer.country,
    },
    { from: ctx.services.clock() },
  )
  const made = { kind: 'self_issued', licensed: false, chain: [certificate], pkcs8 } as const
  return keepCertificate(ctx, input, employer, signature, made)
}

/** The employer that a certificate names. Refuses a viewer who may not create one now, and an invalid id. */
export function employerFor(
  ctx: Context,
  { id_empleador, cuil, reemplaza }: Pick<NewCertificate, 'id_empleador' | 'cuil' | 'reemplaza'>,
): Promise<Employer> {
  const now = ctx.services.clock()
  return ctx.read(async (tx) => {
    await refuseCreating(tx, ctx.session.userId, now, reemplaza)
    const found = await companyOf(tx.db, id_empleador)
    if (!found) refuse('NOT_FOUND', 'id_empleador')
    if (!checkDigitFits(found.country as Country, cuil)) refuse('CERTIFICATE_TAX_ID_INVALID', 'cuil')
    return found
  })
}

/**
 * Keeps a certificate whose key the password wraps, which nobody keeps, and expires the one that it replaces in the
 * same transaction. Hashes and the picture are made outside of any; the limit of active ones is counted inside.
 */
export async function keepCertificate(
  ctx: Context,
  input: Holder,
  employer: Employer,
  signature: UploadedFile | undefined,
  { kind, licensed, chain, pkcs8, otherOrganization }: Material,
) {
  const { services, session } = ctx
  const now = services.clock()
  const rules = await rulesFor(ctx, input, employer)
  await refuseFaults(input.pass, rules)
  const passwordHash = await checkNewPassword(input.pass, input.repass, rules)
  const picture = await signaturePicture(signature)
  const wrapped = await wrapKey(pkcs8, input.pass, services.config.guessCost.key)
  pkcs8.fill(0)
  const [own = new Uint8Array()] = chain
  const facts = certificateFacts(own)
  return withStored(services, session.company, { bytes: picture, type: 'png' }, (stored) =>
    ctx.act(async (tx) => {
      await lockCount(tx.db)
      await refuseCreating(tx, session.userId, now, input.reemplaza)
      const fileId = await insertLoose(tx, stored)
      await keepFile(tx, fileId)
      const { id } = await tx.db
        .insertInto('certificates')
        .values({
          company_id: tx.company,
          employer_id: input.id_empleador,
          kind,
          licensed,
          holder_name: input.nombre,
          position: input.cargo,
          mail: input.mail,
          tax_id: input.cuil,
          company_name: employer.legal_name,
          company_tax_id: employer.tax_id,
          chain: chain.map((one) => Buffer.from(one)),
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
      if (input.reemplaza !== undefined) await expireIn(tx, ctx, input.reemplaza, now, { replaced_by: id })
      await recordEvent(tx, {
        subject: { kind: 'certificate', id },
        act: kind === 'imported' ? 'imported' : 'created',
        ...ctx.evidence,
        at: now,
        data: {
          serial: facts.serialNumber,
          fingerprint: facts.fingerprint,
          ...(input.reemplaza !== undefined && { replaces: input.reemplaza }),
          ...(otherOrganization && {
            confirmed: { organization: otherOrganization, employer: employer.legal_name },
          }),
        },
      })
      return certificateFor(tx, session, now, id)
    }),
  )
}

/** Expires a certificate for good: the certificate stays, its wrapped key is destroyed. */
export async function expireCertificate(ctx: Context, id: number) {
  const now = ctx.services.clock()
  return ctx.act(async (tx) => {
    if (!(await isCertificateHolder(tx.db, ctx.session.userId))) refuse('CERTIFICATE_HOLDER_REQUIRED')
    await lockCount(tx.db)
    await expireIn(tx, ctx, id, now, {})
    return certificateFor(tx, ctx.session, now, id)
  })
}

async function expireIn(
  tx: Tx,
  ctx: Context,
  id: number,
  now: Date,
  data: { replaced_by?: number },
): Promise<void> {
  const state = await stateOf(tx.db, now, id)
  if (!state) refuse('COMPANY_CERT_NOT_FOUND')
  if (!certificateActs.expire.includes(state)) refuse('COMPANY_CERT_ALREADY_EXPIRED')
  await tx.db
    .updateTable('certificates')
    .set({ wrapped_key: null, expired_at: now, expired_by: ctx.session.userId })
    .where('id', '=', id)
    .execute()
  const event = { subject: { kind: 'certificate', id }, act: 'expired', ...ctx.evidence, at: now } as const
  await recordEvent(tx, { ...event, data })
}

/** One certificate as the wire shows it. Refuses with COMPANY_CERT_NOT_FOUND. */
export async function certificateFor(tx: Tx, viewer: Viewer, now: Date, id: number) {
  return (await certificateById(tx.db, viewer, now, id)) ?? refuse('COMPANY_CERT_NOT_FOUND')
}

/** Refuses who may create none now. One that takes another's place needs no further one. */
async function refuseCreating(
  tx: Tx,
  userId: number,
  now: Date,
  replaced: number | undefined,
): Promise<void> {
  const { crear, vencer } = await certificateSetupOf(tx, userId, now)
  if (replaced === undefined) {
    if (crear) refuse(crear)
    return
  }
  if (vencer) refuse(vencer)
  const state = await stateOf(tx.db, now, replaced)
  if (!state) refuse('COMPANY_CERT_NOT_FOUND', 'reemplaza')
  if (!certificateActs.expire.includes(state)) refuse('COMPANY_CERT_ALREADY_EXPIRED', 'reemplaza')
}

async function refuseFaults(password: string, rules: PasswordRules): Promise<void> {
  const [fault, ...more] = await faultsOf(password, rules)
  if (fault) throw new Refusal([fault, ...more], 'PASSWORD_BREAKS_POLICY')
}

function rulesFor(
  ctx: Context,
  { nombre, mail, cuil }: Pick<Holder, 'nombre' | 'mail' | 'cuil'>,
  employer: Employer,
): Promise<PasswordRules> {
  return ctx.read(async (tx) => ({
    policy: await passwordPolicyOf(tx),
    personal: [nombre, mail, cuil, employer.legal_name],
    presentHash: null,
    formerHashes: await passwordHashes(tx.db),
  }))
}

/** The picture of a signature as signatures print it: a PNG of ours, without whatever else came in the file. */
async function signaturePicture(file: UploadedFile | undefined): Promise<Buffer> {
  if (!file) return refuse('SYSTEM_API_PARAMETER_REQUIRED', 'firma')
  try {
    return await sharp(file.bytes, { limitInputPixels: 40_000_000, failOn: 'error' })
      .rotate()
      .resize({ width: 900, height: 600, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  } catch {
    return refuse('SYSTEM_API_WRONG_MIME_TYPE', 'firma')
  }
}
