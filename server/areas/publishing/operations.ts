import { createHash } from 'node:crypto'
import type { ParsedOf } from '#contract/call.ts'
import { type Published, publishingActs, type publishing } from '#contract/publishing/publishing.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { type Fault, refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { insertLoose, type StoredFile, withStored } from '#server/shared/files/files.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { createDocument } from '#server/areas/documents/operations.ts'
import { type CompanySigner, openCertificate } from '#server/areas/signing/operations.ts'
import { announce, wirePerson } from './announcement.ts'
import { checkPeriod, checkRecipient, doubts, type ReadFile, readFile, shownDay } from './checks.ts'
import { checkXml, type ReadXml, readXml } from './xml.ts'
import {
  documentAt,
  documentToSign,
  interrupted,
  lockPlace,
  type Place,
  type PublishableType,
  publishableType,
  type Recipient,
  recipient,
} from './queries.ts'
import { signWaiting } from './waiting.ts'

export { checkPeriod, codeOfFault, readFile, takes } from './checks.ts'
export {
  companyIds,
  lockPlaces,
  type Place,
  type PublishableType,
  publishableType,
  type Recipient,
  recipientsById,
  standingAt,
} from './queries.ts'
export { type ReadXml, readXml, saysAmount } from './xml.ts'

/** A publication that was checked, and of which nothing is written yet. */
export interface Prepared {
  person: Recipient
  type: PublishableType
  place: Place
  file: ReadFile
  name: string
  bytes: Buffer
  sha256: string
  xml: (ReadXml & { sha256: string }) | null
  notify: boolean
  /** Doubts that the user must confirm before it is published. */
  doubts: Fault[]
  /** The document that an interrupted attempt of this same publication left. */
  begun: number | undefined
}

/**
 * Publishes one PDF to one person, with the XML beside it where the type has the flag. Unsigned it is one transaction. Signed by the company it is two: the document
 * waiting for its signature, invisible to the employee; then the signature with what makes it public. What is
 * interrupted between them waits, is listed, and is gone on with when it is asked for again.
 */
export async function publishDocument(
  ctx: Context,
  input: ParsedOf<typeof publishing.single>,
  upload: UploadedFile,
): Promise<Published> {
  refuseContradictions(input)
  const { certificado, password } = input
  const open =
    certificado === undefined || password === undefined
      ? null
      : () => openCertificate(ctx, certificado, password)
  return publishWith(ctx, input, upload, open)
}

/**
 * The same with a certificate that the caller opens, once for many documents; null publishes without the company's
 * signature. It is opened only after the document was checked.
 */
export async function publishWith(
  ctx: Context,
  input: ParsedOf<typeof publishing.single>,
  upload: UploadedFile,
  open: (() => Promise<CompanySigner>) | null,
): Promise<Published> {
  const publication = await prepare(ctx, input, upload)
  // A wrong password is told before anything is to be confirmed, so that nobody confirms twice.
  const signer = await open?.()
  ctx.confirm(publication.doubts)
  if (!signer) return publishUnsigned(ctx, publication)
  const waiting = publication.begun ?? (await putWaiting(ctx, publication, signer.certificateId))
  return typeof waiting === 'number' ? signWaiting(ctx, waiting, signer) : waiting
}

/** Signs and publishes what waits for the company's signature. */
export async function signDocument(
  ctx: Context,
  { id, certificado, password }: ParsedOf<typeof publishing.sign>,
): Promise<Published> {
  const document = await ctx.read((tx) => documentToSign(tx.db, ctx.session, id))
  if (!document) refuse('NOT_FOUND')
  if (!publishingActs.sign.includes(document.document_state)) refuse('SIGN_DOCUMENT_NOT_WAITING')
  return signWaiting(ctx, id, await openCertificate(ctx, certificado, password))
}

/** Refuses a signature without its certificate and password, and those without a signature. */
export function refuseContradictions(
  input: Pick<ParsedOf<typeof publishing.single>, 'firma_empresa' | 'certificado' | 'password'>,
): void {
  for (const field of ['certificado', 'password'] as const) {
    const given = input[field] !== undefined
    if (input.firma_empresa && !given) refuse('SYSTEM_API_PARAMETER_REQUIRED', field)
    if (!input.firma_empresa && given) refuse('SYSTEM_API_PARAMETER_NOT_EXPECTED', field)
  }
}

/**
 * Checks a publication, and writes nothing. One that replaces what stands there keeps its month, whatever the window
 * of months says, and its place is free.
 */
export async function prepare(
  ctx: Context,
  input: ParsedOf<typeof publishing.single>,
  { bytes, name, beside }: UploadedFile,
  replaces = false,
): Promise<Prepared> {
  const { session } = ctx
  const period = input.periodo ?? null
  const { person, type, place, megabytes } = await ctx.read(async (tx) => {
    const found = await recipient(tx.db, session, input.cuil)
    if (!found) refuse('SYSTEM_API_INVALID_CUIL', 'cuil')
    const wanted = await publishableType(tx.db, session, input.tipo)
    if (!wanted) refuse('NOT_FOUND', 'tipo')
    if (wanted.is_form) refuse('PUBLISH_TYPE_NOT_SUITABLE', 'tipo')
    checkXml(wanted, { name }, beside)
    if (input.notificar && !wanted.visible) refuse('PUBLISH_NOTIFY_NOT_VISIBLE', 'notificar')
    await checkRecipient(tx, ctx, found)
    if (!replaces) await checkPeriod(tx, ctx, wanted, period)
    return {
      person: found,
      type: wanted,
      place: { employeeId: found.id, typeId: wanted.id, period },
      megabytes: (await getSettings(tx))['publishing.max_megabytes'],
    }
  })
  const xml = beside ? { ...readXml(beside), sha256: sha256Of(beside.bytes) } : null
  const file = await readFile(ctx, bytes, megabytes)
  if (input.firma_empresa && !file.takes.company) refuse('SIGN_DOCUMENT_LOCKED', 'file')
  const sha256 = sha256Of(bytes)
  const { begun, needed } = await ctx.read(async (tx) => {
    const mine =
      input.firma_empresa && !replaces
        ? await interrupted(tx.db, place, { sha256, xml: xml?.sha256 ?? null }, session.userId)
        : undefined
    // Somebody who goes on with what was interrupted confirmed it already.
    if (mine !== undefined) return { begun: mine, needed: [] }
    if (!replaces) await refuseTaken(ctx, tx, type, place)
    return { begun: mine, needed: await doubts(tx, ctx, { person, type, period, file, xml, sha256 }) }
  })
  return {
    person,
    type,
    place,
    file,
    name,
    bytes,
    sha256,
    xml,
    notify: input.notificar,
    doubts: needed,
    begun,
  }
}

