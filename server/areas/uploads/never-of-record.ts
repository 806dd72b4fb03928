import type { Services } from '#server/shared/services.ts'
import { getSettings } from '#server/shared/settings.ts'
import { everyCompany, type Tx } from '#server/shared/tenancy.ts'

/** Files that go between two looks. */
const atOnce = 200

/**
 * Removes the files of papers that were rejected or taken back longer ago than `retention.never_of_record_days`. The
 * document, its hashes and the reason stay. A row says so after its file went, so that a kill between the two only
 * removes it again.
 */
export async function removeNeverOfRecord(services: Services): Promise<void> {
  const now = services.clock()
  await everyCompany(services, async ({ write }) => {
    for (;;) {
      const found = await write((tx) => filesToGo(tx, now))
      for (const { key } of found) await services.files.remove(key)
      if (found.length > 0) await write((tx) => markGone(tx, found))
      if (found.length < atOnce) return
    }
  })
}

interface FileToGo {
  id: number
  key: string
}

async function filesToGo(tx: Tx, now: Date): Promise<FileToGo[]> {
  const days = (await getSettings(tx))['retention.never_of_record_days']
  return tx.db
    .selectFrom('approvals')
    .innerJoin('documents', 'documents.id', 'approvals.subject_id')
    .innerJoin('document_revisions as revision', 'revision.document_id', 'documents.id')
    .innerJoin('files', 'files.id', 'revision.file_id')
    .where('approvals.kind', '=', 'document')
    .where('approvals.state', 'in', ['rejected', 'withdrawn'])
    .where('approvals.ended_at', '<', new Date(now.getTime() - days * 86_400_000))
    .where('documents.state', '=', 'rejected')
    .where('documents.legal_hold', '=', false)
    .where('files.state', '=', 'kept')
    .select(['files.id', 'files.key'])
    .limit(atOnce)
    .execute()
}

async function markGone(tx: Tx, files: readonly FileToGo[]): Promise<void> {
  await tx.db
    .updateTable('files')
    .set({ state: 'gone' })
    .where(
      'id',
      'in',
      files.map(({ id }) => id),
    )
    .execute()
}
