import type { Insertable, Updateable } from 'kysely'
import { documentActs } from '#contract/documents/acts.ts'
import type { DocumentsTable } from '#server/db/schema.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { documentsToCancel, type ToCancel } from './act-queries.ts'
import { isVisible, revisionFile, xmlFile } from './queries.ts'

export { addRevisions, createDocuments, newVerificationCode, recordSignatures } from './many.ts'
export { revisionFiles, xmlFile } from './queries.ts'

/** A document to be made, with its file, which is kept already. */
export interface NewDocument extends Pick<
  Insertable<DocumentsTable>,
  | 'employee_id'
  | 'type_id'
  | 'period'
  | 'sequence'
  | 'label'
  | 'state'
  | 'signing'
  | 'source'
  | 'massive'
  | 'file_name'
  | 'pages'
  | 'xml_file_id'
  | 'cuil_as_read'
  | 'certificate_id'
  | 'process_item_id'
  | 'notify'
  | 'visible_from'
  | 'published_at'
  | 'expires_on'
  | 'created_by'
  | 'created_at'
  | 'replaces_id'
> {
  file: { id: number; sha256: string }
  /** Printed in a signature that was made before the document; a new one unless given. */
  verificationCode?: string
  /** The type's version that the publication was begun under; today's unless given. */
  typeVersion?: number
  /** The file with the company's signature, made before the document: its second revision. */
  signed?: { id: number; sha256: string }
}

/** A revision that a signature made of the newest one, or that its sender put in its place. */
export interface NewRevision {
  documentId: number
  /** The revision when the file was read: if it has changed, another act was faster. */
  expectedRevision: number
  expectedState: DocumentsTable['state']
  /** A signature's maker, or the sender of what was returned to be mended. */
  madeBy: 'company' | 'employee' | 'sender'
  file: { id: number; sha256: string }
  /** Columns of the document to set with it. */
  set: Pick<
    Updateable<DocumentsTable>,
    'state' | 'signing' | 'published_at' | 'signed_at' | 'certificate_id' | 'pages'
  >
}

/** Where the bytes of a document's revision lie, and what they are. */
export interface DocumentFile {
  key: string
  /** Bytes. */
  size: number
  /** Hexadecimal; what the bytes must hash to. */
  sha256: string
  fileName: string
  pages: number
  revision: number
}

/**
 * The file of a revision (0: the newest) of a document that the caller may see: reach is the caller's to check.
 * Refuses where there is none (NOT_FOUND) and what was cancelled (DOCUMENT_CANCELLED), whose file nobody loads.
 */
export async function documentFile(tx: Tx, id: number, revision: number): Promise<DocumentFile> {
  const found = await revisionFile(tx.db, id, revision)
  if (!found) refuse('NOT_FOUND')
  const { state, ...file } = found
  if (state === 'cancelled') refuse('DOCUMENT_CANCELLED')
  return file
}

/** {@link documentFile}, for somebody at the portal: out of reach is NOT_FOUND. */
export async function reachedFile(
  tx: Tx,
  viewer: Viewer,
  id: number,
  revision: number,
): Promise<DocumentFile> {
  if (!(await isVisible(tx.db, viewer, id))) refuse('NOT_FOUND')
  return documentFile(tx, id, revision)
}

/**
 * The file that somebody at the portal looks at, whole or one page of it, which is written down before a byte
 * leaves. It never counts as the employee's own reading. Refuses a page that there isn't: PAGE_REQUESTED_NOT_FOUND.
 */
export function openFile(
  { evidence, services, session, write }: Context,
  id: number,
  revision: number,
  act: 'seen' | 'downloaded',
  page?: number,
): Promise<DocumentFile> {
  return write(async (tx) => {
    const file = await reachedFile(tx, session, id, revision)
    if (page !== undefined && (page < 1 || page > file.pages)) refuse('PAGE_REQUESTED_NOT_FOUND')
    await recordEvent(tx, {
      subject: { kind: 'document', id },
      act,
      at: services.clock(),
      data: { revision: file.revision, page },
      ...evidence,
    })
    return file
  })
}

/** A page (from 1) of a document's revision (0: the newest), `width` pixels wide. */
interface Page {
  id: number
  revision: number
  page: number
  width: number
}

/**
 * A page of a document that waits for a decision, as a picture, written down as seen. `check` refuses whoever may not
 * decide it, in the same transaction.
 *
 * @throws {Refusal} PAGE_REQUESTED_NOT_FOUND, or what `check` refuses with
 */
