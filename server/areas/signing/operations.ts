import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import { certificateActs, certificateStateOf } from '#contract/certificates.ts'
import { signatureInk } from '#contract/palette.ts'
import type { Appearance } from '#pdf/appearance.ts'
import { issueEmployeeCertificate } from '#pdf/employee-certificate.ts'
import { unwrapKey, WrongPassword } from '#pdf/keys.ts'
import type { Position } from '#pdf/position.ts'
import type { SignRequest } from '#pdf/sign.ts'
import { certificateFacts } from '#pdf/x509.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { filled, printedCode, printedInstant, printedTaxId } from '#server/shared/text/printed.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { noteRight, takeAttempt } from '#server/shared/identity/throttle.ts'
import { authority } from './authority.ts'
import { signingCertificate, typeVersion } from './queries.ts'
import { signingWords } from './words.ts'

export { authority } from './authority.ts'

/** The signature fields of a document, by who fills them. */
export const signatureFields = { company: 'company', employee: 'employee' } as const

/** Where a document's signatures stand. */
export interface SignaturePlaces {
  company: Position
  employee: Position
}

/** A certificate with its key open, for one act. The key never leaves this process. */
export interface CompanySigner {
  certificateId: number
  /** Issued by a licensed authority: its signatures are digital ones. */
  licensed: boolean
  name: string
  position: string
  chain: readonly Uint8Array[]
  serial: string
  key: KeyObject
  /** PNG. */
  picture: Buffer | undefined
  /** The colour of the words, #rrggbb; the product's own ink where the company chose no colour. */
  ink: string | undefined
}

/** Facts printed with every signature, beside the signer. */
export interface SignatureFacts {
  pdf: Uint8Array
  places: SignaturePlaces
  /** Printed, so that paper too leads to the verification. */
  verificationCode: string
  language: 'es' | 'pt'
  zone: string
  when: Date
}

export interface Signature {
  bytes: Uint8Array
  /** Hexadecimal, of the whole signed file. */
  sha256: string
  /** Hexadecimal, of what the signature covers: the file but for the signature's own place. */
  signedDigest: string
  level: 'B-B' | 'B-T'
  algorithm: string
  serial: string
  /** As printed. */
  signerName: string
}

/**
 * Opens a company's certificate by its own password, for this act. Wrong ones count, for this person and this
 * certificate, and ten of them lock it to them for a while.
 * @throws {Refusal} SIGN_DOCUMENT_CERTIFICATE_NOT_FOUND, …_CERTIFICATE_EXPIRED, …_WRONG_PASSWORD, …_TOO_MANY_ATTEMPTS
 */
export async function openCertificate(
  ctx: Pick<Context, 'services' | 'session' | 'request' | 'read'>,
  certificateId: number,
  password: string,
): Promise<CompanySigner> {
  const { services, session, request } = ctx
  const certificate = await ctx.read((tx) => signingCertificate(tx.db, certificateId))
  if (!certificate) refuse('SIGN_DOCUMENT_CERTIFICATE_NOT_FOUND', 'certificado')
  const { wrapped_key } = certificate
  const state = certificateStateOf(certificate, services.clock())
  if (!wrapped_key || !certificateActs.sign.includes(state))
    refuse('SIGN_DOCUMENT_CERTIFICATE_EXPIRED', 'certificado')
  const attempt = {
    user: `certificate ${session.company} ${certificateId} ${session.userId}`,
    address: request.address,
  }
  const { locked, retryAfterSeconds } = await takeAttempt(services, attempt)
  if (locked) {
    refuse('SIGN_DOCUMENT_TOO_MANY_ATTEMPTS', 'password', { minutos: Math.ceil(retryAfterSeconds / 60) })
  }
  const key = await unwrapKey(wrapped_key, password).catch((error: unknown) => {
    if (!(error instanceof WrongPassword)) throw error
    return refuse('SIGN_DOCUMENT_WRONG_PASSWORD', 'password')
  })
  await noteRight(services, attempt)
  return signerOf(services, certificate, key)
}

