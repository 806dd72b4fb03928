import { sql } from 'kysely'
import { actions } from '#contract/actions.ts'
import { massiveActs } from '#contract/massive/publication.ts'
import type { Acting, Decided, KindOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { queueMails } from '#server/shared/mail/mail.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { openApproval } from '#server/areas/approvals/operations.ts'
import { publishJob } from './job.ts'
import { reachesAllOf } from '../queries.ts'
import { rejectHeld } from './rejecting.ts'
import { releaseWords } from './release-words.ts'
import { notify } from '../standing.ts'

/**
 * Asks a second person to release a publication, where the company wants that: whoever else holds massive publishing
 * and reaches everybody in it. They are told by mail.
 *
 * @throws {Refusal} APPROVAL_NOBODY where nobody else could
 */
export async function askForRelease(
  tx: Tx,
  ctx: Pick<Context, 'evidence' | 'services' | 'session'>,
  { id, type }: { id: number; type: string },
): Promise<void> {
  if (!(await getSettings(tx))['publishing.second_person']) return
  await tx.db.updateTable('publications').set({ needs_release: true }).where('process_id', '=', id).execute()
  const { holders } = await openApproval(tx, ctx, {
    kind: 'publication',
    subjectId: id,
    steps: [{ action: actions.massivePublishing }],
  })
  await queueMails(
    tx,
    ctx.services,
    holders.flatMap(({ id: userId, mail, language, first_name }) =>
      mail
        ? [
            {
              event: 'publication_to_release' as const,
              userId,
              to: mail,
              language,
              name: `publication ${id} release ${userId}`,
              subject: { kind: 'process' as const, id },
              variables: { nombre: first_name, tipo: type },
            },
          ]
        : [],
    ),
  )
}

/** The release of a publication by a second person: published as it is, or cancelled. */
export const releaseOfPublication: KindOfApproval = {
  acts: ['aprobar', 'rechazar'],
  concern: 'por_liberar',
  reach: reachesAllOf,
  async titles(tx, subjects, language) {
    const rows = await tx.db
      .selectFrom('processes')
      .innerJoin('document_types as type', 'type.id', 'processes.type_id')
      .select(['processes.id', 'type.name', 'processes.period', 'processes.total'])
      .where('processes.id', '=', sql<number>`any(${subjects})`)
      .execute()
    return new Map(rows.map((row) => [row.id, releaseWords(row, language)]))
  },
  async decided(tx, ctx, { subjectId, outcome, reason }: Decided) {
    await tx.db.selectFrom('processes').select('id').where('id', '=', subjectId).forUpdate().execute()
    if (outcome !== 'approved') return giveUp(tx, ctx, subjectId, reason)
    await tx.db
      .updateTable('publications')
      .set({ released_at: ctx.services.clock(), released_by: ctx.evidence.actorId })
      .where('process_id', '=', subjectId)
      .execute()
    tx.enqueue(publishJob, { process: subjectId })
  },
}

/** Ends a publication that isn't released: what was made of it is rejected, and nobody ever sees it. */
async function giveUp(tx: Tx, ctx: Acting, id: number, reason: string | null): Promise<void> {
  await rejectHeld(tx, ctx, id, reason)
  await tx.db
    .updateTable('processes')
    .set({ step: 'done', status: 'cancelled', done: 0, finished_at: ctx.services.clock() })
    .where('id', '=', id)
    .where('step', 'in', massiveActs.cancel)
    .execute()
  await notify(tx, id, [])
}
