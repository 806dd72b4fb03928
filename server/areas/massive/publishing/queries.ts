import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { storedBehalf } from '#server/shared/processes/behalf.ts'
import { claimNext } from '#server/shared/processes/claims.ts'
import { leftForLater } from '#server/shared/processes/leftovers.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { valueOf } from '#server/shared/elements.ts'

/** The failure of an item that succeeds once the timestamp authority answers again. */
export const noTimestamp = 'PROCESS_TIMESTAMP_FAILED' satisfies ErrorCode

/** The steps at which documents are made and published. */
export const publishingSteps = ['signing', 'publishing'] as const
/** Items of a batch, which one transaction writes and which are in memory together. */
const batchSize = 48

/** A running publication, with the facts that its documents share; null where it doesn't run. */
export async function runningPublication(db: Db, process: number) {
  const found = await db
    .selectFrom('processes')
    .innerJoin('publications', 'publications.process_id', 'processes.id')
    .innerJoin('companies', 'companies.id', 'processes.company_id')
    .innerJoin('document_types as type', 'type.id', 'processes.type_id')
    .select([
      'processes.id',
      'processes.step',
      'processes.period',
      'processes.options',
      'processes.created_by',
      'type.id as type_id',
      'type.name as type_name',
      'publications.mode',
      'publications.type_version',
      'publications.label',
      'publications.notify',
      'publications.certificate_id',
      'publications.visible_from',
      'publications.needs_release',
      'publications.released_at',
      'companies.country',
      'companies.zone',
    ])
    .where('processes.id', '=', process)
    .where('processes.status', '=', 'in_progress')
    .where('processes.step', 'in', publishingSteps)
    .executeTakeFirst()
  if (!found) return null
  const { options, ...facts } = found
  return { ...facts, publisher: storedBehalf(options) }
}
export type Running = NonNullable<Awaited<ReturnType<typeof runningPublication>>>

/** A claimed item, with its files. */
export interface Claimed {
  id: number
  recipient_id: number
  pages: number
  source_name: string | null
  id_read: string | null
  decision: string | null
  shows: number[]
  file_id: number
  file_key: string
  sha256: string
  xml_file_id: number | null
}

/** Claims a batch of receipts under a name. All of one person's go together, so that one mail announces them. */
export async function claimItems(tx: Tx, process: number, name: string): Promise<Claimed[]> {
  // Each by its own index, because PostgreSQL has no statistics of tables that were just filled, and joins them badly.
  const ofSamePeople = async (ids: readonly number[]) => {
    const { rows } = await sql<{ id: number }>`
      select item.id from publication_items item
      where item.process_id = ${process} and item.recipient_id = any (array(
        select first.recipient_id from publication_items first where first.id = any(${ids})))`.execute(tx.db)
    return rows.map(({ id }) => id)
  }
  const claimed = await claimNext(tx, process, name, { limit: batchSize, together: ofSamePeople })
  const order = new Map(claimed.map(({ id, n }) => [id, n]))
  const { rows } = await sql<Claimed>`
    select item.id, item.recipient_id, coalesce(cardinality(item.pages), 1) as pages, item.source_name, item.id_read,
      item.decision, item.shows, item.file_id, file.key as file_key, file.sha256, item.xml_file_id
    from (select * from publication_items where id = any(${[...order.keys()]}) offset 0) item,
      lateral (select key, sha256 from files where files.id = item.file_id) file`.execute(tx.db)
  return rows.toSorted((one, other) => valueOf(order, one.id) - valueOf(order, other.id))
}

/** Whether documents of it wait for their release. */
export async function hasHeld(db: Db, process: number): Promise<boolean> {
  const found = await db
    .selectFrom('process_items')
    .innerJoin('documents', 'documents.process_item_id', 'process_items.id')
    .select('documents.id')
    .where('process_items.process_id', '=', process)
    .where('documents.state', '=', 'waiting_approval')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Receipts that were left for later; 0 of a generic publication, which has no review. */
export async function countLeft(db: Db, process: number): Promise<number> {
  const { n } = await db
    .selectFrom('publication_items as item')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('item.process_id', '=', process)
    .where(leftForLater)
    .executeTakeFirstOrThrow()
  return n
}