/** Why a certificate can sign no longer with a key that was opened before. */
export type Unfit = 'missing' | 'expired' | 'not_its_key'

/** The signer of a certificate whose key is open, or the error why it signs no longer: it may have expired. */
export async function signerWith(
  services: Services,
  read: Context['read'],
  certificateId: number,
  key: KeyObject,
): Promise<CompanySigner | Unfit> {
  const certificate = await read((tx) => signingCertificate(tx.db, certificateId))
  if (!certificate) return 'missing'
  const state = certificateStateOf(certificate, services.clock())
  if (!certificateActs.sign.includes(state)) return 'expired'
  const [own] = certificate.chain
  if (!own || !new X509Certificate(own).checkPrivateKey(key)) return 'not_its_key'
  return signerOf(services, certificate, key)
}

async function signerOf(
  services: Services,
  certificate: NonNullable<Awaited<ReturnType<typeof signingCertificate>>>,
  key: KeyObject,
): Promise<CompanySigner> {
  const { picture_key, colour } = certificate
  return {
    certificateId: certificate.id,
    licensed: certificate.licensed,
    name: certificate.holder_name,
    position: certificate.position,
    chain: certificate.chain,
    serial: certificate.serial,
    key,
    picture: picture_key ? await services.files.read(picture_key) : undefined,
    ink: signatureInk(colour),
  }
}

/** Where the signatures of a document stand, as the version of its type says that it was made under. */
export async function signaturePlaces(
  tx: Tx,
  typeId: number,
  version: number,
  pages: number,
): Promise<SignaturePlaces> {
  const rules = await typeVersion(tx.db, typeId, version)
  const page =
    rules.signature_page === 'custom'
      ? Math.min(rules.signature_page_number ?? pages, pages)
      : rules.signature_page
  const at = (box: unknown, corner: 'left' | 'right'): Position => ({
    page,
    ...(isBox(box) ? box : { corner }),
  })
  return { company: at(rules.company_box, 'left'), employee: at(rules.employee_box, 'right') }
}

/** {@link signaturePlaces}, asked once for each version of a type and number of pages. */
export function rememberPlaces(
  tx: Tx,
): (typeId: number, version: number, pages: number) => Promise<SignaturePlaces> {
  const known = new Map<string, SignaturePlaces>()
  return async (typeId, version, pages) => {
    const key = `${typeId} ${version} ${pages}`
    const places = known.get(key) ?? (await signaturePlaces(tx, typeId, version, pages))
    known.set(key, places)
    return places
  }
}

/**
 * Signs for the company: visible, by an increment, with the employee's field made for later where the document
 * waits for one (fields that come after a signature would change what it signed).
 */
export async function signByCompany(
  services: Services,
  signer: CompanySigner,
  facts: SignatureFacts & { employeeSignsToo: boolean },
): Promise<Signature> {
  const { places, language, zone, when } = facts
  const { empresa } = signingWords[language]
  const lines = [
    filled(signer.licensed ? empresa.digital : empresa.electronica, { nombre: signer.name }),
    filled(empresa.cargo, { cargo: signer.position, fecha: printedInstant(when, zone) }),
    verificationLine(services, facts),
  ]
  return sign(services, facts, {
    key: signer.key,
    certificateChain: signer.chain,
    appearance: {
      kind: 'signature',
      lines,
      ...(signer.picture ? { image: signer.picture } : { drawnName: signer.name }),
      ...(signer.ink && { ink: signer.ink }),
    },
    field: signatureFields.company,
    position: places.company,
    futureFields: facts.employeeSignsToo
      ? [{ field: signatureFields.employee, position: places.employee }]
      : [],
    name: signer.name,
  })
}

export interface EmployeeSigning extends SignatureFacts {
  /** `name` as it is printed: surname first. */
  employee: { name: string; taxId: string; company: string; country: string; mail?: string | null }
  decision: 'conforme' | 'no_conforme'
  comment?: string | undefined
}

