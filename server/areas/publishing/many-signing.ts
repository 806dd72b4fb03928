import type { Published } from '#contract/publishing/publishing.ts'
import type { Context } from '#server/shared/context.ts'
import { type Fault, refuse } from '#server/shared/errors.ts'
import { recordEvents } from '#server/shared/evidence/events.ts'
import { insertKept, type StoredFile } from '#server/shared/files/files.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { addRevisions, recordSignatures } from '#server/areas/documents/operations.ts'
import {
  companySignature,
  type CompanySigner,
  type Signature,
  signaturePlaces,
  signByCompany,
} from '#server/areas/signing/operations.ts'
import { languageOfCountry } from '#server/shared/text/language.ts'
import { announce } from './announcement.ts'
import type { Ready } from './many-checks.ts'
import { toBeSigned } from './queries.ts'

/** The result of one publication; results have the order of the requests. */
export type Outcome = Pick<Published, 'id' | 'correo'> | { refused: readonly Fault[] }

/** A publication whose document is made and not public yet. */
export interface Waiting extends Ready {
  id: number
}

/** Queues the mails that tell people of what they have got. */
export async function announceAll(ctx: Context, tx: Tx, documents: readonly Waiting[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { id, person, type, publication } of documents) {
    const told = { id, period: publication.periodo, typeName: type.name, notify: publication.notificar }
    outcomes.push({ id, correo: await announce(ctx, tx, person, told) })
  }
  return outcomes
}

/** Signs what waits, and makes all of it public in one transaction with its evidence and mails. */
export async function signWave(
  ctx: Context,
  waiting: readonly Waiting[],
  signer: CompanySigner,
): Promise<Outcome[]> {
  if (waiting.length === 0) return []
  const { services, session } = ctx
  const when = services.clock()
  const facts = await ctx.read(async (tx) => {
    const documents = await toBeSigned(
      tx.db,
      waiting.map(({ id }) => id),
    )
    const places = new Map<string, ReturnType<typeof signaturePlaces>>()
    return Promise.all(
      waiting.map(async ({ id, type, read }) => {
        const document = documents.get(id)
        if (!document) return refuse('DOCUMENT_CHANGED')
        const { verification_code, type_version } = document
        const key = `${type.id} ${type_version} ${read.pages}`
        const found = places.get(key) ?? signaturePlaces(tx, type.id, type_version, read.pages)
        places.set(key, found)
        return { verificationCode: verification_code, places: await found }
      }),
    )
  })
  const signatures = await Promise.all(
    waiting.map(async ({ publication, type }, index) => {
      const signature = await signByCompany(services, signer, {
        pdf: publication.file.bytes,
        ...(facts[index] ?? refuse('DOCUMENT_CHANGED')),
        language: languageOfCountry(session.country),
        zone: session.zone,
        when,
        employeeSignsToo: type.signable,
      })
      return { signature, stored: await put(ctx, signature.bytes, 'pdf') }
    }),
  )
  return ctx.write(async (tx) => {
    const files = await insertKept(
      tx,
      signatures.map(({ stored }) => stored),
    )
    const revisions = await addRevisions(
      tx,
      waiting.map(({ id }, index) => ({
        documentId: id,
        expectedRevision: 1,
        expectedState: 'waiting_company_signature' as const,
        madeBy: 'company' as const,
        file: { id: files[index] ?? 0, sha256: signatures[index]?.stored.sha256 ?? '' },
        set: { state: 'published' as const, published_at: when, certificate_id: signer.certificateId },
      })),
    )
    const made = waiting.flatMap(({ id }, index) => {
      const [signature, revision] = [signatures[index]?.signature, revisions[index]]
      return signature && revision !== undefined ? [{ id, signature, revision }] : []
    })
    await note(ctx, tx, made, signer, when)
    return announceAll(ctx, tx, waiting)
  })
}

/** The evidence of the signatures, and of the publications that they complete. */
async function note(
  ctx: Context,
  tx: Tx,
  made: readonly { id: number; signature: Signature; revision: number }[],
  signer: CompanySigner,
  when: Date,
): Promise<void> {
  await recordSignatures(
    tx,
    made.map(({ id, signature, revision }) => ({
      document_id: id,
      revision,
      ...companySignature(signature, signer, ctx.session.userId, when),
    })),
  )
  await recordEvents(
    tx,
    made.map(({ id, signature, revision }) => ({
      subject: { kind: 'document' as const, id },
      act: 'published',
      ...ctx.evidence,
      at: when,
      data: {
        signed: true,
        revision,
        sha256: signature.sha256,
        certificate: signer.certificateId,
        serial: signature.serial,
        level: signature.level,
      },
    })),
  )
}

/** Puts a file where files lie, for the transaction that will keep it. */
export function put(ctx: Context, bytes: Uint8Array, type: 'pdf' | 'xml'): Promise<StoredFile> {
  const { services, session } = ctx
  return services.files.put(session.company, bytes, { type, maxBytes: bytes.length })
}
