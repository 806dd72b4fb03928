import type { ParsedOf } from '#contract/call.ts'
import { type ErrorName, codeOf } from '#contract/errors.ts'
import type { MovedDocument, publishing } from '#contract/publishing/publishing.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { elementAt } from '#server/shared/elements.ts'
import { Refusal, refuse } from '#server/shared/errors.ts'
import { withPutFiles } from '#server/shared/files/files.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { hasBecomeVisible } from '#server/shared/reading/documents.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import {
  cancelDocuments,
  documentFile,
  newVerificationCode,
  xmlFile,
} from '#server/areas/documents/operations.ts'
import { announceEach } from './announcement.ts'
import { askForApproval, holdsOf } from './held.ts'
import { findOccupied } from './places.ts'
import { asksForSignature, evidenceOf, isAccepted, prepareAll, type Prepared } from './preparing.ts'
import { keepFilesOf, openerOf, publicationOf, putFilesOf, refuseContradictions } from './publishing.ts'
import { documentsToMove, lockPlaces, misplacedOf } from './queries.ts'
import { signSuccessor } from './replacing.ts'
import { writePapers } from './writing.ts'

type Wanted = ParsedOf<typeof publishing.move>
type Misplaced = Awaited<ReturnType<typeof documentsToMove>>[number]

/** Doubts that nobody confirms past: the paper itself says that it is not the recipient's. */
const otherPersons: readonly ErrorName[] = [
  'PUBLISH_OTHER_EMPLOYEE_IN_TEXT',
  'PUBLISH_EMPLOYEE_NOT_IN_TEXT',
  'PUBLISH_OTHER_EMPLOYEE_IN_XML',
  'PUBLISH_EMPLOYEE_NOT_IN_XML',
]

/** A page of an employee's documents that were published under a number which is no longer theirs. */
export async function listMisplaced(ctx: Context, input: ParsedOf<typeof publishing.misplaced>) {
  const { rows, total, movable } = await ctx.read((tx) =>
    misplacedOf(tx.db, ctx.session, input.empleado, rowsOf(input)),
  )
  const documentos = rows.map((row) => ({
    id: row.document_id,
    archivo: row.file_name,
    tipo: { id: row.type_id, nombre: row.type_name },
    periodo: row.period,
    cuil: row.cuil_as_read ?? '',
    conocido: row.first_read_at !== null || row.signing === 'conforme' || row.signing === 'no_conforme',
    firmado: row.certificate_id !== null,
    para: row.named_id === null ? null : { id: row.named_id, nombre: row.named_name ?? '' },
  }))
  return { data: { documentos, se_mueven: movable }, pagination: paginationOf(total, input) }
}

/**
 * Moves documents to the people whose number they carry, in one transaction: annulled at the one, published to the
 * other, linked. The recipient follows from the number that was read at publication, and is never chosen. The file as it
 * came is published, since the signatures on it belong to the annulled document.
 *
 * @throws {Refusal} NOT_FOUND: out of reach, or not misplaced. DOCUMENT_MOVE_NOBODY: nobody has the number.
 * DOCUMENT_MOVE_OTHER_PERSON: the paper names somebody else, or not its recipient. Also the refusals of publishing.
 */