/**
 * Signs for an employee by a key made for this act, certified by the installation's authority and dropped: nobody
 * ever holds it again. The decision and the comment are signed with the rest.
 */
export async function signByEmployee(services: Services, facts: EmployeeSigning): Promise<Signature> {
  const { employee, decision, comment, places, language, zone, when } = facts
  const issuer = await authority(services)
  const end = certificateFacts(issuer.certificate).validTo
  const issued = issueEmployeeCertificate(
    issuer,
    {
      name: employee.name,
      taxId: employee.taxId,
      company: employee.company,
      country: employee.country,
      ...(employee.mail && { email: employee.mail }),
    },
    { from: when, to: end },
  )
  const { colaborador } = signingWords[language]
  const numero = printedTaxId(employee.taxId, employee.country)
  const appearance: Appearance = {
    kind: 'stamp',
    tone: decision === 'conforme' ? 'good' : 'bad',
    title: colaborador[decision],
    lines: [
      filled(colaborador.nombre, { nombre: employee.name, numero }),
      printedInstant(when, zone),
      ...(comment ? [filled(colaborador.comentario, { comentario: comment })] : []),
      verificationLine(services, facts),
    ],
  }
  return sign(services, facts, {
    key: issued.key,
    certificateChain: [issued.certificate],
    appearance,
    field: signatureFields.employee,
    position: places.employee,
    name: employee.name,
    reason: colaborador[decision],
    facts: { decision, ...(comment && { comment }), code: facts.verificationCode },
  })
}

async function sign(
  services: Services,
  facts: SignatureFacts,
  request: Omit<SignRequest, 'pdf' | 'when' | 'timestampUrl'>,
): Promise<Signature> {
  const { engine, config, log } = services
  const signed = await engine.sign({
    ...request,
    pdf: facts.pdf,
    when: facts.when,
    ...(config.tsaUrl && { timestampUrl: config.tsaUrl }),
  })
  if (!signed.ok) {
    log.warn({ fault: signed.fault, detail: signed.detail }, 'a document was not signed')
    if (signed.fault === 'locked') refuse('SIGN_DOCUMENT_LOCKED')
    if (signed.fault === 'timestamp_failed') refuse('SIGN_DOCUMENT_TIMESTAMP_FAILED')
    if (signed.fault === 'no_such_page') refuse('PROCESS_SIGNATURE_POSITION_INVALID')
    refuse('SIGN_DOCUMENT_FAILED')
  }
  const [leaf = new Uint8Array()] = request.certificateChain
  const { serialNumber, key } = certificateFacts(leaf)
  return {
    bytes: signed.pdf,
    sha256: createHash('sha256').update(signed.pdf).digest('hex'),
    signedDigest: signed.digest,
    level: signed.level,
    algorithm: `${key}, SHA-256`,
    serial: serialNumber,
    signerName: request.name,
  }
}

/** The columns of `signatures` that its making settles. */
export function signatureColumns({ signerName, level, algorithm, serial, sha256, signedDigest }: Signature) {
  return {
    signer_name: signerName,
    level,
    algorithm,
    certificate_serial: serial,
    sha256,
    signed_digest: signedDigest,
  }
}

/** The row of `signatures` of a company's signature, but for the revision that it made. */
export function companySignature(signature: Signature, signer: CompanySigner, userId: number, when: Date) {
  return {
    ...signatureColumns(signature),
    signer: 'company' as const,
    certificate_id: signer.certificateId,
    user_id: userId,
    method: 'certificate_password' as const,
    signed_at: when,
  }
}

function verificationLine({ config }: Services, { language, verificationCode }: SignatureFacts): string {
  return filled(signingWords[language].verificacion, {
    sitio: `${new URL(config.publicUrl).host}/verificar`,
    codigo: printedCode(verificationCode),
  })
}

function isBox(box: unknown): box is { x: number; y: number; width: number; height: number } {
  return (
    typeof box === 'object' && box !== null && 'x' in box && 'y' in box && 'width' in box && 'height' in box
  )
}
