import { type Published, publishingActs } from '#contract/publishing/publishing.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { type Fact, recordEvent } from '#server/shared/evidence/events.ts'
import { insertLoose, withStored } from '#server/shared/files/files.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { addRevision, documentFile, recordSignature } from '#server/areas/documents/operations.ts'
import {
  companySignature,
  type CompanySigner,
  type Signature,
  signaturePlaces,
  signByCompany,
} from '#server/areas/signing/operations.ts'
import { languageOfCountry } from '#server/shared/text/language.ts'
import { announce, wirePerson } from './announcement.ts'
import { documentToSign } from './queries.ts'

/**
 * Signs what waits and makes it public, by compare-and-set on what was read: of two who do it at once one wins.
 * The mail is queued in the same transaction.
 */
export async function signWaiting(ctx: Context, id: number, signer: CompanySigner): Promise<Published> {
  const { services, session } = ctx
  const when = services.clock()
  const { document, file, places } = await ctx.read(async (tx) => {
    const found = await documentToSign(tx.db, session, id)
    if (!found) refuse('NOT_FOUND')
    return {
      document: found,
      // By its number: between two statements somebody else may have made a newer one.
      file: await documentFile(tx, id, found.revision),
      places: await signaturePlaces(tx, found.type_id, found.type_version, found.pages),
    }
  })
  // Somebody was faster. Where it was this very request, asked twice, its answer is there to be given again.
  if (!publishingActs.sign.includes(document.document_state))
    return ctx.act(async () => refuse('DOCUMENT_CHANGED'))
  const signature = await signByCompany(services, signer, {
    pdf: await services.files.read(file.key),
    places,
    verificationCode: document.verification_code,
    language: languageOfCountry(document.country),
    zone: session.zone,
    when,
    employeeSignsToo: document.signing === 'pending',
  })
  return withStored(services, session.company, { bytes: signature.bytes, type: 'pdf' }, (stored) =>
    ctx.act(async (tx) => {
      const revision = await addRevision(tx, {
        documentId: id,
        expectedRevision: document.revision,
        expectedState: 'waiting_company_signature',
        madeBy: 'company',
        file: { id: await insertLoose(tx, stored), sha256: stored.sha256 },
        set: { state: 'published', published_at: when, certificate_id: signer.certificateId },
      })
      await noteSignature(ctx, tx, { id, revision, signer, signature, when })
      const announced = {
        id,
        period: document.period,
        typeName: document.type_name,
        notify: document.notify,
      }
      return {
        id,
        revision,
        codigo_verificacion: document.verification_code,
        colaborador: wirePerson(document),
        tipo: { id: document.type_id, nombre: document.type_name },
        periodo: document.period,
        firmado_por_empresa: true,
        espera_firma: document.signing === 'pending',
        correo: await announce(ctx, tx, document, announced),
      }
    }),
  )
}

/** The evidence of the signature, and of the publication that it completes. */
export async function noteSignature(
  ctx: Context,
  tx: Tx,
  made: { id: number; revision: number; signer: CompanySigner; signature: Signature; when: Date },
  more: { readonly [name: string]: Fact } = {},
): Promise<void> {
  const { id, revision, signer, signature, when } = made
  await recordSignature(tx, {
    document_id: id,
    revision,
    ...companySignature(signature, signer, ctx.session.userId, when),
  })
  await recordEvent(tx, {
    subject: { kind: 'document', id },
    act: 'published',
    ...ctx.evidence,
    at: when,
    data: {
      ...more,
      signed: true,
      revision,
      sha256: signature.sha256,
      certificate: signer.certificateId,
      serial: signature.serial,
      level: signature.level,
    },
  })
}
