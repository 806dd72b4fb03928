import { actions } from '#contract/actions.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { documentActCalls } from '#contract/documents/acts.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import type { Session } from '#server/shared/identity/session.ts'
import { findObservation, listObservations } from './act-queries.ts'
import { isVisible } from './queries.ts'

/** HR's observations of a document, the newest first. */
export async function showObservations(
  { read, session }: Context,
  input: ParsedOf<typeof documentActCalls.observations>,
) {
  const limits = rowsOf(input)
  return read(async (tx) => {
    if (!(await isVisible(tx.db, session, input.id))) refuse('NOT_FOUND')
    const { rows, total } = await listObservations(tx.db, input.id, limits)
    const data = rows.map((row) => ({ ...row, borrable: mayDelete(session, row.author_id) }))
    return { data, pagination: paginationOf(total, input) }
  })
}

/** Adds an observation. Its text lies in the event's side row as well, which can be erased. */
export function observe(
  { act, session, services, evidence }: Context,
  { id: documentId, observacion }: ParsedOf<typeof documentActCalls.observe>,
) {
  return act(async (tx) => {
    if (!(await isVisible(tx.db, session, documentId))) refuse('NOT_FOUND')
    const at = services.clock()
    const { id } = await tx.db
      .insertInto('document_observations')
      .values({
        company_id: tx.company,
        document_id: documentId,
        author_id: session.userId,
        text: observacion,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordEvent(tx, {
      subject: { kind: 'document', id: documentId },
      act: 'observed',
      actorId: evidence.actorId,
      at,
      data: { observation: id },
      detail: { ...evidence.detail, text: observacion },
    })
    return {
      id,
      texto: observacion,
      autor: `${session.lastName}, ${session.firstName}`,
      fecha: at,
      borrable: true,
    }
  })
}

/** Deletes an observation from the list. Its text stays in the evidence. */
export function forgetObservation(
  { act, session, services, evidence }: Context,
  { id }: ParsedOf<typeof documentActCalls.forgetObservation>,
) {
  return act(async (tx) => {
    const found = await findObservation(tx.db, session, id)
    if (!found) refuse('NOT_FOUND')
    if (!mayDelete(session, found.author_id)) refuse('SYSTEM_ACTION_NOT_GRANTED')
    const at = services.clock()
    const { numUpdatedRows } = await tx.db
      .updateTable('document_observations')
      .set({ deleted_at: at })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    // Somebody was faster.
    if (numUpdatedRows !== 1n) refuse('NOT_FOUND')
    await recordEvent(tx, {
      subject: { kind: 'document', id: found.document_id },
      act: 'observation_deleted',
      actorId: evidence.actorId,
      at,
      data: { observation: id },
      detail: { ...evidence.detail, text: found.text },
    })
    return { id }
  })
}

function mayDelete(session: Session, authorId: number): boolean {
  return session.userId === authorId || session.actions.includes(actions.employeeAdministration)
}
