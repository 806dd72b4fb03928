import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { ParsedOf } from '#contract/call.ts'
import type { me } from '#contract/me/me.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { type EventToRecord, recordEvents } from '#server/shared/evidence/events.ts'
import { insertKept, type PutFiles, type StoredFile, withPutFiles } from '#server/shared/files/files.ts'
import { refuseEnded } from '#server/shared/identity/session.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import {
  addRevisions,
  createDocuments,
  newVerificationCode,
  recordSignatures,
  revisionFiles,
} from '#server/areas/documents/operations.ts'
import {
  rememberPlaces,
  type Signature,
  signatureColumns,
  type SignaturePlaces,
  signByEmployee,
} from '#server/areas/signing/operations.ts'
import { provePerson, type StepUpMethod } from '#server/areas/proof/operations.ts'
import { languageOfCountry } from '#server/shared/text/language.ts'
import { elementAt, onlyOf } from '#server/shared/elements.ts'
import { myRowsOf, type MyRow, signerFactsOf, signingFactsOf } from './queries.ts'
import { readerOf, type Standing, whyShut } from './standing.ts'

type Wanted = ParsedOf<typeof me.sign>
type Signed = z.input<typeof me.sign.answer>

/** A person's decision on one document of their own. */
export interface Answer {
  id: number
  decision: 'conforme' | 'no_conforme'
  comment: string | null
  at: Date
}

/**
 * Signs as the employee, who gave the password again: documents that they opened, conforme together or no conforme
 * one by one with its reason.
 */
export async function signDocuments(ctx: Context, input: Wanted): Promise<Signed> {
  const ids = [...new Set(input.ids)]
  if (input.decision === 'conforme') {
    if (input.comment) refuse('SYSTEM_API_PARAMETER_NOT_EXPECTED', 'comment')
  } else {
    if (ids.length > 1) refuse('SIGN_ONE_BY_ONE', 'ids')
    if (!input.comment) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'comment')
  }
  const method = await provePerson(ctx, input)
  const at = ctx.services.clock()
  const { decision, comment = null } = input
  return signAll(
    ctx,
    ids.map((id) => ({ id, decision, comment, at })),
    method,
  )
}

/**
 * Signs documents as their employee, whose proof was checked. Keys are made, files signed and put before the act; the
 * act writes all documents or none, and only where each still is what was signed and the session goes on.
 */
export function signAll(
  ctx: Context,
  answers: readonly Answer[],
  method: StepUpMethod,
): Promise<(MyRow & { estado: Answer['decision']; firmado: Date })[]> {
  return withPutFiles(ctx.services, ctx.session.company, async (put) => {
    const ready = await signFiles(ctx, await documentsToSign(ctx, answers), put)
    return ctx.act(async (tx) => {
      // The session may have ended, and the credentials have changed, while the files were being signed.
      await refuseEnded(tx.db, ctx.session.id)
      const { standing } = await readerOf(ctx, tx)
      if (standing.shut) refuse(standing.shut)
      await commit(ctx, tx, ready, method, standing)
      return ready.map(({ row, decision, at }) => ({ ...row, estado: decision, firmado: at }))
    })
  })
}

/** A document that its employee may sign, with the facts that the signature prints. */
interface ToSign extends Answer {
  row: MyRow
  file: { key: string; sha256: string }
  facts: Awaited<ReturnType<typeof signingFactsOf>>[number]
  places: SignaturePlaces
}

