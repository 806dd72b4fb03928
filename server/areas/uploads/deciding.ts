import type { Acting, KindOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { type ActOf, type Author, recordEvent } from '#server/shared/evidence/events.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { notify } from '#server/shared/notifications.ts'
import { documentSubject } from '#server/shared/reading/document-subject.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
import type { Tx } from '#server/shared/tenancy.ts'

const byTime: Author = { actorId: null, detail: { address: '', device: '' } }

/** A paper that an employee sent. Approved it is a document of record; rejected it is shut to all but its sender. */
export const sentPaper: KindOfApproval = {
  acts: ['aprobar', 'rechazar', 'devolver'],
  tells: true,
  ...documentSubject,
  async decided(tx, ctx, { subjectId: id, outcome, reason }) {
    if (outcome === 'withdrawn') return withdrawPaper(tx, ctx, id)
    if (outcome === 'returned') await note(tx, ctx, id, outcome, reason)
    else await endPaper(tx, ctx, id, outcome, reason)
    await tellSender(tx, ctx, id, `paper_${outcome}`)
  },
  async approvedByTime(tx, services, id) {
    await endPaper(tx, { services, evidence: byTime }, id, 'approved', null)
    await tellSender(tx, { services }, id, 'paper_approved')
  },
}

/** Marks a paper that its sender took back: it was never of record. */
export function withdrawPaper(tx: Tx, ctx: Acting, id: number): Promise<void> {
  return endPaper(tx, ctx, id, 'withdrawn', null)
}

/** Ends the waiting of a paper: approved it is of record, otherwise it never was. */
export async function endPaper(
  tx: Tx,
  ctx: { evidence: Author; services: Acting['services'] },
  id: number,
  outcome: 'approved' | 'rejected' | 'withdrawn',
  reason: string | null,
): Promise<void> {
  if (outcome === 'approved') await setState(tx, id, 'published', ctx.services.clock())
  else await setState(tx, id, 'rejected', null)
  await note(tx, ctx, id, outcome, reason)
}

async function setState(tx: Tx, id: number, state: 'published' | 'rejected', at: Date | null): Promise<void> {
  const changed = await tx.db
    .updateTable('documents')
    .set({ state, published_at: at })
    .where('id', '=', id)
    .where('state', '=', 'waiting_approval')
    .returning('id')
    .executeTakeFirst()
  if (!changed) refuse('DOCUMENT_CHANGED')
}

function note(
  tx: Tx,
  { evidence, services }: { evidence: Author; services: Acting['services'] },
  id: number,
  act: Extract<ActOf<'document'>, 'approved' | 'returned' | 'rejected' | 'withdrawn'>,
  reason: string | null,
): Promise<number> {
  return recordEvent(tx, {
    subject: { kind: 'document', id },
    act,
    actorId: evidence.actorId,
    at: services.clock(),
    detail: { ...evidence.detail, text: reason },
  })
}

/** Tells who sent it, at once: at their site, and by mail where they have one. */
async function tellSender(
  tx: Tx,
  { services }: Pick<Context, 'services'>,
  id: number,
  event: `paper_${'approved' | 'rejected' | 'returned'}`,
): Promise<void> {
  const { user, first_name, mail, language, papel } = await tx.db
    .selectFrom('documents')
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .innerJoin('document_types as type', 'type.id', 'documents.type_id')
    .where('documents.id', '=', id)
    .select([
      'users.id as user',
      'users.first_name',
      'users.mail',
      languageOfUser().as('language'),
      'type.name as papel',
    ])
    .executeTakeFirstOrThrow()
  // A returned one waits at the start of their site until it is mended.
  if (event !== 'paper_returned') await notify(tx, { user, event, subject: id, at: services.clock() })
  if (!mail) return
  await queueMail(tx, services, {
    event,
    userId: user,
    to: mail,
    language,
    subject: { kind: 'document', id },
    variables: { nombre: first_name, papel },
  })
}
