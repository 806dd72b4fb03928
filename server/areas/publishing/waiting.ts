import { Readable } from 'node:stream'
import { type Published, publishingActs } from '#contract/publishing/publishing.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { type PutFiles, withPutFiles } from '#server/shared/files/files.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { revisionFiles } from '#server/areas/documents/operations.ts'
import {
  type CompanySigner,
  rememberPlaces,
  type SignaturePlaces,
  signByCompany,
} from '#server/areas/signing/operations.ts'
import { languageOfCountry } from '#server/shared/text/language.ts'
import { elementAt, onlyOf } from '#server/shared/elements.ts'
import { announceEach } from './announcement.ts'
import { askForApproval, holdsOf } from './held.ts'
import { documentsToSign } from './queries.ts'
import { type CompanySigned, publishSigned } from './writing.ts'

/** The transaction of an act on several documents, which returns the answer of each. */
export type Commit = (work: (tx: Tx) => Promise<Published[]>) => Promise<Published[]>

type Waiting = Awaited<ReturnType<typeof documentsToSign>>[number]

/** A document that waits for the company's signature, with its file. */
interface ToSign {
  document: Waiting
  file: { key: string }
  places: SignaturePlaces
}

/** Files that are in memory and signed at once. */
const atOnce = 4

/**
 * Signs documents that wait for the company's signature and makes those public that no workflow holds, all or none, by
 * compare-and-set on what was read: of two who do it at once one wins. Notifications are queued in the same transaction.
 */
export async function signWaiting(
  ctx: Context,
  ids: readonly number[],
  signer: CompanySigner,
  commit: Commit,
): Promise<Published[]> {
  const { services, session } = ctx
  const at = services.clock()
  const waiting = await ctx.read(async (tx): Promise<ToSign[]> => {
    const found = new Map((await documentsToSign(tx.db, session, ids)).map((row) => [row.document_id, row]))
    // By their numbers: between two statements somebody else may have made newer ones.
    const files = await revisionFiles(
      tx.db,
      [...found.values()].map(({ document_id: id, revision }) => ({ id, revision })),
    )
    const placesOf = rememberPlaces(tx)
    const documents: ToSign[] = []
    for (const id of ids) {
      const [document, file] = [found.get(id), files.get(id)]
      if (!document || !file) refuse('NOT_FOUND')
      const places = await placesOf(document.type_id, document.type_version, document.pages)
      documents.push({ document, file, places })
    }
    return documents
  })
  // Somebody was faster. Where it was this very request, asked twice, its stored answer is returned.
  if (!waiting.every(({ document }) => publishingActs.sign.includes(document.document_state)))
    return commit(async () => refuse('DOCUMENT_CHANGED'))
  return withPutFiles(services, session.company, async (put) => {
    const signed = await Readable.from(waiting)
      .map((one: ToSign) => signOne(ctx, one, { signer, at, put }), { concurrency: atOnce })
      .toArray()
    return commit(async (tx) => {
      const holds = await holdsOf(
        tx,
        signed.map(({ document }) => document.type_id),
      )
      const revisions = await publishSigned(
        tx,
        { evidence: ctx.evidence, at },
        signed.map(({ document, ...one }) => ({
          id: document.document_id,
          expectedRevision: document.revision,
          held: holds.has(document.type_id),
          ...one,
        })),
      )
      await askForApproval(
        tx,
        ctx,
        holds,
        signed.map(({ document }) => ({
          id: document.document_id,
          type: document.type_id,
          employee: document.id,
        })),
      )
      return announceEach(
        tx,
        services,
        signed.map(({ document }, index) => ({
          id: document.document_id,
          revision: elementAt(revisions, index),
          verificationCode: document.verification_code,
          person: document,
          type: { id: document.type_id, name: document.type_name },
          period: document.period,
          signedByCompany: true,
          asksEmployee: document.signing === 'pending',
          notify: document.notify,
          held: holds.has(document.type_id),
        })),
      )
    })
  })
}

async function signOne(
  { services, session }: Context,
  { document, file, places }: ToSign,
  { signer, at, put }: { signer: CompanySigner; at: Date; put: PutFiles },
): Promise<{ document: Waiting; signed: CompanySigned }> {
  const signature = await signByCompany(services, signer, {
    pdf: await services.files.read(file.key),
    places,
    verificationCode: document.verification_code,
    language: languageOfCountry(document.country),
    zone: session.zone,
    when: at,
    employeeSignsToo: document.signing === 'pending',
  })
  const stored = onlyOf(await put([signature.bytes], 'pdf'))
  return { document, signed: { signer, signature, stored } }
}