export async function pagePicture(
  { write, services, evidence }: Context,
  { id, revision, page, width }: Page,
  check: (tx: Tx) => Promise<void>,
) {
  const file = await write(async (tx) => {
    await check(tx)
    const found = await documentFile(tx, id, revision)
    if (page > found.pages) refuse('PAGE_REQUESTED_NOT_FOUND', 'c')
    await recordEvent(tx, {
      subject: { kind: 'document', id },
      act: 'seen',
      at: services.clock(),
      data: { revision: found.revision, page },
      ...evidence,
    })
    return found
  })
  const picture = await services.engine.render(await services.files.read(file.key), page, width)
  if (!picture.ok) throw new Error(`page ${page} of document ${id}: ${picture.fault}`)
  return { body: Buffer.from(picture.png), type: 'image/png' as const }
}

/** The XML that came with a document, written down as downloaded; NOT_FOUND where none came. */
export function openXml(
  { evidence, services, session, write }: Context,
  id: number,
  revision: number,
): Promise<{ key: string; fileName: string }> {
  return write(async (tx) => {
    const { fileName } = await reachedFile(tx, session, id, revision)
    const xml = await xmlFile(tx.db, id)
    if (!xml) refuse('NOT_FOUND')
    await recordEvent(tx, {
      subject: { kind: 'document', id },
      act: 'downloaded',
      at: services.clock(),
      data: { xml: true },
      ...evidence,
    })
    return { key: xml.key, fileName: fileName.replace(/\.pdf$/i, '') + '.xml' }
  })
}

/** A cancellation of several documents. */
export interface Cancellation {
  reason: string
  /** The mail of the document that replaces it names both. */
  replaced?: boolean
}

/**
 * Cancels documents that the caller may reach, as evidence, all or none; closes the cases of those that were signed
 * without agreement. Who had read or signed one is told by mail, one mail a person. Answers whom that is.
 *
 * @throws {Refusal} DOCUMENT_ALREADY_CANCELLED where one no longer stands
 */
export async function cancelDocuments(
  tx: Tx,
  { evidence, services }: Pick<Context, 'evidence' | 'services'>,
  ids: readonly number[],
  { reason, replaced = false }: Cancellation,
): Promise<{ told: number[] }> {
  const documents = await documentsToCancel(tx.db, ids)
  const standing: readonly string[] = documentActs.cancel
  const gone = documents.filter(({ state }) => !standing.includes(state))
  if (gone.length > 0) refuse('DOCUMENT_ALREADY_CANCELLED', 'ids', { cuales: gone.map(nameOf).join('; ') })
  const at = services.clock()
  await tx.db
    .updateTable('documents')
    .set({ state: 'cancelled', cancelled_at: at, cancelled_by: evidence.actorId, cancel_reason: reason })
    .where('id', 'in', ids)
    .execute()
  await tx.db
    .updateTable('disagreements')
    .set({
      state: replaced ? 'replaced' : 'cancelled',
      answer: reason,
      answered_by: evidence.actorId,
      answered_at: at,
    })
    .where('document_id', 'in', ids)
    .where('state', '=', 'open')
    .execute()
  const known = documents.filter(({ first_read_at, signing, visible }) => {
    return visible && (first_read_at !== null || signing === 'conforme' || signing === 'no_conforme')
  })
  const mails = replaced ? new Map<number, number>() : await tellOfCancelled(tx, services, known)
  for (const { id, state, signing, employee_id } of documents) {
    const mail = known.some((one) => one.id === id) ? mails.get(employee_id) : undefined
    await recordEvent(tx, {
      subject: { kind: 'document', id },
      act: replaced ? 'replaced' : 'cancelled',
      actorId: evidence.actorId,
      at,
      data: { was: state, signing, mail },
      detail: { ...evidence.detail, text: reason },
    })
  }
  return { told: known.map(({ employee_id }) => employee_id) }
}

/** Queues one mail to each person with an address, about all of their documents. Returns the mails by person. */
async function tellOfCancelled(
  tx: Tx,
  services: Context['services'],
  documents: readonly ToCancel[],
): Promise<Map<number, number>> {
  const mails = new Map<number, number>()
  for (const [employee, theirs] of Map.groupBy(documents, ({ employee_id }) => employee_id)) {
    const [first] = theirs
    if (!first?.mail) continue
    const id = await queueMail(tx, services, {
      event: 'document_cancelled',
      userId: employee,
      to: first.mail,
      language: first.language,
      subject: { kind: 'document', id: first.id },
      variables: {
        nombre: first.first_name,
        documentos: theirs.map(({ type_name, period }) => ({ tipo: type_name, periodo: period })),
      },
    })
    mails.set(employee, id)
  }
  return mails
}

function nameOf({ type_name, period, sort_name }: ToCancel): string {
  return [`${type_name}${period ? ` ${period.slice(0, 7)}` : ''}`, sort_name].filter(Boolean).join(', ')
}
