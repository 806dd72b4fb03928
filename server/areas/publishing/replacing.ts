import type { ParsedOf } from '#contract/call.ts'
import { documentActs } from '#contract/documents/acts.ts'
import type { Published, publishing } from '#contract/publishing/publishing.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { Refusal, refuse } from '#server/shared/errors.ts'
import { withPutFiles } from '#server/shared/files/files.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { hasBecomeVisible } from '#server/shared/reading/documents.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { cancelDocuments, newVerificationCode } from '#server/areas/documents/operations.ts'
import {
  type CompanySigner,
  type Signature,
  signaturePlaces,
  signByCompany,
} from '#server/areas/signing/operations.ts'
import { languageOfCountry } from '#server/shared/text/language.ts'
import { onlyOf } from '#server/shared/elements.ts'
import { wirePublished } from './announcement.ts'
import { askForApproval, holdsOf } from './held.ts'
import { asksForSignature, evidenceOf, prepareAll, type Prepared } from './preparing.ts'
import {
  keepFilesOf,
  openerOf,
  publicationOf,
  putFilesOf,
  refuseContradictions,
  type StoredPair,
} from './publishing.ts'
import { documentToReplace, findDocumentsToBeSigned, lockPlaces } from './queries.ts'
import { type CompanySigned, writePapers } from './writing.ts'

type Wanted = ParsedOf<typeof publishing.replace>
type Old = NonNullable<Awaited<ReturnType<typeof documentToReplace>>>

/**
 * Publishes the right document in the place of a wrong one. Its file is checked and signed first; then one
 * transaction annuls the one and publishes the other, linked, so that nobody ever has both or neither. Who had read
 * or signed the wrong one is told of both by one mail. Where a workflow holds the type, the right one waits for its
 * groups, and the annulment is told by itself.
 */
export async function replaceDocument(
  ctx: Context,
  wanted: Wanted,
  upload: UploadedFile,
): Promise<Published> {
  refuseContradictions(wanted)
  const { id, ...asked } = wanted
  const old = await ctx.read((tx) => documentToReplace(tx.db, ctx.session, id))
  if (!old) refuse('NOT_FOUND')
  const standing: readonly string[] = documentActs.replace
  if (!standing.includes(old.document_state))
    refuse('DOCUMENT_ALREADY_CANCELLED', undefined, { cuales: String(id) })
  const place = { cuil: old.cuil, tipo: old.type_id, ...(old.period && { periodo: old.period }) }
  const outcome = onlyOf(
    await prepareAll(ctx, [publicationOf({ ...asked, ...place }, upload)], {
      signs: wanted.firma_empresa,
      replaces: true,
    }),
  )
  if (outcome instanceof Refusal) throw outcome
  const signer = await openerOf(ctx, wanted)?.()
  ctx.confirm(outcome.doubts)
  const code = newVerificationCode()
  const when = ctx.services.clock()
  const signature = signer && (await signSuccessor(ctx, old, outcome, signer, code, when))
  return withPutFiles(ctx.services, ctx.session.company, async (put) => {
    const stored = onlyOf(await putFilesOf(put, [outcome]))
    const signed =
      signer && signature ? { signer, signature, stored: onlyOf(await put([signature.bytes], 'pdf')) } : null
    return ctx.act((tx) =>
      replaceIn(ctx, tx, { wanted, old, publication: outcome, stored, signed, code, when }),
    )
  })
}

/** The company's signature over a document that takes the place of another, made before anything is written. */
export async function signSuccessor(
  ctx: Context,
  old: Pick<Old, 'type_id' | 'type_version' | 'country'>,
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
  stored: StoredPair
  signed: CompanySigned | null
  code: string
  when: Date
}

async function replaceIn(ctx: Context, tx: Tx, replacement: Replacement): Promise<Published> {
  const { wanted, old, publication, stored, signed, code, when } = replacement
  const { person, type, place } = publication
  await lockPlaces(tx.db, tx.company, [place])
  const holds = await holdsOf(tx, [type.id])
  const held = holds.has(type.id)
  // A held one is announced when it is approved, so that the wrong one is annulled by itself now.
  const { told } = await cancelDocuments(tx, ctx, [wanted.id], { reason: wanted.motivo, replaced: !held })
  const files = onlyOf(await keepFilesOf(tx, [stored]))
  const later = hasBecomeVisible(old.visible_from, when) ? null : old.visible_from
  const made = onlyOf(
    await writePapers(tx, { evidence: ctx.evidence, at: when }, [
      {
        ...files,
        person,
        type,
        period: place.period,
        sequence: old.sequence,
        label: old.label,
        expires_on: old.expires_on,
        visible_from: later,
        state: held ? 'waiting_approval' : 'published',
        asksEmployee: asksForSignature(publication),
        certificateId: signed?.signer.certificateId ?? null,
        signed,
        file_name: publication.name,
        pages: publication.file.pages,
        cuil_as_read: person.cuil,
        notify: wanted.notificar,
        replaces_id: wanted.id,
        verificationCode: code,
        facts: { ...evidenceOf(publication), replaces: wanted.id },
      },
    ]),
  )
  await askForApproval(tx, ctx, holds, [{ id: made.id, type: type.id, employee: person.id }])
  const answer = wirePublished({
    ...made,
    ...publication,
    revision: signed ? 2 : 1,
    period: place.period,
    signedByCompany: signed !== null,
    asksEmployee: asksForSignature(publication),
    held,
  })
  // The publication that it is of announces it at its hour.
  if (held || later) return answer
  return { ...answer, correo: await tell(ctx, tx, { publication, id: made.id, must: told.length > 0 }) }
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
    variables: {
      nombre: person.first_name,
      documentos: [
        {
          tipo: type.name,
          periodo: place.period,
          firma: (await findDocumentsToBeSigned(tx.db, [id])).has(id),
        },
      ],
    },
  })
  return 'en_cola'
}
