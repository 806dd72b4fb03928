import type { ParsedOf } from '#contract/call.ts'
import { documentActs, type documentActCalls } from '#contract/documents/acts.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { documentToChange } from './act-queries.ts'

/**
 * Changes a document's label and the day on which it lapses, as evidence. Nothing else of what was published
 * changes: another file, person, type or period is another document.
 */
export function changeDocument(
  { act, session, services, evidence }: Context,
  { id, etiqueta, vence }: ParsedOf<typeof documentActCalls.change>,
) {
  return act(async (tx) => {
    const document = await documentToChange(tx.db, session, id)
    if (!document) refuse('NOT_FOUND')
    if (!documentActs.change.includes(document.state))
      refuse('DOCUMENT_ALREADY_CANCELLED', undefined, { cuales: String(id) })
    const { label, expires_on } = document
    const is = {
      label: etiqueta === undefined ? label : etiqueta || null,
      expires_on: vence === undefined ? expires_on : vence,
    }
    if (is.label !== label || is.expires_on !== expires_on) {
      await tx.db.updateTable('documents').set(is).where('id', '=', id).execute()
      await recordEvent(tx, {
        subject: { kind: 'document', id },
        act: 'changed',
        at: services.clock(),
        data: { was: { label, expires_on }, is },
        ...evidence,
      })
    }
    return { id, etiqueta: is.label, vence: is.expires_on }
  })
}