/** Refuses a place that is taken, naming what stands there. */
async function refuseTaken(ctx: Context, tx: Tx, type: PublishableType, place: Place): Promise<void> {
  if (place.period === null || type.several_a_period) return
  const there = await documentAt(tx.db, place)
  if (!there) return
  const day = shownDay(there.created_at, ctx.session.zone, ctx.request.language)
  refuse('SYSTEM_API_FILE_EXISTS', 'periodo', { existente: `: ${there.file_name}, ${day}` })
}

async function publishUnsigned(ctx: Context, publication: Prepared): Promise<Published> {
  return withFiles(ctx, publication, (stored) =>
    ctx.act(async (tx) => {
      await lockPlace(tx.db, tx.company, publication.place)
      const { id, verificationCode } = await insertDocument(ctx, tx, publication, stored, {
        state: 'published',
        certificate_id: null,
      })
      await recordEvent(tx, {
        subject: { kind: 'document', id },
        act: 'published',
        ...ctx.evidence,
        at: ctx.services.clock(),
        data: { ...evidenceOf(publication), signed: false },
      })
      const { person, type, place } = publication
      const document = { id, period: place.period, typeName: type.name, notify: publication.notify }
      return {
        id,
        revision: 1,
        codigo_verificacion: verificationCode,
        colaborador: wirePerson(person),
        tipo: { id: type.id, nombre: type.name },
        periodo: place.period,
        firmado_por_empresa: false,
        espera_firma: asksForSignature(publication),
        correo: await announce(ctx, tx, person, document),
      }
    }),
  )
}

/**
 * The document as it waits for the company's signature, committed before anything is signed; answers its id. Where
 * the same request has done it all meanwhile, answers what came of that.
 */
async function putWaiting(
  ctx: Context,
  publication: Prepared,
  certificateId: number,
): Promise<number | Published> {
  return withFiles(ctx, publication, (stored) =>
    ctx.write(async (tx) => {
      const known = await ctx.answered<Published>(tx)
      if (known) return known.answer
      await lockPlace(tx.db, tx.company, publication.place)
      const bytes = { sha256: publication.sha256, xml: publication.xml?.sha256 ?? null }
      const begun = await interrupted(tx.db, publication.place, bytes, ctx.session.userId)
      if (begun !== undefined) return begun
      const { id } = await insertDocument(ctx, tx, publication, stored, {
        state: 'waiting_company_signature',
        certificate_id: certificateId,
      })
      await recordEvent(tx, {
        subject: { kind: 'document', id },
        act: 'uploaded',
        ...ctx.evidence,
        at: ctx.services.clock(),
        data: evidenceOf(publication),
      })
      return id
    }),
  )
}

/** Puts the PDF, and the XML where there is one, before the transaction that keeps them. */
export function withFiles<T>(
  ctx: Context,
  { bytes, xml }: Prepared,
  work: (stored: Stored) => Promise<T>,
): Promise<T> {
  const { services, session } = ctx
  return withStored(services, session.company, { bytes, type: 'pdf' }, (pdf) =>
    xml
      ? withStored(services, session.company, { bytes: xml.bytes, type: 'xml' }, (beside) =>
          work({ pdf, xml: beside }),
        )
      : work({ pdf, xml: null }),
  )
}

export interface Stored {
  pdf: StoredFile
  xml: StoredFile | null
}

/** The facts of a publication for its event. */
export function evidenceOf({ sha256, xml, doubts }: Prepared) {
  return { sha256, ...(xml && { xml: xml.sha256 }), confirmed: doubts.map(({ code }) => code) }
}

async function insertDocument(
  ctx: Context,
  tx: Tx,
  publication: Prepared,
  stored: Stored,
  standing: { state: 'published' | 'waiting_company_signature'; certificate_id: number | null },
) {
  const { person, type, place, file } = publication
  const now = ctx.services.clock()
  const several = type.several_a_period ? await documentAt(tx.db, place) : undefined
  return createDocument(tx, {
    employee_id: person.id,
    type_id: type.id,
    period: place.period,
    sequence: (several?.sequence ?? 0) + 1,
    ...standing,
    signing: asksForSignature(publication) ? 'pending' : 'none',
    source: 'portal',
    file_name: publication.name,
    pages: file.pages,
    cuil_as_read: person.cuil,
    notify: publication.notify,
    published_at: standing.state === 'published' ? now : null,
    created_by: ctx.session.userId,
    created_at: now,
    xml_file_id: stored.xml && (await insertLoose(tx, stored.xml)),
    file: { id: await insertLoose(tx, stored.pdf), sha256: stored.pdf.sha256 },
  })
}

/** Whether the employee is asked to sign it. */
export function asksForSignature({ type, file }: Prepared): boolean {
  return type.signable && file.takes.employee
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
