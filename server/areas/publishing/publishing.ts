import type { ParsedOf } from '#contract/call.ts'
import { type Published, publishingActs, type publishing } from '#contract/publishing/publishing.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { Refusal, refuse } from '#server/shared/errors.ts'
import { insertKept, type PutFiles, type StoredFile, withPutFiles } from '#server/shared/files/files.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { elementAt, onlyOf, valueOf } from '#server/shared/elements.ts'
import { type CompanySigner, openCertificate } from '#server/areas/signing/operations.ts'
import { announceEach } from './announcement.ts'
import { askForApproval, type Holds, holdsOf } from './held.ts'
import { findOccupied } from './places.ts'
import {
  asksForSignature,
  evidenceOf,
  findInterrupted,
  isAccepted,
  orRefusal,
  prepareAll,
  type Prepared,
  type Publication,
} from './preparing.ts'
import { documentsToSign, lockPlaces } from './queries.ts'
import { type Commit, signWaiting } from './waiting.ts'
import { writePapers } from './writing.ts'

/** Publishes one PDF to one person, with the XML beside it where the type has the flag: {@link publishAll} of one. */
export async function publishDocument(
  ctx: Context,
  input: ParsedOf<typeof publishing.single>,
  upload: UploadedFile,
): Promise<Published> {
  refuseContradictions(input)
  const outcomes = await publishAll(ctx, [publicationOf(input, upload)], openerOf(ctx, input), {
    commit: commitOne(ctx),
    answered: async (tx) => {
      const known = await ctx.answered<Published>(tx)
      return known && [known.answer]
    },
  })
  const outcome = onlyOf(outcomes)
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

/** Signs and publishes what waits for the company's signature. */
export async function signDocument(
  ctx: Context,
  { id, certificado, password }: ParsedOf<typeof publishing.sign>,
): Promise<Published> {
  const [document] = await ctx.read((tx) => documentsToSign(tx.db, ctx.session, [id]))
  if (!document) refuse('NOT_FOUND')
  if (!publishingActs.sign.includes(document.document_state)) refuse('SIGN_DOCUMENT_NOT_WAITING')
  const signer = await openCertificate(ctx, certificado, password)
  return onlyOf(await signWaiting(ctx, [id], signer, commitOne(ctx)))
}

/** How the act of {@link publishAll} is committed, and the answer that the same request may have got meanwhile. */
interface Answering {
  commit: Commit
  answered: (tx: Tx) => Promise<Published[] | null>
}

/**
 * Publishes documents, signed by the company unless `open` is null; a refusal of one stops that one only. Unsigned it
 * is one transaction. Signed it is two: the documents waiting for their signature, invisible to the employees; then
 * the signatures with what makes them public. Documents that are interrupted between the two wait, are listed, and are
 * continued when they are asked for again. The certificate is opened only after the documents were checked.
 */
export async function publishAll(
  ctx: Context,
  publications: readonly Publication[],
  open: (() => Promise<CompanySigner>) | null,
  answering: Answering = { commit: ctx.act, answered: async () => null },
): Promise<(Published | Refusal)[]> {
  const prepared = await prepareAll(ctx, publications, { signs: open !== null })
  if (!prepared.some(isAccepted)) return prepared.filter((one) => one instanceof Refusal)
  // A wrong password is reported before anything is to be confirmed, so that nobody confirms twice.
  const signer = await open?.()
  const confirmed = await Promise.all(
    prepared.map((one) =>
      orRefusal(() => {
        if (one instanceof Refusal) throw one
        ctx.confirm(one.doubts)
        return one
      }),
    ),
  )
  const ready = confirmed.filter(isAccepted)
  const published =
    ready.length === 0
      ? []
      : signer
        ? await publishWithSignature(ctx, ready, signer, answering)
        : await publishUnsigned(ctx, ready, answering.commit)
  let next = 0
  return confirmed.map((one) => (one instanceof Refusal ? one : elementAt(published, next++)))
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

/** Opens the certificate that an input names; null where it names none. */
export function openerOf(
  ctx: Context,
  { certificado, password }: { certificado?: number | undefined; password?: string | undefined },
): (() => Promise<CompanySigner>) | null {
  if (certificado === undefined || password === undefined) return null
  return () => openCertificate(ctx, certificado, password)
}

export function publicationOf(
  { cuil, tipo, periodo, notificar }: ParsedOf<typeof publishing.single>,
  file: UploadedFile,
): Publication {
  return { cuil, tipo, periodo: periodo ?? null, notificar, file }
}

/** The files of a publication, which were put. */
export interface StoredPair {
  pdf: StoredFile
  xml: StoredFile | null
}

/** Puts the PDF of each publication, and the XML where there is one. */
export async function putFilesOf(
  put: PutFiles,
  publications: readonly Pick<Prepared, 'bytes' | 'xml'>[],
): Promise<StoredPair[]> {
  const pdfs = await put(
    publications.map(({ bytes }) => bytes),
    'pdf',
  )
  const xmls = await put(
    publications.flatMap(({ xml }) => (xml ? [xml.bytes] : [])),
    'xml',
  )
  let next = 0
  return publications.map(({ xml }, index) => ({
    pdf: elementAt(pdfs, index),
    xml: xml && elementAt(xmls, next++),
  }))
}

/** Rows of the files of a document. */
interface KeptPair {
  file: { id: number; sha256: string }
  xml_file_id: number | null
}

/** Keeps the files of publications; returns their rows in their order. */
export async function keepFilesOf(tx: Tx, stored: readonly StoredPair[]): Promise<KeptPair[]> {
  const ids = await insertKept(
    tx,
    stored.flatMap(({ pdf, xml }) => (xml ? [pdf, xml] : [pdf])),
  )
  let next = 0
  return stored.map(({ pdf, xml }) => ({
    file: { id: elementAt(ids, next++), sha256: pdf.sha256 },
    xml_file_id: xml && elementAt(ids, next++),
  }))
}

/** Commits the act on one document, whose answer is that of its call. */
function commitOne(ctx: Context): Commit {
  return async (work) => [await ctx.act(async (tx) => onlyOf(await work(tx)))]
}

async function publishUnsigned(
  ctx: Context,
  publications: readonly Prepared[],
  commit: Commit,
): Promise<Published[]> {
  const { services, session } = ctx
  return withPutFiles(services, session.company, async (put) => {
    const stored = await putFilesOf(put, publications)
    return commit(async (tx) => {
      await lockPlaces(
        tx.db,
        tx.company,
        publications.map(({ place }) => place),
      )
      const holds = await holdsOf(
        tx,
        publications.map(({ type }) => type.id),
      )
      const made = await insertPrepared(ctx, tx, publications, stored, { holds, certificateId: null })
      await askForApproval(
        tx,
        ctx,
        holds,
        publications.map(({ type, person }, index) => ({
          id: elementAt(made, index).id,
          type: type.id,
          employee: person.id,
        })),
      )
      return announceEach(
        tx,
        services,
        publications.map((one, index) => ({
          ...elementAt(made, index),
          ...one,
          revision: 1,
          period: one.place.period,
          signedByCompany: false,
          held: holds.has(one.type.id),
          asksEmployee: asksForSignature(one),
        })),
      )
    })
  })
}

async function publishWithSignature(
  ctx: Context,
  publications: readonly Prepared[],
  signer: CompanySigner,
  { commit, answered }: Answering,
): Promise<Published[]> {
  const waiting = await putWaiting(ctx, publications, signer.certificateId, answered)
  return 'answer' in waiting ? waiting.answer : signWaiting(ctx, waiting.ids, signer, commit)
}

/**
 * Commits the documents as they wait for the company's signature, before anything is signed; returns their ids. Where
 * the same request has done it all meanwhile, returns its answer.
 */
async function putWaiting(
  ctx: Context,
  publications: readonly Prepared[],
  certificateId: number,
  answered: Answering['answered'],
): Promise<{ ids: number[] } | { answer: Published[] }> {
  const { services, session } = ctx
  const begun = new Map(
    publications.flatMap((one) => (one.begun === undefined ? [] : [[one, one.begun] as const])),
  )
  const idsOf = () => ({ ids: publications.map((one) => valueOf(begun, one)) })
  const fresh = publications.filter((one) => !begun.has(one))
  if (fresh.length === 0) return idsOf()
  return withPutFiles(services, session.company, async (put) => {
    const stored = await putFilesOf(put, fresh)
    return ctx.write(async (tx) => {
      const answer = await answered(tx)
      if (answer) return { answer }
      await lockPlaces(
        tx.db,
        tx.company,
        fresh.map(({ place }) => place),
      )
      for (const [one, id] of await findInterrupted(tx, ctx, fresh)) begun.set(one, id)
      const missing = fresh.filter((one) => !begun.has(one))
      const files = stored.filter((_, index) => missing.includes(elementAt(fresh, index)))
      const made = await insertPrepared(ctx, tx, missing, files, {
        holds: null,
        certificateId,
      })
      missing.forEach((one, index) => begun.set(one, elementAt(made, index).id))
      return idsOf()
    })
  })
}

/**
 * Writes the documents of publications whose places are locked: public, or held; without `holds` they wait for the
 * company's signature.
 */
async function insertPrepared(
  ctx: Context,
  tx: Tx,
  publications: readonly Prepared[],
  stored: readonly StoredPair[],
  { holds, certificateId }: { holds: Holds | null; certificateId: number | null },
): Promise<{ id: number; verificationCode: string }[]> {
  const occupied = await findOccupied(
    tx.db,
    publications.map(({ place }) => place),
  )
  const files = await keepFilesOf(tx, stored)
  return writePapers(
    tx,
    { evidence: ctx.evidence, at: ctx.services.clock() },
    publications.map((one, index) => ({
      ...elementAt(files, index),
      state: !holds ? 'waiting_company_signature' : holds.has(one.type.id) ? 'waiting_approval' : 'published',
      certificateId,
      person: one.person,
      type: one.type,
      period: one.place.period,
      sequence: occupied.take(one.place, one.type) ?? refuse('SYSTEM_API_FILE_EXISTS'),
      asksEmployee: asksForSignature(one),
      signed: null,
      file_name: one.name,
      pages: one.file.pages,
      cuil_as_read: one.person.cuil,
      notify: one.notify,
      facts: evidenceOf(one),
    })),
  )
}
