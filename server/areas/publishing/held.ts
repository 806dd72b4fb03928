import type { KindOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { documentSubject } from '#server/shared/reading/document-subject.ts'
import { hasBecomeVisible } from '#server/shared/reading/documents.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { openApproval } from '#server/areas/approvals/operations.ts'
import { type Ordered, stepsOfPublished } from '#server/areas/workflows/operations.ts'
import { announce } from './announcement.ts'
import { isOfAnother } from './queries.ts'
import { recordReleased } from './writing.ts'

/** The groups that approve what is published of a type, by the type; types whose documents nothing holds are absent. */
export type Holds = ReadonlyMap<number, Ordered>

export async function holdsOf(tx: Tx, types: readonly number[]): Promise<Holds> {
  const holds = new Map<number, Ordered>()
  for (const type of new Set(types)) {
    const steps = await stepsOfPublished(tx, type)
    if (steps) holds.set(type, steps)
  }
  return holds
}

/** Opens an approval for each document that is held. */
export async function askForApproval(
  tx: Tx,
  ctx: Context,
  holds: Holds,
  documents: readonly { id: number; type: number; employee: number }[],
): Promise<void> {
  for (const { id, type, employee } of documents) {
    const steps = holds.get(type)
    if (!steps) continue
    await openApproval(tx, ctx, {
      kind: 'single_publication',
      subjectId: id,
      employeeId: employee,
      ...steps,
      nobody: null,
    })
  }
}

/** A document that the company published singly, and that a workflow holds until its groups approve it. */
export const heldDocument: KindOfApproval = {
  acts: ['aprobar', 'rechazar'],
  inbox: 'publicaciones',
  concern: 'por_aprobar',
  rejected: 'documento_rechazado',
  ...documentSubject,
  async decided(tx, ctx, { subjectId: id, outcome, reason }) {
    const at = ctx.services.clock()
    const approved = outcome === 'approved'
    if (approved && (await isOfAnother(tx.db, id))) refuse('DOCUMENT_OF_ANOTHER')
    const changed = await tx.db
      .updateTable('documents')
      .set({ state: approved ? 'published' : 'rejected', published_at: approved ? at : null })
      .where('id', '=', id)
      .where('state', '=', 'waiting_approval')
      .returning(['notify', 'visible_from'])
      .executeTakeFirst()
    if (!changed) refuse('DOCUMENT_CHANGED')
    if (approved) {
      await recordReleased(tx, at, { ids: [id], by: ctx.evidence.actorId })
      if (changed.notify && hasBecomeVisible(changed.visible_from, at)) await announceReleased(tx, ctx, id)
      return
    }
    await recordEvent(tx, {
      subject: { kind: 'document', id },
      act: outcome === 'withdrawn' ? 'withdrawn' : 'rejected',
      actorId: ctx.evidence.actorId,
      at,
      detail: { ...ctx.evidence.detail, text: reason },
    })
  },
}

async function announceReleased(tx: Tx, { services }: Context, id: number): Promise<void> {
  const { period, type, ...person } = await tx.db
    .selectFrom('documents')
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .innerJoin('document_types as type', 'type.id', 'documents.type_id')
    .where('documents.id', '=', id)
    .select([
      'users.id',
      'users.mail',
      'users.first_name',
      languageOfUser().as('language'),
      'documents.period',
      'type.name as type',
    ])
    .executeTakeFirstOrThrow()
  await announce(tx, services, [{ ...person, documents: [{ id, type, period }] }])
}