async function documentsToSign(ctx: Context, answers: readonly Answer[]): Promise<ToSign[]> {
  const ids = answers.map(({ id }) => id)
  return ctx.read(async (tx) => {
    const { reader, standing } = await readerOf(ctx, tx)
    const rows = new Map((await myRowsOf(tx.db, reader, ids)).map((row) => [row.id, row]))
    for (const id of ids) refuseUnsignable(rows.get(id), standing)
    // By its number: between two statements somebody else may have made a newer one.
    const files = await revisionFiles(tx.db, [...rows.values()])
    const facts = new Map((await signingFactsOf(tx.db, ids)).map((one) => [one.id, one]))
    const placesOf = rememberPlaces(tx)
    const documents: ToSign[] = []
    for (const answer of answers) {
      const [row, file, about] = [rows.get(answer.id), files.get(answer.id), facts.get(answer.id)]
      if (!row || !file || !about) refuse('NOT_FOUND')
      const places = await placesOf(about.type_id, about.type_version, row.paginas)
      documents.push({ ...answer, row, file, facts: about, places })
    }
    return documents
  })
}

function refuseUnsignable(row: MyRow | undefined, standing: Standing): void {
  if (!row) refuse('NOT_FOUND')
  const shut = whyShut(row, standing)
  if (shut) refuse(shut)
  if (row.leido === null) refuse('SIGN_NOT_ALLOWED_UNREAD')
}

/** A document with its signed file, which was put. */
interface Ready extends ToSign {
  signature: Signature
  stored: StoredFile
}

/** The part of a signed document that its commit writes. */
type Committed = Pick<Ready, 'signature' | 'stored' | 'decision' | 'comment' | 'at'> & {
  row: Pick<MyRow, 'id' | 'revision'>
  file: { sha256: string }
}

/** Files that are in memory and signed at once. */
const atOnce = 4

/** Signs outside of any transaction, each document with a key of its own, and puts what was made. */
function signFiles(ctx: Context, documents: readonly ToSign[], put: PutFiles): Promise<Ready[]> {
  return Readable.from(documents)
    .map((document: ToSign) => signFile(ctx, document, put), { concurrency: atOnce })
    .toArray()
}

async function signFile({ services, session }: Context, document: ToSign, put: PutFiles): Promise<Ready> {
  const { row, file, facts, places, decision, comment, at } = document
  const pdf = await services.files.read(file.key)
  if (createHash('sha256').update(pdf).digest('hex') !== file.sha256)
    throw new Error(`the file of document ${row.id} is not what was published`)
  const signature = await signByEmployee(services, {
    pdf,
    places,
    verificationCode: row.codigo_verificacion,
    language: languageOfCountry(facts.country),
    zone: session.zone,
    when: at,
    employee: {
      name: facts.sort_name ?? '',
      taxId: facts.cuil,
      company: facts.employer,
      country: facts.country,
      mail: facts.mail,
    },
    decision,
    ...(comment && { comment }),
  })
  const stored = onlyOf(await put([signature.bytes], 'pdf'))
  return { ...document, signature, stored }
}

/** The signed revisions, the signatures with their evidence, and the cases that a no conforme opens. */
async function commit(
  ctx: Context,
  tx: Tx,
  ready: readonly Committed[],
  method: StepUpMethod,
  standing: Standing,
  expectedState: 'published' | 'waiting_approval' = 'published',
): Promise<void> {
  const { credential, access } = standing
  const files = await insertKept(
    tx,
    ready.map(({ stored }) => stored),
  )
  const revisions = await addRevisions(
    tx,
    ready.map(({ row, decision, at, stored }, index) => ({
      documentId: row.id,
      expectedRevision: row.revision,
      expectedState,
      madeBy: 'employee',
      file: { id: elementAt(files, index), sha256: stored.sha256 },
      set: { signing: decision, signed_at: at },
    })),
  )
  const signed = ready.map((one, index) => ({ ...one, revision: elementAt(revisions, index) }))
  await recordSignatures(
    tx,
    signed.map(({ row, revision, signature, decision, comment, at }) => ({
      document_id: row.id,
      revision,
      signer: 'employee',
      user_id: ctx.session.userId,
      ...signatureColumns(signature),
      decision,
      method,
      credential,
      comment,
      signed_at: at,
    })),
  )
  const cases = signed.filter(({ decision }) => decision === 'no_conforme')
  if (cases.length > 0) {
    const opened = cases.map(({ row, at }) => ({
      company_id: tx.company,
      document_id: row.id,
      opened_at: at,
    }))
    await tx.db.insertInto('disagreements').values(opened).execute()
  }
  await recordEvents(
    tx,
    signed.map(({ row, revision, file, signature, decision, comment, at }): EventToRecord => ({
      subject: { kind: 'document', id: row.id },
      act: 'signed',
      actorId: ctx.evidence.actorId,
      at,
      data: {
        decision,
        method,
        credential,
        ...(access && { access }),
        revision,
        signed: file.sha256,
        made: signature.sha256,
        serial: signature.serial,
      },
      detail: { ...ctx.evidence.detail, text: comment },
    })),
  )
}

