import { sql } from 'kysely'
import type { Author } from '#server/shared/evidence/events.ts'
import { loosenFiles } from '#server/shared/files/files.ts'
import type { Services } from '#server/shared/services.ts'
import { getSettings } from '#server/shared/settings.ts'
import { stayEnded } from '#server/shared/stay-ended.ts'
import { everyCompany } from '#server/shared/tenancy.ts'
import { dropApproval } from '#server/areas/approvals/operations.ts'
import { endChange } from './proposing.ts'

/** Changes of one look. */
const atOnce = 200
const nobody: Author = { actorId: null, detail: { address: '', device: '' } }

/** Withdraws what people have open whose stay has ended. Until it runs, nobody can approve it. */
async function withdrawOfLeavers(
  services: Services,
  company: number,
  people: readonly number[],
): Promise<void> {
  const ctx = { services, evidence: nobody }
  const { write } = services.tenant(company)
  const open = await write(({ db }) =>
    db
      .selectFrom('pending_changes as change')
      .innerJoin('employees', 'employees.id', 'change.employee_id')
      .where('change.state', '=', 'pending')
      .where('change.employee_id', '=', sql<number>`any(${people}::bigint[])`)
      .where('employees.state', '=', 'inactive')
      .select('change.id')
      .orderBy('change.id')
      .execute(),
  )
  for (const { id } of open)
    await write(async (tx) => {
      // The approval is locked before its change, as every decision does.
      await dropApproval(tx, ctx, 'change', id)
      const ended = await endChange(tx, ctx, id, 'withdrawn', null)
      if (ended && ended.file_id !== null) await loosenFiles(tx, [ended.file_id])
    })
}

/**
 * Empties what was proposed once `retention.never_of_record_days` are over, and removes the files of statements that never
 * were of record. A row says so after its file went, so that a kill between the two only removes it again.
 */
export async function forgetOldChanges(services: Services): Promise<void> {
  const now = services.clock()
  await everyCompany(services, async ({ write }) => {
    const files = await write(async (tx) => {
      const days = (await getSettings(tx))['retention.never_of_record_days']
      const before = new Date(now.getTime() - days * 86_400_000)
      await tx.db
        .updateTable('pending_changes')
        .set({ was: sql`'{}'::jsonb`, proposed: sql`'{}'::jsonb` })
        .where('state', '<>', 'pending')
        .where('ended_at', '<', before)
        .where('proposed', '<>', sql<never>`'{}'::jsonb`)
        .execute()
      return tx.db
        .selectFrom('pending_changes as change')
        .innerJoin('documents', 'documents.id', 'change.document_id')
        .innerJoin('document_revisions as revision', 'revision.document_id', 'documents.id')
        .innerJoin('files', 'files.id', 'revision.file_id')
        .where('change.state', '<>', 'pending')
        .where('change.ended_at', '<', before)
        .where('documents.state', '=', 'rejected')
        .where('documents.legal_hold', '=', false)
        .where('files.state', '=', 'kept')
        .select(['files.id', 'files.key'])
        .limit(atOnce)
        .execute()
    })
    for (const { key } of files) await services.files.remove(key)
    if (files.length > 0)
      await write((tx) =>
        tx.db
          .updateTable('files')
          .set({ state: 'gone' })
          .where(
            'id',
            'in',
            files.map(({ id }) => id),
          )
          .execute(),
      )
  })
}

/** Once a stay has ended: what the person has open. Daily: what has outlived its retention. */
export function registerSelfServiceJobs(services: Services): void {
  services.jobs.register(stayEnded, (company, { people }) => withdrawOfLeavers(services, company, people))
  services.jobs.schedule('self-service.forget', { cron: '37 4 * * *' }, () => forgetOldChanges(services))
}
