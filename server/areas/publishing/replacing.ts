import type { ParsedOf } from '#contract/call.ts'
import { documentActs } from '#contract/documents/acts.ts'
import type { Published, publishing } from '#contract/publishing/publishing.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { insertLoose, type StoredFile, withStored } from '#server/shared/files/files.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import {
  addRevision,
  cancelDocuments,
  createDocument,
  newVerificationCode,
} from '#server/areas/documents/operations.ts'
import {
  type CompanySigner,
  openCertificate,
  type Signature,
  signaturePlaces,
  signByCompany,
} from '#server/areas/signing/operations.ts'
import { languageOfCountry } from '#server/shared/text/language.ts'
import { wirePerson } from './announcement.ts'
import {
  asksForSignature,
  evidenceOf,
  prepare,
  type Prepared,
  refuseContradictions,
  type Stored,
  withFiles,
} from './operations.ts'
import { documentToReplace, lockPlace } from './queries.ts'
import { noteSignature } from './waiting.ts'

type Wanted = ParsedOf<typeof publishing.replace>
type Old = NonNullable<Awaited<ReturnType<typeof documentToReplace>>>

/** The company's signature of the new file, before anything is written. */
interface Signed {
  signer: CompanySigner
  signature: Signature
}

/**
 * Publishes the right document in the place of a wrong one. Its file is checked and signed first; then one
 * transaction annuls the one and publishes the other, linked, so that nobody ever has both or neither. Who had read
 * or signed the wrong one is told of both by one mail.
 */
export async function replaceDocument(
  ctx: Context,
  wanted: Wanted,
  upload: UploadedFile,
): Promise<Published> {
  refuseContradictions(wanted)
  const { id, motivo: _reason, certificado, password, ...asked } = wanted
  const old = await ctx.read((tx) => documentToReplace(tx.db, ctx.session, id))
  if (!old) refuse('NOT_FOUND')
  const standing: readonly string[] = documentActs.replace
  if (!standing.includes(old.document_state))
    refuse('DOCUMENT_ALREADY_CANCELLED', undefined, { cuales: String(id) })
  const place = { cuil: old.cuil, tipo: old.type_id, ...(old.period && { periodo: old.period }) }
  const publication = await prepare(ctx, { ...asked, ...place }, upload, true)
  const signer =
    certificado === undefined || password === undefined
      ? null
      : await openCertificate(ctx, certificado, password)
  ctx.confirm(publication.doubts)
  const code = newVerificationCode()
  const when = ctx.services.clock()
  const signed = signer && { signer, signature: await sign(ctx, old, publication, signer, code, when) }
  return withFiles(ctx, publication, (stored) => {
    const commit = (file: StoredFile | null) =>
      ctx.act((tx) => replaceIn(ctx, tx, { wanted, old, publication, stored, signed, file, code, when }))
    if (!signed) return commit(null)
    const { bytes } = signed.signature
    return withStored(ctx.services, ctx.session.company, { bytes, type: 'pdf' }, commit)
  })
}

async function sign(
  ctx: Context,
  old: Old,
  publication: Prepared,
  signer: CompanySigner,
  code: string,
  when: Date,
): Promise<Signature> {
  const places = await ctx.read((tx) =>
    signaturePlaces(tx, old.type_id, old.type_version, publication.file.pages),
  )
  return signByCompany(ctx.services, signer, {
    pdf: publication.bytes,
    places,
    verificationCode: code,
    language: languageOfCountry(old.country),
    zone: ctx.session.zone,
    when,
    employeeSignsToo: asksForSignature(publication),
  })
}

interface Replacement {
  wanted: Wanted
  old: Old
  publication: Prepared
  stored: Stored
  signed: Signed | null
  /** The signed file; null without a signature. */
  file: StoredFile | null
  code: string
  when: Date
}

async function replaceIn(ctx: Context, tx: Tx, replacement: Replacement): Promise<Published> {
  const { wanted, old, publication, stored, signed, file, code, when } = replacement
  const { person, type, place } = publication
  await lockPlace(tx.db, tx.company, place)
  const { told } = await cancelDocuments(tx, ctx, [wanted.id], { reason: wanted.motivo, replaced: true })
  const { id } = await createDocument(tx, {
    employee_id: person.id,
    type_id: type.id,
    period: place.period,
    sequence: old.sequence,
    label: old.label,
    expires_on: old.expires_on,
    state: 'published',
    signing: asksForSignature(publication) ? 'pending' : 'none',
    source: 'portal',
    file_name: publication.name,
    pages: publication.file.pages,
    cuil_as_read: person.cuil,
    notify: wanted.notificar,
    published_at: when,
    created_by: ctx.session.userId,
    created_at: when,
    replaces_id: wanted.id,
    xml_file_id: stored.xml && (await insertLoose(tx, stored.xml)),
    file: { id: await insertLoose(tx, stored.pdf), sha256: stored.pdf.sha256 },
    verificationCode: code,
  })
  const evidence = { ...evidenceOf(publication), replaces: wanted.id }
  let revision = 1
  if (signed && file) {
    revision = await addRevision(tx, {
      documentId: id,
      expectedRevision: 1,
      expectedState: 'published',
      madeBy: 'company',
      file: { id: await insertLoose(tx, file), sha256: file.sha256 },
      set: { certificate_id: signed.signer.certificateId },
    })
    await noteSignature(ctx, tx, { id, revision, when, ...signed }, evidence)
  } else {
    await recordEvent(tx, {
      subject: { kind: 'document', id },
      act: 'published',
      ...ctx.evidence,
      at: when,
      data: { ...evidence, signed: false },
    })
  }
  return {
    id,
    revision,
    codigo_verificacion: code,
    colaborador: wirePerson(person),
    tipo: { id: type.id, nombre: type.name },
    periodo: place.period,
    firmado_por_empresa: signed !== null,
    espera_firma: asksForSignature(publication),
    correo: await tell(ctx, tx, { publication, id, must: told.length > 0 }),
  }
}

/** One mail of the annulled and the new: to who knew the wrong one always, else where it was asked for. */
async function tell(
  ctx: Context,
  tx: Tx,
  { publication, id, must }: { publication: Prepared; id: number; must: boolean },
): Promise<Published['correo']> {
  const { person, type, place, notify } = publication
  if (!must && !notify) return 'no_pedido'
  if (!person.mail) return 'sin_correo'
  await queueMail(tx, ctx.services, {
    event: 'document_replaced',
    userId: person.id,
    to: person.mail,
    language: person.language,
    subject: { kind: 'document', id },
    variables: { nombre: person.first_name, documentos: [{ tipo: type.name, periodo: place.period }] },
  })
  return 'en_cola'
}