/** A document that its employee makes, before the company decides on it. */
export interface OwnPaper {
  pdf: Buffer
  pages: number
  typeId: number
  fileName: string
  source: 'self_service'
  /** The room for the signature. */
  place: SignaturePlaces['employee']
  at: Date
}

/** An own paper with its files, which were put. It has no signature where it waits for one on paper. */
export interface MadePaper {
  paper: OwnPaper
  verificationCode: string
  original: StoredFile
  signed: { signature: Signature; stored: StoredFile; method: StepUpMethod } | null
}

/**
 * Puts a document that its employee made, and signs it for them where a method proved them: always conforme, since nobody
 * disagrees with their own words. {@link keepOwnPaper} writes it.
 */
export async function makeOwnPaper(
  ctx: Context,
  paper: OwnPaper,
  method: StepUpMethod | null,
  put: PutFiles,
): Promise<MadePaper> {
  const { services, session } = ctx
  const verificationCode = newVerificationCode()
  const original = onlyOf(await put([paper.pdf], 'pdf'))
  if (method === null) return { paper, verificationCode, original, signed: null }
  const facts = await ctx.read((tx) => signerFactsOf(tx.db, session.userId))
  const signature = await signByEmployee(services, {
    pdf: paper.pdf,
    places: { company: paper.place, employee: paper.place },
    verificationCode,
    language: languageOfCountry(facts.country),
    zone: session.zone,
    when: paper.at,
    employee: {
      name: facts.sort_name ?? '',
      taxId: facts.cuil,
      company: facts.employer,
      country: facts.country,
      mail: facts.mail,
    },
    decision: 'conforme',
  })
  const stored = onlyOf(await put([signature.bytes], 'pdf'))
  return { paper, verificationCode, original, signed: { signature, stored, method } }
}

/**
 * Writes an own paper as a document that waits for the company, with its signature as its second revision. Returns its id.
 *
 * @throws {Refusal} the reason why the person can't sign any more: the consent may have been withdrawn meanwhile, or the
 *   session ended
 */
export async function keepOwnPaper(ctx: Context, tx: Tx, made: MadePaper): Promise<number> {
  const { paper, verificationCode, original, signed } = made
  const { standing } = await readerOf(ctx, tx)
  if (signed) {
    await refuseEnded(tx.db, ctx.session.id)
    if (standing.shut) refuse(standing.shut)
  }
  const { id } = onlyOf(
    await createDocuments(tx, [
      {
        employee_id: ctx.session.userId,
        type_id: paper.typeId,
        period: null,
        state: 'waiting_approval',
        signing: 'pending',
        source: paper.source,
        file_name: paper.fileName,
        pages: paper.pages,
        notify: false,
        created_by: ctx.session.userId,
        created_at: paper.at,
        verificationCode,
        file: { id: onlyOf(await insertKept(tx, [original])), sha256: original.sha256 },
      },
    ]),
  )
  if (!signed) return id
  const { signature, stored, method } = signed
  const ready: Committed = {
    row: { id, revision: 1 },
    file: { sha256: original.sha256 },
    signature,
    stored,
    decision: 'conforme',
    comment: null,
    at: paper.at,
  }
  await commit(ctx, tx, [ready], method, standing, 'waiting_approval')
  return id
}
