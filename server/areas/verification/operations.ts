import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { verificationReport, Verdict } from '#contract/verification.ts'
import type { SignatureReport, Verification } from '#pdf/verify.ts'
import { isEmployer, type Organization, organizationOf } from '#server/areas/certificates/operations.ts'
import { revisionsOf, signedDigests } from '#server/shared/across.ts'
import { refuse } from '#server/shared/errors.ts'
import type { Services } from '#server/shared/services.ts'
import { authorityCertificate, registeredDocument } from './queries.ts'

type Report = z.input<typeof verificationReport>
type Signature = Report['firmas'][number]
type NamedSignature = Omit<SignatureReport, 'problems'> & { problems: Signature['problemas'] }

/**
 * Verifies a PDF: its signatures, later changes, and whether it is a document of this installation. Nothing is stored.
 * An unreadable file is refused with VERIFICATION_….
 */
export async function verifyFile(services: Services, bytes: Buffer): Promise<Report> {
  const report = await verified(services, bytes)
  const registered = await recognised(services, bytes, report)
  const employers = new Map(
    registered?.certificates.map(({ certificate, ...employer }) => [sha256(certificate), employer]),
  )
  const signatures = await withExchangedNamed(services, report.signatures)
  const accesses = new Map(
    registered?.signatures.map(({ certificate_serial, access }) => [certificate_serial, access]),
  )
  const firmas = signatures.map((signature) => ({
    ...described(signature, employers),
    acceso: (signature.valid && accesses.get(signature.certificate?.serialNumber ?? '')) || null,
  }))
  return {
    veredicto: verdictOf(firmas, report.removed.length),
    huella: sha256(bytes),
    firmas,
    faltan: report.unsigned.filter((field) => !report.removed.includes(field)).length,
    quitadas: report.removed.length,
    registro: registered && {
      empresa: registered.name,
      zona: registered.zone,
      completo: registered.whole,
      hay_posterior: registered.revision > registered.n,
      anulado: registered.cancelled_at,
    },
  }
}

async function verified(services: Services, bytes: Buffer): Promise<Verification> {
  const { clock, config, database, engine } = services
  const authority = await authorityCertificate(database.db)
  const report = await engine.verify(bytes, {
    trusted: authority ? [authority] : [],
    timestampRoots: config.tsaRoots,
    now: clock(),
  })
  if (report.ok) return report
  switch (report.fault) {
    case 'encrypted':
      return refuse('VERIFICATION_ENCRYPTED', 'archivo')
    case 'too_slow':
    case 'too_complex':
    case 'out_of_memory':
      return refuse('VERIFICATION_TOO_SLOW', 'archivo')
    default:
      return refuse('VERIFICATION_NOT_READABLE', 'archivo')
  }
}

/** A signature that doesn't fit a file which is, to the last bit, what another of ours was made for, was put there. */
async function withExchangedNamed(
  { database }: Services,
  signatures: readonly SignatureReport[],
): Promise<NamedSignature[]> {
  const unfit = signatures.flatMap(({ problems, coveredDigest }) =>
    problems.includes('digest') && coveredDigest ? [coveredDigest] : [],
  )
  const known = await signedDigests(database.pool, unfit)
  return signatures.map((signature) => {
    const { coveredDigest } = signature
    const isWhole = !signature.problems.includes('signature')
    const exchanged = isWhole && coveredDigest !== null && known.has(coveredDigest)
    const problems = signature.problems.map((one) =>
      one === 'digest' && exchanged ? ('of_another_document' as const) : one,
    )
    return { ...signature, problems }
  })
}

/** The document whose revision the file is, or begins with up to one of its signatures; null for a stranger. */
async function recognised({ database, tenant }: Services, bytes: Buffer, report: Verification) {
  const ends = [bytes.length, ...report.signatures.map(({ coveredLength }) => coveredLength).toReversed()]
  const hashes = [...new Set(ends.filter((end) => end > 0))].map((end) => sha256(bytes.subarray(0, end)))
  const known = await revisionsOf(database.pool, hashes)
  const hash = hashes.find((one) => known.some((revision) => revision.sha256 === one))
  const revision = known.find((one) => one.sha256 === hash)
  if (!revision) return null
  const document = await tenant(revision.company_id).read((db) =>
    registeredDocument(db, revision.document_id),
  )
  return { ...document, n: revision.n, whole: hash === hashes[0] }
}

/** An employer as it was when it registered a certificate. */
interface Employer {
  legalName: string
  taxId: string
}

function described(
  signature: NamedSignature,
  employers: ReadonlyMap<string, Employer>,
): Omit<Signature, 'acceso'> {
  const { certificate, facts } = signature
  const employer = certificate && employers.get(certificate.fingerprint)
  const organization = certificate && organizationOf(certificate.subject)
  const aval = vouching(signature, employer, organization)
  // Trusted signers sign where the portal places them; any other may have drawn over signed content.
  const covers = signature.coversOthers && aval !== 'instalacion' && !employer
  const decision = facts.decision === 'conforme' || facts.decision === 'no_conforme' ? facts.decision : null
  return {
    nombre: certificate?.subject.commonName ?? signature.name,
    organizacion: organization?.name ?? null,
    cargo: certificate?.subject.title ?? null,
    emisor: certificate?.issuer.commonName ?? certificate?.issuer.organization ?? null,
    serie: certificate?.serialNumber ?? null,
    decision,
    comentario: facts.comment ?? null,
    fecha: signature.signedAt,
    fecha_segun: signature.timeSource && (signature.timeSource === 'timestamp' ? 'sello' : 'firmante'),
    sello: signature.stamp && {
      autoridad: signature.stamp.authority,
      conocida: signature.stamp.trusted,
      vencido: signature.stamp.expiredNow,
    },
    nivel: signature.level,
    valida: signature.valid && !covers,
    problemas: covers ? [...signature.problems, 'covers_others'] : signature.problems,
    aval,
    empleador: employer?.legalName ?? null,
    vencido: signature.expiredNow,
    despues: ({ none: 'nada', signatures: 'firmas', changed: 'cambios' } as const)[signature.changesAfter],
    cambios: signature.changes.map(({ kind, page }) => ({ que: kind, pagina: page })),
  }
}

function vouching(
  { trust }: NamedSignature,
  employer: Employer | null | undefined,
  organization: Organization | null,
): Signature['aval'] {
  if (trust === 'trusted') return 'instalacion'
  if (employer) {
    const isOther = organization && !isEmployer(organization, employer.legalName, employer.taxId)
    return isOther ? 'otra_organizacion' : 'empresa'
  }
  return trust === 'self_issued' ? 'propio' : 'desconocido'
}

const alterations: readonly string[] = [
  'byte_range',
  'digest',
  'changed_afterwards',
  'covers_others',
  'of_another_document',
]

function verdictOf(signatures: readonly Signature[], removed: number): Verdict {
  if (removed > 0) return 'alterado'
  if (signatures.length === 0) return 'sin_firmas'
  const problems = signatures.flatMap(({ problemas }) => problemas)
  if (problems.some((problem) => alterations.includes(problem))) return 'alterado'
  if (problems.length > 0) return 'con_problemas'
  const vouched = signatures.every(({ aval }) => aval === 'instalacion' || aval === 'empresa')
  return vouched ? 'valido' : 'sin_aval'
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