export async function moveDocuments(ctx: Context, wanted: Wanted): Promise<MovedDocument[]> {
  refuseContradictions(wanted)
  const misplaced = await ctx.read((tx) => findMisplaced(tx, ctx, wanted.ids))
  const files = await Promise.all(misplaced.map((one) => uploadOf(ctx, one)))
  const outcomes = await prepareAll(
    ctx,
    misplaced.map((one, at) =>
      publicationOf(
        {
          cuil: one.cuil_as_read ?? '',
          tipo: one.type_id,
          notificar: wanted.notificar,
          firma_empresa: wanted.firma_empresa,
          ...(one.period && { periodo: one.period }),
        },
        elementAt(files, at),
      ),
    ),
    { signs: wanted.firma_empresa, moves: true },
  )
  const refusal = outcomes.find((one) => one instanceof Refusal)
  if (refusal) throw refusal
  const prepared = outcomes.filter(isAccepted)
  const codes = otherPersons.map(codeOf)
  const strange = misplaced.filter((_, at) =>
    elementAt(prepared, at).doubts.some(({ code }) => codes.includes(code)),
  )
  if (strange.length > 0) refuse('DOCUMENT_MOVE_OTHER_PERSON', 'ids', { cuales: namesOf(strange) })
  const signer = (await openerOf(ctx, wanted)?.()) ?? null
  ctx.confirm(prepared.flatMap(({ doubts }) => doubts))
  const at = ctx.services.clock()
  const codesPrinted = prepared.map(() => newVerificationCode())
  const signatures = signer
    ? await Promise.all(
        misplaced.map((one, index) =>
          signSuccessor(ctx, one, elementAt(prepared, index), signer, elementAt(codesPrinted, index), at),
        ),
      )
    : []
  return withPutFiles(ctx.services, ctx.session.company, async (put) => {
    const stored = await putFilesOf(put, prepared)
    const storedSigned = await put(
      signatures.map(({ bytes }) => bytes),
      'pdf',
    )
    return ctx.act(async (tx) => {
      await lockPeople(tx, misplaced, prepared)
      await lockPlaces(
        tx.db,
        tx.company,
        prepared.map(({ place }) => place),
      )
      refuseChanged(misplaced, await findMisplaced(tx, ctx, wanted.ids))
      await cancelDocuments(tx, ctx, wanted.ids, { reason: wanted.motivo })
      const holds = await holdsOf(
        tx,
        prepared.map(({ type }) => type.id),
      )
      const occupied = await findOccupied(
        tx.db,
        prepared.map(({ place }) => place),
      )
      const kept = await keepFilesOf(tx, stored)
      const later = misplaced.map(({ visible_from }) =>
        hasBecomeVisible(visible_from, at) ? null : visible_from,
      )
      const made = await writePapers(
        tx,
        { evidence: ctx.evidence, at },
        prepared.map((one, index) => {
          const old = elementAt(misplaced, index)
          return {
            ...elementAt(kept, index),
            person: one.person,
            type: one.type,
            period: one.place.period,
            sequence: occupied.take(one.place, one.type) ?? refuse('SYSTEM_API_FILE_EXISTS'),
            label: old.label,
            expires_on: old.expires_on,
            visible_from: elementAt(later, index),
            state: holds.has(one.type.id) ? ('waiting_approval' as const) : ('published' as const),
            asksEmployee: asksForSignature(one),
            certificateId: signer?.certificateId ?? null,
            signed: signer && {
              signer,
              signature: elementAt(signatures, index),
              stored: elementAt(storedSigned, index),
            },
            file_name: one.name,
            pages: one.file.pages,
            cuil_as_read: one.person.cuil,
            notify: one.notify,
            replaces_id: old.document_id,
            verificationCode: elementAt(codesPrinted, index),
            facts: { ...evidenceOf(one), moved_from: old.document_id },
          }
        }),
      )
      await askForApproval(
        tx,
        ctx,
        holds,
        prepared.map(({ type, person }, index) => ({
          id: elementAt(made, index).id,
          type: type.id,
          employee: person.id,
        })),
      )
      const published = await announceEach(
        tx,
        ctx.services,
        prepared.map((one, index) => ({
          ...elementAt(made, index),
          ...one,
          revision: signer ? 2 : 1,
          period: one.place.period,
          signedByCompany: signer !== null,
          held: holds.has(one.type.id),
          later: elementAt(later, index) !== null,
          asksEmployee: asksForSignature(one),
        })),
      )
      return published.map((one, index) => ({ ...one, de: elementAt(misplaced, index).document_id }))
    })
  })
}

/** The documents in the order of their ids, each with its recipient, or a refusal of all. */
async function findMisplaced(
  tx: Tx,
  { session }: Pick<Context, 'session'>,
  ids: readonly number[],
): Promise<Misplaced[]> {
  const found = await documentsToMove(tx.db, session, ids)
  const missing = ids.filter((id) => !found.some((one) => one.document_id === id))
  if (missing.length > 0) refuse('NOT_FOUND', 'ids')
  const orphans = found.filter(({ named_id }) => named_id === null)
  if (orphans.length > 0) refuse('DOCUMENT_MOVE_NOBODY', 'ids', { cuales: namesOf(orphans) })
  return found
}

/** The file as it came, before anybody signed it, with its XML where it has one. */
async function uploadOf(ctx: Context, one: Misplaced): Promise<UploadedFile> {
  const { pdf, xml } = await ctx.read(async (tx) => ({
    pdf: await documentFile(tx, one.document_id, 1),
    xml: one.xml_file_id === null ? undefined : await xmlFile(tx.db, one.document_id),
  }))
  const { files } = ctx.services
  return {
    name: one.file_name,
    type: 'pdf',
    bytes: await files.read(pdf.key),
    ...(xml && {
      beside: {
        name: `${one.file_name.replace(/\.pdf$/i, '')}.xml`,
        type: 'xml' as const,
        bytes: await files.read(xml.key),
      },
    }),
  }
}

/** Holds everybody concerned, so that no number changes hands between the check and the act. */
async function lockPeople(
  tx: Tx,
  misplaced: readonly Misplaced[],
  prepared: readonly Prepared[],
): Promise<void> {
  const ids = [...misplaced.map(({ id }) => id), ...prepared.map(({ person }) => person.id)]
  await tx.db.selectFrom('employees').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

function refuseChanged(before: readonly Misplaced[], now: readonly Misplaced[]): void {
  const same = before.every((one, at) => elementAt(now, at).named_id === one.named_id)
  if (!same) refuse('DOCUMENT_CHANGED')
}

function namesOf(documents: readonly Misplaced[]): string {
  return documents
    .map(
      ({ type_name, period }) =>
        `${type_name}${period ? ` ${period.slice(5, 7)}/${period.slice(0, 4)}` : ''}`,
    )
    .join('; ')
}
